@MainActor
open class UIResponder: NSObject {
  public nonisolated override init() {
    super.init()
  }
}
