import Synchronization

@MainActor @preconcurrency
public struct AccessibilityAttachmentModifier: ViewModifier {
  nonisolated(unsafe) let change: (HarnessNode) -> HarnessNode?
  nonisolated init(_ change: @escaping (HarnessNode) -> HarnessNode?) { self.change = change }
}
extension AccessibilityAttachmentModifier: HarnessModifier {
  func render(_ content: HarnessContent, in context: HarnessContext) -> [HarnessNode] {
    content(context).compactMap(change)
  }
}

extension View {
  fileprivate nonisolated func attaching(
    _ change: @escaping (inout HarnessNode) -> Void
  ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
    modifier(AccessibilityAttachmentModifier { $0.with(change) })
  }
  public nonisolated func accessibilityLabel(
    _ label: Text
  ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
    attaching {
      if [.element, .button].contains($0.role) { $0.spoken = label.string } else { $0.label = label.string }
    }
  }
  /// The harness does not say it.
  public nonisolated func accessibilityHint(
    _ hint: Text
  ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> { attaching { _ in } }
  public nonisolated func accessibilityAddTraits(
    _ traits: AccessibilityTraits
  ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
    attaching { if traits.contains(.isSelected) { $0.isSelected = true } }
  }
  /// Hides the view from assistive technologies. The harness shows what they read.
  public nonisolated func accessibilityHidden(
    _ hidden: Bool
  ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
    modifier(
      AccessibilityAttachmentModifier { node in hidden ? .unread { $0.content = [node] } : node })
  }
  /// Offers buttons as actions of the view, as a swipe or a menu does for those who see.
  public nonisolated func accessibilityActions<Content: View>(
    @ViewBuilder _ content: () -> Content
  ) -> some View {
    offering(content(), as: \.spokenActions)
  }
  public nonisolated func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View {
    drawn(children) { behavior, content, context in
      let shown = content(context)
      guard !shown.isEmpty else { return shown }
      let element = context.node(.element, children: shown).with {
        if behavior == .combine { $0.label = shown.plainText }
        $0.tag = shown.first?.tag
        $0.actions =
          shown.lazy.flatMap(\.everything).first { $0.actions.press != nil }?.actions ?? $0.actions
      }
      return [element]
    }
  }
}

public struct AccessibilityTraits: SetAlgebra, Sendable {
  private var names: Set<String>
  public static let isSelected = AccessibilityTraits(names: ["isSelected"])

  private init(names: Set<String>) { self.names = names }
  public init() { self.init(names: []) }
  public func contains(_ member: Self) -> Bool { names.isSuperset(of: member.names) }
  public func union(_ other: Self) -> Self { Self(names: names.union(other.names)) }
  public func intersection(_ other: Self) -> Self { Self(names: names.intersection(other.names)) }
  public func symmetricDifference(_ other: Self) -> Self {
    Self(names: names.symmetricDifference(other.names))
  }
  public mutating func formUnion(_ other: Self) { self = union(other) }
  public mutating func formIntersection(_ other: Self) { self = intersection(other) }
  public mutating func formSymmetricDifference(_ other: Self) { self = symmetricDifference(other) }
  @discardableResult
  public mutating func insert(_ newMember: Self) -> (inserted: Bool, memberAfterInsert: Self) {
    let isNew = !contains(newMember)
    formUnion(newMember)
    return (isNew, newMember)
  }
  @discardableResult public mutating func remove(_ member: Self) -> Self? {
    let had = intersection(member)
    names.subtract(member.names)
    return had.names.isEmpty ? nil : had
  }
  @discardableResult public mutating func update(with newMember: Self) -> Self? {
    insert(newMember).inserted ? nil : newMember
  }
}

public struct AccessibilityChildBehavior: Hashable, Sendable {
  let name: String
  public static let ignore = AccessibilityChildBehavior(name: "ignore")
  public static let combine = AccessibilityChildBehavior(name: "combine")
}
