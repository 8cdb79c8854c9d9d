extension View {
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
  let change: (HarnessScreen, HarnessContext) -> Void
}
extension ScreenModifier: HarnessModifier {
  func render(
    _ content: @MainActor (HarnessContext) -> [HarnessNode], in context: HarnessContext
  ) -> [HarnessNode] {
    change(context.screen, context)
    return content(context)
  }
}
