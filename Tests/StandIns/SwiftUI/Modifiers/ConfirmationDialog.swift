extension View {
  /// Offers choices while a condition holds.
  public nonisolated func confirmationDialog<A: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: () -> A
  ) -> some View {
    choice(.dialog, titleVisibility.shown(titleKey), isPresented, actions(), EmptyView())
  }
  /// Offers choices with a message while a condition holds.
  public nonisolated func confirmationDialog<A: View, M: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: () -> A, @ViewBuilder message: () -> M
  ) -> some View {
    choice(.dialog, titleVisibility.shown(titleKey), isPresented, actions(), message())
  }
  /// Offers choices about a value.
  public nonisolated func confirmationDialog<A: View, T>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    presenting data: T?, @ViewBuilder actions: (T) -> A
  ) -> some View {
    choice(
      .dialog, titleVisibility.shown(titleKey), isPresented.only(if: data != nil), data.map(actions),
      EmptyView())
  }
  /// Offers choices about a value, with a message.
  public nonisolated func confirmationDialog<A: View, M: View, T>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    presenting data: T?, @ViewBuilder actions: (T) -> A, @ViewBuilder message: (T) -> M
  ) -> some View {
    choice(
      .dialog, titleVisibility.shown(titleKey), isPresented.only(if: data != nil), data.map(actions),
      data.map(message))
  }
}

extension Visibility {
  /// On a phone a dialog's title is hidden unless the app asks for it.
  fileprivate func shown(_ key: LocalizedStringKey) -> String { self == .visible ? key.resolved() : "" }
}
