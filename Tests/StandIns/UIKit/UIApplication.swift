@MainActor
open class UIApplication: UIResponder {
  /// The app of this process. No extension may ask for it.
  @available(iOSApplicationExtension, unavailable)
  open class var shared: UIApplication { app }

  private static let app = UIApplication()

  /// How a URL is opened.
  public struct OpenExternalURLOptionsKey: Hashable, Sendable {}

  /// Opens a URL in the app that takes its scheme; answers whether there is one.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiapplication/open(_:options:completionhandler:)>
  @discardableResult
  open func open(_ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]) async -> Bool {
    guard let scheme = url.scheme, StandIn.openedSchemes.contains(scheme) else { return false }
    StandIn.openedURLs.append(url)
    return true
  }
}

extension StandIn {
  /// The system's side: the schemes that an app takes. There is none at first.
  @MainActor public static var openedSchemes: Set<String> = []

  /// The system's side: what was opened in other apps.
  @MainActor public static var openedURLs: [URL] = []
}
