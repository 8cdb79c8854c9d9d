extension View {
  public nonisolated func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View {
    modifier(
      SheetModifier(
        isShown: item.isThere(), onDismiss: onDismiss,
        identity: (item.wrappedValue?.id).map { AnyHashable($0) }
      ) { item.wrappedValue.map { AnyView(content($0)) } })
  }
  public nonisolated func sheet<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping () -> Content
  ) -> some View {
    modifier(
      SheetModifier(isShown: isPresented, onDismiss: onDismiss, identity: nil) { AnyView(content()) })
  }
}

extension View {
  /// Covers the screen while there is an item. The user cannot swipe it away.
  public nonisolated func fullScreenCover<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View {
    modifier(
      SheetModifier(
        isShown: item.isThere(), onDismiss: onDismiss,
        identity: (item.wrappedValue?.id).map { AnyHashable($0) }, isSwipedAway: false
      ) { item.wrappedValue.map { AnyView(content($0)) } })
  }
}

extension Binding {
  /// Whether there is a value; setting it to false takes the value away.
  func isThere<Wrapped>() -> Binding<Bool> where Value == Wrapped? {
    Binding<Bool>(read: { wrappedValue != nil }, write: { if !$0 { wrappedValue = nil } })
  }
}

extension View {
  public nonisolated func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View {
    modifier(NodeModifier { _, context in context.screen.staysOpen = isDisabled })
  }
}

struct SheetModifier {
  let isShown: Binding<Bool>
  let onDismiss: (() -> Void)?
  let identity: AnyHashable?
  var isSwipedAway = true
  let content: () -> AnyView?
}
extension SheetModifier: HarnessModifier {
  func render(
    _ content: @MainActor (HarnessContext) -> [HarnessNode], in context: HarnessContext
  ) -> [HarnessNode] {
    let below = content(context)
    let wasShown = context.memory("shown", false)
    guard isShown.wrappedValue, let sheet = self.content() else {
      if wasShown.value, let onDismiss { context.harness.afterwards(onDismiss) }
      wasShown.value = false
      return below
    }
    wasShown.value = true
    let screen = HarnessScreen()
    let close: () -> Void = { isShown.wrappedValue = false }
    let inside = context.part("sheet").child(.identity(identity ?? AnyHashable(0))).with {
      $0.screen = screen
      $0.environment.dismiss = DismissAction(action: close)
      $0.environment.refresh = nil
      $0.environment.isEnabled = true
    }
    let shown = inside.render(sheet)
    let node = shown.count == 1 && shown[0].role == .screen && screen.isPlain ? shown[0] : screen.node(shown)
    context.present(
      HarnessNode(.sheet, children: [node]).with {
        $0.look.place = isSwipedAway ? nil : "everywhere"
        $0.actions.dismiss = isSwipedAway && !screen.staysOpen ? close : nil
      }
    )
    return below
  }
}
