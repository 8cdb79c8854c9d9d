import Synchronization

extension View {
  /// Names the view for assistive technologies.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/accessibilitylabel(_:)>
  public nonisolated func accessibilityLabel(_ label: Text) -> some View {
    modifier(NodeModifier { node, _ in node.label = label.string })
  }
  /// Says what using the view brings.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/accessibilityhint(_:)>
  public nonisolated func accessibilityHint(_ hint: Text) -> some View {
    modifier(NodeModifier { node, _ in node.hint = hint.string })
  }
  /// Gives the view an identifier for tests.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/accessibilityidentifier(_:)>
  public nonisolated func accessibilityIdentifier(_ identifier: String) -> some View {
    modifier(NodeModifier { node, _ in node.identifier = identifier })
  }
  /// Hides the view from assistive technologies.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/accessibilityhidden(_:)>
  public nonisolated func accessibilityHidden(_ hidden: Bool) -> some View {
    modifier(HiddenModifier(isHidden: hidden))
  }
  /// Says what the view is, or in which state.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/accessibilityaddtraits(_:)>
  public nonisolated func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View {
    modifier(NodeModifier { node, _ in if traits.contains(.isSelected) { node.isSelected = true } })
  }
  /// Makes one element of what is in the view.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/accessibilityelement(children:)>
  public nonisolated func accessibilityElement(
    children: AccessibilityChildBehavior = .ignore
  ) -> some View {
    modifier(ElementModifier(behavior: children))
  }
}

/// What an element is, or in which state.
///
/// <https://developer.apple.com/documentation/swiftui/accessibilitytraits>
public struct AccessibilityTraits: OptionSet, Sendable {
  /// The bits; Apple keeps its own to itself.
  public let rawValue: UInt32
  /// Makes a set of its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// It is chosen.
  public static let isSelected = AccessibilityTraits(rawValue: 1)
}

/// What becomes of the elements in an element.
///
/// <https://developer.apple.com/documentation/swiftui/accessibilitychildbehavior>
public struct AccessibilityChildBehavior: Hashable, Sendable {
  let name: String
  /// They are not read.
  public static let ignore = AccessibilityChildBehavior(name: "ignore")
  /// They are read as one.
  public static let combine = AccessibilityChildBehavior(name: "combine")
}

struct ElementModifier {
  let behavior: AccessibilityChildBehavior
}
extension ElementModifier: HarnessModifier {
  func render(
    _ content: @MainActor (HarnessContext) -> [HarnessNode], in context: HarnessContext
  ) -> [HarnessNode] {
    let shown = content(context)
    guard !shown.isEmpty else { return shown }
    let element = context.node(.element, children: shown).with {
      if behavior == .combine { $0.label = shown.plainText }
      $0.tag = shown.first?.tag
      $0.actions = shown.lazy.flatMap(\.everything).first { $0.actions.press != nil }?.actions ?? $0.actions
    }
    return [element]
  }
}

/// What assistive technologies are told.
///
/// <https://developer.apple.com/documentation/accessibility/accessibilitynotification>
public enum AccessibilityNotification {
  /// A sentence that VoiceOver reads at once.
  ///
  /// <https://developer.apple.com/documentation/accessibility/accessibilitynotification/announcement>
  public struct Announcement {
    let text: String
    /// A sentence to read.
    public init(_ announcement: String) { text = announcement }
    /// Has it read.
    public func post() { ViewHarness.announcements.withLock { $0.append(text) } }
  }
}

struct HiddenModifier {
  let isHidden: Bool
}
extension HiddenModifier: HarnessModifier {
  /// The harness shows what assistive technologies read.
  func render(
    _ content: @MainActor (HarnessContext) -> [HarnessNode], in context: HarnessContext
  ) -> [HarnessNode] {
    let shown = content(context)
    return isHidden ? [] : shown
  }
}
