@MainActor @preconcurrency
public struct EditButton: View {
  public nonisolated init() {}
}
extension EditButton: HarnessView {
  /// Shows “Edit”, or “Done” while editing.
  func render(in context: HarnessContext) -> [HarnessNode] {
    let mode = context.environment.editMode
    let isEditing = mode?.wrappedValue.isEditing == true
    return [
      context.node(.button, label: isEditing ? "Done" : "Edit").with {
        $0.actions.press = { mode?.wrappedValue = isEditing ? .inactive : .active }
      }
    ]
  }
}
