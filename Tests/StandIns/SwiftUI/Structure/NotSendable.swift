// What can go to another actor only where it is made there. A type on a global actor would be Sendable otherwise:
// <https://github.com/swiftlang/swift-evolution/blob/main/proposals/0316-global-actors.md#global-actors-and-sendable>.

@available(*, unavailable)
extension _ConditionalContent: Sendable {}
@available(*, unavailable)
extension _ViewModifier_Content: Sendable {}
@available(*, unavailable)
extension AccessibilityAttachmentModifier: Sendable {}
@available(*, unavailable)
extension BorderlessButtonStyle: Sendable {}
@available(*, unavailable)
extension Button: Sendable {}
@available(*, unavailable)
extension CommandGroup: Sendable {}
@available(*, unavailable)
extension CommandGroupPlacement: Sendable {}
@available(*, unavailable)
extension ContentUnavailableView: Sendable {}
@available(*, unavailable)
extension DefaultShareLinkLabel: Sendable {}
@available(*, unavailable)
extension EditButton: Sendable {}
@available(*, unavailable)
extension ForEach: Sendable {}
@available(*, unavailable)
extension Form: Sendable {}
@available(*, unavailable)
extension HStack: Sendable {}
@available(*, unavailable)
extension IconOnlyLabelStyle: Sendable {}
@available(*, unavailable)
extension Label: Sendable {}
@available(*, unavailable)
extension LabeledContent: Sendable {}
@available(*, unavailable)
extension LazyVGrid: Sendable {}
@available(*, unavailable)
extension List: Sendable {}
@available(*, unavailable)
extension Menu: Sendable {}
@available(*, unavailable)
extension ModifiedContent: Sendable {}
@available(*, unavailable)
extension NavigationLink: Sendable {}
@available(*, unavailable)
extension NavigationSplitView: Sendable {}
@available(*, unavailable)
extension NavigationStack: Sendable {}
@available(*, unavailable)
extension PasteButton: Sendable {}
@available(*, unavailable)
extension Picker: Sendable {}
@available(*, unavailable)
extension PlainButtonStyle: Sendable {}
@available(*, unavailable)
extension ProgressView: Sendable {}
@available(*, unavailable)
extension ScrollView: Sendable {}
@available(*, unavailable)
extension Section: Sendable {}
@available(*, unavailable)
extension ShareLink: Sendable {}
@available(*, unavailable)
extension TextField: Sendable {}
@available(*, unavailable)
extension Toggle: Sendable {}
@available(*, unavailable)
extension ToolbarItem: Sendable {}
@available(*, unavailable)
extension ToolbarItemGroup: Sendable {}
@available(*, unavailable)
extension ToolbarItemPlacement: Sendable {}
@available(*, unavailable)
extension VStack: Sendable {}
@available(*, unavailable)
extension WindowGroup: Sendable {}
