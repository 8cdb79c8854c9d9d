// What the stand-in for SwiftUI has to refuse, and to accept, as the SDK's interface does: see phone.sh.
import Foundation
import SwiftUI
import UniformTypeIdentifiers

private func send<Value: Sendable>(_ type: Value.Type) {}

// Types that are not Sendable.
private func sending() {
  send(CommandGroupPlacement.self)  // refused: to 'Sendable' is unavailable
  send(DefaultShareLinkLabel.self)  // refused: to 'Sendable' is unavailable
  send(EditButton.self)  // refused: to 'Sendable' is unavailable
  send(PasteButton.self)  // refused: to 'Sendable' is unavailable
  send(ToolbarItemPlacement.self)  // refused: to 'Sendable' is unavailable
  send(PlainButtonStyle.self)  // refused: to 'Sendable' is unavailable
  send(BorderlessButtonStyle.self)  // refused: to 'Sendable' is unavailable
  send(IconOnlyLabelStyle.self)  // refused: to 'Sendable' is unavailable
  send(AccessibilityAttachmentModifier.self)  // refused: to 'Sendable' is unavailable
  send(Button<EmptyView>.self)  // refused: to 'Sendable' is unavailable
  send(CommandGroup<EmptyView>.self)  // refused: to 'Sendable' is unavailable
  send(ContentUnavailableView<EmptyView, EmptyView, EmptyView>.self)  // refused: to 'Sendable' is unavailable
  send(Form<EmptyView>.self)  // refused: to 'Sendable' is unavailable
  send(HStack<EmptyView>.self)  // refused: to 'Sendable' is unavailable
  send(Label<EmptyView, EmptyView>.self)  // refused: to 'Sendable' is unavailable
  send(LazyVGrid<EmptyView>.self)  // refused: to 'Sendable' is unavailable
  send(Link<EmptyView>.self)  // refused: to 'Sendable' is unavailable
  send(List<Never, EmptyView>.self)  // refused: to 'Sendable' is unavailable
  send(Menu<EmptyView, EmptyView>.self)  // refused: to 'Sendable' is unavailable
  send(NavigationLink<EmptyView, EmptyView>.self)  // refused: to 'Sendable' is unavailable
  send(NavigationSplitView<EmptyView, EmptyView, EmptyView>.self)  // refused: to 'Sendable' is unavailable
  send(NavigationStack<Int, EmptyView>.self)  // refused: to 'Sendable' is unavailable
  send(Picker<EmptyView, Int, EmptyView>.self)  // refused: to 'Sendable' is unavailable
  send(ProgressView<EmptyView, EmptyView>.self)  // refused: to 'Sendable' is unavailable
  send(ScrollView<EmptyView>.self)  // refused: to 'Sendable' is unavailable
  send(ShareLink<[URL], Never, Never, EmptyView>.self)  // refused: to 'Sendable' is unavailable
  send(TextField<EmptyView>.self)  // refused: to 'Sendable' is unavailable
  send(Toggle<EmptyView>.self)  // refused: to 'Sendable' is unavailable
  send(ToolbarItem<Void, EmptyView>.self)  // refused: to 'Sendable' is unavailable
  send(ToolbarItemGroup<EmptyView>.self)  // refused: to 'Sendable' is unavailable
  send(VStack<EmptyView>.self)  // refused: to 'Sendable' is unavailable
  send(WindowGroup<EmptyView>.self)  // refused: to 'Sendable' is unavailable
  send(Section<EmptyView, EmptyView, EmptyView>.self)  // refused: to 'Sendable' is unavailable
  send(LabeledContent<EmptyView, EmptyView>.self)  // refused: to 'Sendable' is unavailable
  // refused: to 'Sendable' is unavailable
  send(ModifiedContent<EmptyView, AccessibilityAttachmentModifier>.self)
  send(AccessibilityTraits.self)
  send(EmptyView.self)
  send(Spacer.self)
}

// What is made on the main actor only. Elsewhere a call of it is refused.
private func making() {
  // refused: call to main actor-isolated initializer
  _ = PasteButton(supportedContentTypes: [.item]) { _ in }
  _ = Spacer()  // refused: call to main actor-isolated initializer
  _ = PlainButtonStyle()  // refused: call to main actor-isolated initializer
  _ = BorderlessButtonStyle()  // refused: call to main actor-isolated initializer
  _ = IconOnlyLabelStyle()  // refused: call to main actor-isolated initializer
  _ = HStack { EmptyView() }
}

// Methods of views that are on the main actor, since the views are.
extension HStack {
  fileprivate func onMain() { MainActor.assertIsolated() }
}
private func calling(_ view: HStack<EmptyView>) {
  view.onMain()  // refused: call to main actor-isolated instance method 'onMain()'
}

// Views of what are no views.
private enum NoView {
  typealias Button = SwiftUI.Button<String>  // refused: 'String' does not conform to protocol 'View'
  // refused: 'String' does not conform to protocol 'View'
  typealias CommandGroup = SwiftUI.CommandGroup<String>
  // refused: 'String' does not conform to protocol 'View'
  typealias ContentUnavailableView = SwiftUI.ContentUnavailableView<EmptyView, EmptyView, String>
  typealias Form = SwiftUI.Form<String>  // refused: 'String' does not conform to protocol 'View'
  typealias HStack = SwiftUI.HStack<String>  // refused: 'String' does not conform to protocol 'View'
  typealias Label = SwiftUI.Label<EmptyView, String>  // refused: 'String' does not conform to protocol 'View'
  typealias LazyVGrid = SwiftUI.LazyVGrid<String>  // refused: 'String' does not conform to protocol 'View'
  typealias List = SwiftUI.List<Never, String>  // refused: 'String' does not conform to protocol 'View'
  typealias Menu = SwiftUI.Menu<EmptyView, String>  // refused: 'String' does not conform to protocol 'View'
  // refused: 'String' does not conform to protocol 'View'
  typealias NavigationLink = SwiftUI.NavigationLink<EmptyView, String>
  // refused: 'String' does not conform to protocol 'View'
  typealias NavigationSplitView = SwiftUI.NavigationSplitView<EmptyView, EmptyView, String>
  // refused: 'String' does not conform to protocol 'View'
  typealias NavigationStack = SwiftUI.NavigationStack<Int, String>
  // refused: 'String' does not conform to protocol 'View'
  typealias Picker = SwiftUI.Picker<EmptyView, Int, String>
  // refused: 'String' does not conform to protocol 'View'
  typealias ProgressView = SwiftUI.ProgressView<EmptyView, String>
  typealias ScrollView = SwiftUI.ScrollView<String>  // refused: 'String' does not conform to protocol 'View'
  // refused: 'String' does not conform to protocol 'View'
  typealias ShareLink = SwiftUI.ShareLink<[URL], Never, Never, String>
  typealias TextField = SwiftUI.TextField<String>  // refused: 'String' does not conform to protocol 'View'
  typealias Toggle = SwiftUI.Toggle<String>  // refused: 'String' does not conform to protocol 'View'
  // refused: 'String' does not conform to protocol 'View'
  typealias ToolbarItem = SwiftUI.ToolbarItem<Void, String>
  // refused: 'String' does not conform to protocol 'View'
  typealias ToolbarItemGroup = SwiftUI.ToolbarItemGroup<String>
  typealias VStack = SwiftUI.VStack<String>  // refused: 'String' does not conform to protocol 'View'
  // refused: 'String' does not conform to protocol 'View'
  typealias WindowGroup = SwiftUI.WindowGroup<String>
  typealias Group = SwiftUI.Group<String>
  typealias Section = SwiftUI.Section<String, String, String>
}

// Styles that show nothing.
// refused: type 'Looks' does not conform to protocol 'PrimitiveButtonStyle'
private struct Looks: PrimitiveButtonStyle {}
private struct Reads: LabelStyle {}  // refused: type 'Reads' does not conform to protocol 'LabelStyle'

// Traits are a set, and not of bits.
private func traits<Traits: SetAlgebra>(_ traits: Traits) -> Bool { traits.isEmpty }
private let none = traits(AccessibilityTraits())
// refused: argument passed to call that takes no arguments
private let bits = AccessibilityTraits(rawValue: 1)

@MainActor
private struct Content: View {
  let model: Model

  var body: some View {
    List { EmptyView() }
      // The action is on the actor of the view.
      .refreshable { model.count += 1 }
      .toolbar {
        ToolbarItem(placement: .topBarTrailing) { EditButton() }
      }
  }

  // Accessibility changes a view's type in one way.
  func told() -> ModifiedContent<EmptyView, AccessibilityAttachmentModifier> {
    EmptyView().accessibilityLabel(Text(verbatim: ""))
  }
}

@MainActor
private final class Model {
  var count = 0
}

// Windows that were made once are refused, as by a compiler to which a warning is an error.
@MainActor
private func windows(_ view: EmptyView) {
  _ = WindowGroup { view }
  _ = WindowGroup(makeContent: { view })
  _ = WindowGroup(content: { view })  // refused: 'init(content:)' was deprecated in iOS 18.0
}

// As many parts as a bar's builder has a method for.
@MainActor
private func bar<Parts: ToolbarContent>(@ToolbarContentBuilder _ parts: () -> Parts) {}
@MainActor
private func bars() {
  bar {
    ToolbarItem { EmptyView() }  // refused: extra arguments at positions
    ToolbarItem { EmptyView() }
    ToolbarItem { EmptyView() }
    ToolbarItem { EmptyView() }
    ToolbarItem { EmptyView() }
    ToolbarItem { EmptyView() }
    ToolbarItem { EmptyView() }
    ToolbarItem { EmptyView() }
    ToolbarItem { EmptyView() }
    ToolbarItem { EmptyView() }
    ToolbarItem { EmptyView() }
  }
}

private func edits(_ mode: EditMode) -> Bool { mode == .transient }
