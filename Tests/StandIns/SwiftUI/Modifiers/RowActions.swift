extension View {
  /// Shows buttons when the row is swiped.
  public nonisolated func swipeActions<T: View>(
    edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true, @ViewBuilder content: () -> T
  ) -> some View {
    modifier(ActionsModifier(actions: content(), place: \.swipeActions))
  }
  /// Shows a menu when the view is pressed long.
  public nonisolated func contextMenu<M: View>(@ViewBuilder menuItems: () -> M) -> some View {
    modifier(ActionsModifier(actions: menuItems(), place: \.menu))
  }
  /// Says what stands behind a row.
  public nonisolated func listRowBackground<V: View>(_ view: V?) -> some View { self }
  /// Says how much room a row has.
  public nonisolated func listRowInsets(_ insets: EdgeInsets?) -> some View { self }
  /// Says whether lines stand between rows.
  public nonisolated func listRowSeparator(_ visibility: Visibility, edges: VerticalEdge.Set = .all)
    -> some View
  {
    self
  }
  /// Lets nobody delete a row.
  public nonisolated func deleteDisabled(_ isDisabled: Bool) -> some View {
    modifier(NodeModifier { node, _ in node.isDeleteDisabled = isDisabled })
  }
  /// Counts something beside the view.
  public nonisolated func badge(_ count: Int) -> some View {
    modifier(NodeModifier { node, _ in if count != 0 { node.badge = "\(count)" } })
  }
}

extension VerticalEdge {
  /// Sides.
  public struct Set: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int8
    /// Makes a set of its bits.
    public init(rawValue: Int8) { self.rawValue = rawValue }
    /// Above.
    public static let top = Set(rawValue: 1)
    /// Below.
    public static let bottom = Set(rawValue: 2)
    /// Both.
    public static let all: Set = [.top, .bottom]
  }
}

struct ActionsModifier<Actions: View> {
  let actions: Actions
  let place: WritableKeyPath<StageNode, [StageNode]>
}
extension ActionsModifier: StageModifier {
  func render(
    _ content: @MainActor (StageContext) -> [StageNode], in context: StageContext
  ) -> [StageNode] {
    let actions = context.part("actions").render(actions)
    return content(context).map { node in node.with { $0[keyPath: place] += actions } }
  }
}
