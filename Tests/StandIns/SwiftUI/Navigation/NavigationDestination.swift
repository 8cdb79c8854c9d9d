extension View {
  /// Says what page a value has.
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
  /// Shows a page while there is an item.
  public nonisolated func navigationDestination<D: Hashable, C: View>(
    item: Binding<D?>, @ViewBuilder destination: @escaping (D) -> C
  ) -> some View {
    modifier(
      ScreenModifier { screen, context in
        guard let value = item.wrappedValue else { return }
        screen.pages.append(
          .init(context: context.part("item").child(.identity(value)), content: AnyView(destination(value))) {
            item.wrappedValue = nil
          })
      })
  }
  /// Shows a page while a condition holds.
  public nonisolated func navigationDestination<V: View>(
    isPresented: Binding<Bool>, @ViewBuilder destination: () -> V
  ) -> some View {
    let view = AnyView(destination())
    return modifier(
      ScreenModifier { screen, context in
        guard isPresented.wrappedValue else { return }
        screen.pages.append(
          .init(context: context.part("page"), content: view) { isPresented.wrappedValue = false })
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
