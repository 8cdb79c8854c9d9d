import AppleFoundation
import Foundation
import UniformTypeIdentifiers

extension View {
  /// Takes what is dropped on the view.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/ondrop(of:istargeted:perform:)-982eu>
  public nonisolated func onDrop(
    of supportedContentTypes: [UTType], isTargeted: Binding<Bool>?,
    perform action: @escaping ([NSItemProvider]) -> Bool
  ) -> some View {
    modifier(
      NodeModifier { node, _ in
        node.actions.drop = { values in
          let providers = values.compactMap { $0 as? NSItemProvider }.filter {
            $0.offers(supportedContentTypes)
          }
          guard !providers.isEmpty else { return false }
          isTargeted?.wrappedValue = true
          defer { isTargeted?.wrappedValue = false }
          return action(providers)
        }
      })
  }
}

extension NSItemProvider {
  /// Whether it has something of one of these types.
  func offers(_ types: [UTType]) -> Bool {
    types.contains { type in
      registeredTypeIdentifiers.contains { UTType($0)?.conforms(to: type) == true }
    }
  }
}
