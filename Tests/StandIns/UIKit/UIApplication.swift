/// The running app.
///
/// <https://developer.apple.com/documentation/uikit/uiapplication>
@MainActor
open class UIApplication: UIResponder {
  private static let only = UIApplication()

  /// The one that runs; an extension has none.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiapplication/shared>
  @available(iOSApplicationExtension, unavailable)
  open class var shared: UIApplication { only }

  nonisolated override init() { super.init() }

  /// The app became active.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiapplication/didbecomeactivenotification>
  public nonisolated static let didBecomeActiveNotification = NSNotification.Name(
    "UIApplicationDidBecomeActiveNotification")
  /// The app is about to be inactive.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiapplication/willresignactivenotification>
  public nonisolated static let willResignActiveNotification = NSNotification.Name(
    "UIApplicationWillResignActiveNotification")
  /// The app went to the background.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiapplication/didenterbackgroundnotification>
  public nonisolated static let didEnterBackgroundNotification = NSNotification.Name(
    "UIApplicationDidEnterBackgroundNotification")
  /// The app is about to come to the foreground.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiapplication/willenterforegroundnotification>
  public nonisolated static let willEnterForegroundNotification = NSNotification.Name(
    "UIApplicationWillEnterForegroundNotification")
}
