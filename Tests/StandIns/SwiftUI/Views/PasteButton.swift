import AppleFoundation
import Foundation
import UniformTypeIdentifiers

/// A system button that reads items from the pasteboard.
@MainActor @preconcurrency
public struct PasteButton: View {
  let types: [UTType]
  let action: ([NSItemProvider]) -> Void

  /// Makes a button for some types. It is disabled when the pasteboard has none of them.
  ///
  /// <https://developer.apple.com/documentation/swiftui/pastebutton/init(supportedcontenttypes:payloadaction:)>
  public init(supportedContentTypes: [UTType], payloadAction: @escaping ([NSItemProvider]) -> Void) {
    types = supportedContentTypes
    action = payloadAction
  }
}

extension PasteButton: HarnessView {
  public typealias Body = Never
  /// Says “Paste”.
  func render(in context: HarnessContext) -> [HarnessNode] {
    let items = context.harness.pasteboard.filter { $0.offers(types) }
    return [
      context.node(.button, label: "Paste").with {
        $0.symbol = "doc.on.clipboard"
        $0.isEnabled = $0.isEnabled && !items.isEmpty
        $0.actions.press = { action(items) }
      }
    ]
  }
}

extension NSItemProvider {
  /// Whether it has something of one of these types.
  fileprivate func offers(_ types: [UTType]) -> Bool {
    types.contains { type in
      registeredTypeIdentifiers.contains { UTType($0)?.conforms(to: type) == true }
    }
  }
}
