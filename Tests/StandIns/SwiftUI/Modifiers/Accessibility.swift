extension View {
  /// Names the view for assistive technologies.
  public nonisolated func accessibilityLabel(_ labelKey: LocalizedStringKey) -> some View {
    accessibilityLabel(Text(labelKey))
  }
  /// Names the view for assistive technologies.
  @_disfavoredOverload
  public nonisolated func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View {
    accessibilityLabel(Text(label))
  }
  /// Names the view for assistive technologies.
  public nonisolated func accessibilityLabel(_ label: Text) -> some View {
    modifier(NodeModifier { node, _ in node.label = label.string })
  }
  /// Says what value the view has.
  public nonisolated func accessibilityValue(_ valueKey: LocalizedStringKey) -> some View {
    accessibilityValue(Text(valueKey))
  }
  /// Says what value the view has.
  @_disfavoredOverload
  public nonisolated func accessibilityValue<S: StringProtocol>(_ value: S) -> some View {
    accessibilityValue(Text(value))
  }
  /// Says what value the view has.
  public nonisolated func accessibilityValue(_ value: Text) -> some View {
    modifier(NodeModifier { node, _ in node.value = value.string })
  }
  /// Says what using the view brings.
  public nonisolated func accessibilityHint(_ hintKey: LocalizedStringKey) -> some View {
    accessibilityHint(Text(hintKey))
  }
  /// Says what using the view brings.
  public nonisolated func accessibilityHint(_ hint: Text) -> some View {
    modifier(NodeModifier { node, _ in node.hint = hint.string })
  }
  /// Gives the view an identifier for tests.
  public nonisolated func accessibilityIdentifier(_ identifier: String) -> some View {
    modifier(NodeModifier { node, _ in node.identifier = identifier })
  }
  /// Hides the view from assistive technologies; it stays visible.
  public nonisolated func accessibilityHidden(_ hidden: Bool) -> some View { self }
  /// Says what the view is.
  public nonisolated func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View { self }
  /// Says what the view is not.
  public nonisolated func accessibilityRemoveTraits(_ traits: AccessibilityTraits) -> some View { self }
  /// Says in which order the view is read.
  public nonisolated func accessibilitySortPriority(_ sortPriority: Double) -> some View { self }
  /// Makes one element of what is in the view.
  public nonisolated func accessibilityElement(
    children: AccessibilityChildBehavior = .ignore
  ) -> some View {
    modifier(ElementModifier(behavior: children))
  }
  /// Offers an action.
  public nonisolated func accessibilityAction(
    named nameKey: LocalizedStringKey, _ handler: @escaping () -> Void
  )
    -> some View
  {
    accessibilityAction(named: Text(nameKey), handler)
  }
  /// Offers an action.
  public nonisolated func accessibilityAction(named name: Text, _ handler: @escaping () -> Void) -> some View
  {
    modifier(NodeModifier { node, _ in node.actions.accessibility[name.string] = handler })
  }
}

/// What a view is for assistive technologies.
///
/// <https://developer.apple.com/documentation/swiftui/accessibilitytraits>
public struct AccessibilityTraits: SetAlgebra, Sendable {
  private var names: Set<String> = []
  /// Nothing in particular.
  public init() {}
  private init(_ name: String) { names = [name] }
  /// A button.
  public static let isButton = AccessibilityTraits("button")
  /// A heading.
  public static let isHeader = AccessibilityTraits("header")
  /// Chosen.
  public static let isSelected = AccessibilityTraits("selected")
  /// A picture.
  public static let isImage = AccessibilityTraits("image")
  /// Often changing.
  public static let updatesFrequently = AccessibilityTraits("updates")
  /// Whether a trait is among them.
  public func contains(_ member: Self) -> Bool { names.isSuperset(of: member.names) }
  /// Both.
  public func union(_ other: Self) -> Self { with { $0.names.formUnion(other.names) } }
  /// What both have.
  public func intersection(_ other: Self) -> Self { with { $0.names.formIntersection(other.names) } }
  /// What only one has.
  public func symmetricDifference(_ other: Self) -> Self {
    with { $0.names.formSymmetricDifference(other.names) }
  }
  /// Adds traits.
  @discardableResult
  public mutating func insert(_ newMember: Self) -> (inserted: Bool, memberAfterInsert: Self) {
    defer { names.formUnion(newMember.names) }
    return (!contains(newMember), newMember)
  }
  /// Removes traits.
  @discardableResult
  public mutating func remove(_ member: Self) -> Self? {
    defer { names.subtract(member.names) }
    return contains(member) ? member : nil
  }
  /// Adds traits.
  @discardableResult
  public mutating func update(with newMember: Self) -> Self? {
    defer { names.formUnion(newMember.names) }
    return contains(newMember) ? newMember : nil
  }
  /// Adds traits.
  public mutating func formUnion(_ other: Self) { names.formUnion(other.names) }
  /// Keeps what both have.
  public mutating func formIntersection(_ other: Self) { names.formIntersection(other.names) }
  /// Keeps what only one has.
  public mutating func formSymmetricDifference(_ other: Self) { names.formSymmetricDifference(other.names) }

  private func with(_ change: (inout Self) -> Void) -> Self {
    var traits = self
    change(&traits)
    return traits
  }
}

/// What becomes of the elements in an element.
///
/// <https://developer.apple.com/documentation/swiftui/accessibilitychildbehavior>
public struct AccessibilityChildBehavior: Hashable, Sendable {
  let name: String
  /// They are not read.
  public static let ignore = AccessibilityChildBehavior(name: "ignore")
  /// They are read one by one.
  public static let contain = AccessibilityChildBehavior(name: "contain")
  /// They are read as one.
  public static let combine = AccessibilityChildBehavior(name: "combine")
}

struct ElementModifier {
  let behavior: AccessibilityChildBehavior
}
extension ElementModifier: StageModifier {
  func render(
    _ content: @MainActor (StageContext) -> [StageNode], in context: StageContext
  ) -> [StageNode] {
    let shown = content(context)
    guard behavior != .contain, !shown.isEmpty else { return shown }
    let element = context.node(.element, children: shown).with {
      if behavior == .combine { $0.label = shown.plainText }
      $0.tag = shown.first?.tag
      $0.actions = shown.lazy.flatMap(\.everything).first { $0.actions.press != nil }?.actions ?? $0.actions
    }
    return [element]
  }
}
