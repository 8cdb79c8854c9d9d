extension View {
  /// Says what page a value has.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/navigationdestination(for:destination:)>
  public nonisolated func navigationDestination<D: Hashable, C: View>(
    for data: D.Type, @ViewBuilder destination: @escaping (D) -> C
  ) -> some View {
    modifier(
      ScreenModifier { screen, _ in
        screen.destinations[ObjectIdentifier(data)] = { value in
          AnyView((value.base as? D).map(destination))
        }
      })
  }
}

/// Says something about the screen that a view is part of.
struct ScreenModifier {
  let change: (StageScreen, StageContext) -> Void
}
extension ScreenModifier: StageModifier {
  func render(
    _ content: @MainActor (StageContext) -> [StageNode], in context: StageContext
  ) -> [StageNode] {
    change(context.screen, context)
    return content(context)
  }
}
