import Synchronization

/// What assistive technologies are told of a view.
///
/// <https://developer.apple.com/documentation/swiftui/accessibilityattachmentmodifier>
@MainActor @preconcurrency
public struct AccessibilityAttachmentModifier: ViewModifier {
  nonisolated(unsafe) let change: (HarnessNode) -> HarnessNode?
  nonisolated init(_ change: @escaping (HarnessNode) -> HarnessNode?) { self.change = change }
}
extension AccessibilityAttachmentModifier: HarnessModifier {
  /// The modifier draws itself.
  public typealias Body = Never
  func render(
    _ content: @MainActor (HarnessContext) -> [HarnessNode], in context: HarnessContext
  ) -> [HarnessNode] {
    content(context).compactMap(change)
  }
}

extension View {
  fileprivate nonisolated func attaching(
    _ change: @escaping (inout HarnessNode) -> Void
  ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
    modifier(AccessibilityAttachmentModifier { $0.with(change) })
  }
  /// Names the view for assistive technologies.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/accessibilitylabel(_:)>
  public nonisolated func accessibilityLabel(
    _ label: Text
  ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
    attaching {
      if [.element, .button].contains($0.role) { $0.spoken = label.string } else { $0.label = label.string }
    }
  }
  /// Says what using the view brings.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/accessibilityhint(_:)>
  public nonisolated func accessibilityHint(
    _ hint: Text
  ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
    attaching { $0.hint = hint.string }
  }
  /// Says what the view is, or in which state.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/accessibilityaddtraits(_:)>
  public nonisolated func accessibilityAddTraits(
    _ traits: AccessibilityTraits
  ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
    attaching { if traits.contains(.isSelected) { $0.isSelected = true } }
  }
  /// Hides the view from assistive technologies. The harness shows what they read.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/accessibilityhidden(_:)>
  public nonisolated func accessibilityHidden(
    _ hidden: Bool
  ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
    modifier(
      AccessibilityAttachmentModifier { node in hidden ? .unread { $0.content = [node] } : node })
  }
  /// Offers buttons as actions of the view, as a swipe or a menu does for those who see.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/accessibilityactions(_:)>
  public nonisolated func accessibilityActions<Content: View>(
    @ViewBuilder _ content: () -> Content
  ) -> some View {
    modifier(ActionsModifier(actions: content(), place: \.spokenActions))
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
public struct AccessibilityTraits: SetAlgebra, Sendable {
  private var names: Set<String>
  /// It is chosen.
  public static let isSelected = AccessibilityTraits(names: ["isSelected"])

  private init(names: Set<String>) { self.names = names }
  /// None.
  public init() { self.init(names: []) }
  /// Whether it is one of them.
  public func contains(_ member: AccessibilityTraits) -> Bool { names.isSuperset(of: member.names) }
  /// Those of both.
  public func union(_ other: AccessibilityTraits) -> AccessibilityTraits {
    AccessibilityTraits(names: names.union(other.names))
  }
  /// Those that both have.
  public func intersection(_ other: AccessibilityTraits) -> AccessibilityTraits {
    AccessibilityTraits(names: names.intersection(other.names))
  }
  /// Those that one of them has.
  public func symmetricDifference(_ other: AccessibilityTraits) -> AccessibilityTraits {
    AccessibilityTraits(names: names.symmetricDifference(other.names))
  }
  /// Adds them.
  public mutating func formUnion(_ other: AccessibilityTraits) { self = union(other) }
  /// Keeps those that the other has, too.
  public mutating func formIntersection(_ other: AccessibilityTraits) { self = intersection(other) }
  /// Keeps those that one of them has.
  public mutating func formSymmetricDifference(_ other: AccessibilityTraits) {
    self = symmetricDifference(other)
  }
  /// Adds one.
  @discardableResult
  public mutating func insert(
    _ newMember: AccessibilityTraits
  ) -> (inserted: Bool, memberAfterInsert: AccessibilityTraits) {
    let isNew = !contains(newMember)
    formUnion(newMember)
    return (isNew, newMember)
  }
  /// Takes one away.
  @discardableResult
  public mutating func remove(_ member: AccessibilityTraits) -> AccessibilityTraits? {
    let had = intersection(member)
    names.subtract(member.names)
    return had.isEmpty ? nil : had
  }
  /// Adds one, also where it is already.
  @discardableResult
  public mutating func update(with newMember: AccessibilityTraits) -> AccessibilityTraits? {
    let had = intersection(newMember)
    formUnion(newMember)
    return had.isEmpty ? nil : had
  }
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

/// What assistive technologies are told. It is of another framework, which SwiftUI passes on.
///
/// Certainty: documented.
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
