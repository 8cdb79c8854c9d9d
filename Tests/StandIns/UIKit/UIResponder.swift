/// Something that answers events.
///
/// <https://developer.apple.com/documentation/uikit/uiresponder>
@MainActor
open class UIResponder: NSObject {
  /// A responder.
  public nonisolated override init() {
    super.init()
  }
}
