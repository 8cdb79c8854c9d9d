import AppleFoundation
import Foundation

extension View {
  /// Lets the user drag the view: the provider is asked for when the drag begins.
  public nonisolated func onDrag(_ data: @escaping () -> NSItemProvider) -> some View {
    modifier(NodeModifier { node, _ in node.actions.drag = data })
  }
}
