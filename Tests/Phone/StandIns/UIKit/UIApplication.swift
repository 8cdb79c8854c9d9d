@MainActor
open class UIApplication: UIResponder {
  /// The app of this process. No extension may ask for it.
  @available(iOSApplicationExtension, unavailable)
  open class var shared: UIApplication { app }
  private static let app = UIApplication()

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

/// A part of an app's user interface that the system shows and hides as one.
@MainActor
open class UIScene: UIResponder {
  /// Why the system makes a scene.
  @MainActor
  open class ConnectionOptions: NSObject {
    /// The action of the app's icon that the user chose; nil if it was none.
    open private(set) var shortcutItem: UIApplicationShortcutItem?

    fileprivate init(_ item: UIApplicationShortcutItem?) {
      super.init()
      shortcutItem = item
    }
  }
}

@MainActor
open class UIWindowScene: UIScene {}

/// What the system keeps of a scene between its lives.
@MainActor
open class UISceneSession: NSObject {
  /// <https://developer.apple.com/documentation/uikit/uiscenesession/role-swift.struct>
  public struct Role: Hashable, Sendable {
    private let name = "UIWindowSceneSessionRoleApplication"
    fileprivate init() {}
  }
  /// <https://developer.apple.com/documentation/uikit/uiscenesession/role-swift.property>
  open var role: Role { Role() }
}

@MainActor
open class UISceneConfiguration: NSObject {
  open var delegateClass: AnyClass?
  /// Makes one. A name is one of the app's property list.
  ///
  /// <https://developer.apple.com/documentation/uikit/uisceneconfiguration/init(name:sessionrole:)>
  public init(name: String?, sessionRole: UISceneSession.Role) { super.init() }
}

@MainActor
public protocol UISceneDelegate: NSObjectProtocol {}

@MainActor
public protocol UIWindowSceneDelegate: UISceneDelegate {
  /// The system makes it, by the way of Objective-C; here the class must be final.
  init()
  /// The user chose an action of the app's icon while the scene was there. Optional.
  func windowScene(
    _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void)
}

@MainActor
public protocol UIApplicationDelegate: NSObjectProtocol {
  /// The system makes it, by the way of Objective-C; here the class must be final.
  init()
  /// The system makes a scene. Optional.
  func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration
}

@MainActor
open class UIApplicationShortcutItem: NSObject {
  public nonisolated let type: String

  fileprivate init(_ type: String) {
    self.type = type
    super.init()
  }
}

extension StandIn {
  /// The system's side: the schemes that an app takes. There is none at first.
  @MainActor public static var openedSchemes: Set<String> = []

  /// The system's side: what was opened in other apps.
  @MainActor public static var openedURLs: [URL] = []

  /// The system's side: the user chooses an action in the menu of the app's icon.
  ///
  /// - Parameters:
  ///   - delegate: the delegate of the app.
  ///   - isRunning: whether the app has a scene already; a new scene is told in another way.
  @MainActor public static func choose(
    action type: String, of delegate: any UIApplicationDelegate, isRunning: Bool
  ) {
    let item = UIApplicationShortcutItem(type)
    let options = UIScene.ConnectionOptions(isRunning ? nil : item)
    let configuration = delegate.application(
      .shared, configurationForConnecting: UISceneSession(), options: options)
    guard isRunning, let scene = configuration.delegateClass as? any UIWindowSceneDelegate.Type else {
      return
    }
    scene.init().windowScene(UIWindowScene(), performActionFor: item) { _ in }
  }
}
