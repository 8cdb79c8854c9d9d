import Foundation
import UniformTypeIdentifiers

extension View {
  public nonisolated func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View {
    presenting(item, isSwipedAway: true, onDismiss, content)
  }
  /// Covers the screen while there is an item. The user cannot swipe it away.
  public nonisolated func fullScreenCover<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View {
    presenting(item, isSwipedAway: false, onDismiss, content)
  }
  /// Keeps the user from swiping the sheet away.
  public nonisolated func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View {
    drawn(isDisabled) { isDisabled, content, context in
      let shown = content(context)
      context.screen.staysOpen = isDisabled
      return shown
    }
  }
  /// How high the sheet may be. The harness draws it as high as what it shows.
  public nonisolated func presentationDetents(_ detents: Set<PresentationDetent>) -> some View { self }

  private nonisolated func presenting<Item: Identifiable>(
    _ item: Binding<Item?>, isSwipedAway: Bool, _ onDismiss: (() -> Void)?, _ content: (Item) -> some View
  ) -> some View {
    let shown = item.wrappedValue.map { (identity: AnyHashable($0.id), view: AnyView(content($0))) }
    let close: () -> Void = { item.wrappedValue = nil }
    return drawn((shown: shown, isSwipedAway: isSwipedAway, close: close, onDismiss: onDismiss)) {
      sheet, content, context in
      let below = content(context)
      let wasShown = context.memory("shown", false)
      guard let shown = sheet.shown else {
        if wasShown.value, let onDismiss = sheet.onDismiss { context.harness.afterwards(onDismiss) }
        wasShown.value = false
        return below
      }
      wasShown.value = true
      let screen = HarnessScreen()
      let inside = context.part("sheet").child(.identity(shown.identity)).with {
        $0.screen = screen
        $0.environment.refresh = nil
        $0.environment.isEnabled = true
      }.render(shown.view)
      context.present(
        HarnessNode(.sheet, children: [screen.around(inside)]).with {
          $0.look.place = sheet.isSwipedAway ? nil : "everywhere"
          $0.actions.dismiss = sheet.isSwipedAway && !screen.staysOpen ? sheet.close : nil
        })
      return below
    }
  }

  /// Shows a column beside the others, or a sheet where there is room for one column only.
  public nonisolated func inspector<V: View>(
    isPresented: Binding<Bool>, @ViewBuilder content: () -> V
  ) -> some View {
    drawn((isShown: isPresented, view: AnyView(content()))) { inspector, content, context in
      let shown = content(context)
      guard inspector.isShown.wrappedValue else { return shown }
      let column = HarnessNode(.screen, children: context.part("inspector").render(inspector.view))
      if context.environment.horizontalSizeClass == .regular {
        let columns = shown.flatMap { $0.role == .columns ? $0.children : [$0] }
        return [HarnessNode(.columns, children: columns + [column])]
      }
      context.present(
        HarnessNode(.sheet, children: [column]).with {
          $0.actions.dismiss = { inspector.isShown.wrappedValue = false }
        })
      return shown
    }
  }
  /// The harness gives each column the room that it needs.
  public nonisolated func inspectorColumnWidth(
    min: CGFloat? = nil, ideal: CGFloat, max: CGFloat? = nil
  ) -> some View { self }

  /// Shows an alert about a value, with a message.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/alert(_:ispresented:presenting:actions:message:)-3md6l>
  public nonisolated func alert<A: View, M: View, T>(
    _ title: Text, isPresented: Binding<Bool>, presenting data: T?,
    @ViewBuilder actions: (T) -> A, @ViewBuilder message: (T) -> M
  ) -> some View {
    let alert = (
      isShown: isPresented, data: data != nil, title: title.string,
      actions: AnyView(data.map(actions)), message: AnyView(data.map(message))
    )
    return drawn(alert) { alert, content, context in
      let below = content(context)
      guard alert.data, alert.isShown.wrappedValue else { return below }
      let inside = context.part("alert").with { $0.environment.isEnabled = true }
      let close: () -> Void = { alert.isShown.wrappedValue = false }
      let message = inside.part("message").render(alert.message)
      let actions = inside.part("actions").render(alert.actions)
      var buttons = actions.filter { $0.role != .textField }.map { button in
        button.with {
          $0.actions.press = { [press = button.actions.press] in
            close()
            press?()
          }
        }
      }
      if buttons.isEmpty {
        buttons.append(HarnessNode(.button, label: "OK").with { $0.actions.press = close })
      }
      let fields = actions.filter { $0.role == .textField }
      // Without `actions.dismiss`: an alert waits for an answer.
      context.present(HarnessNode(.alert, label: alert.title, children: message + fields + buttons))
      return below
    }
  }

  /// Lets the user pick files while a condition holds.
  ///
  /// Of several in one view, or one around another, one does not open, as apps report (utmapp/UTM). Here none opens.
  public nonisolated func fileImporter(
    isPresented: Binding<Bool>, allowedContentTypes: [UTType], allowsMultipleSelection: Bool,
    onCompletion: @escaping (Result<[URL], any Error>) -> Void
  ) -> some View {
    drawn((isShown: isPresented, allowsSeveral: allowsMultipleSelection, onPick: onCompletion)) {
      importer, content, context in
      let importers = HarnessMemory(0)
      let below = content(context.with { $0.importers = importers })
      context.importers?.value += 1 + importers.value
      guard importer.isShown.wrappedValue, importers.value == 0, context.importers == nil else {
        return below
      }
      context.present(
        HarnessNode(.fileImporter, label: importer.allowsSeveral ? "Choose Files" : "Choose a File").with {
          $0.actions.pick = { result in
            importer.isShown.wrappedValue = false
            importer.onPick(result)
          }
          $0.actions.dismiss = { importer.isShown.wrappedValue = false }
        })
      return below
    }
  }
}

public struct PresentationDetent: Hashable, Sendable {
  /// About half of the screen.
  public static let medium = PresentationDetent()
}
