/// A part of an app's user interface that the system shows and hides as one.
///
/// <https://developer.apple.com/documentation/uikit/uiscene>
@MainActor
open class UIScene: UIResponder {
  /// Why the system makes a scene.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiscene/connectionoptions>
  @MainActor
  open class ConnectionOptions: NSObject {
    /// The action of the app's icon that the user chose; nil if it was none.
    ///
    /// <https://developer.apple.com/documentation/uikit/uiscene/connectionoptions/shortcutitem>
    open private(set) var shortcutItem: UIApplicationShortcutItem?

    fileprivate init(_ item: UIApplicationShortcutItem?) {
      super.init()
      shortcutItem = item
    }
  }
}

/// A scene with windows.
///
/// <https://developer.apple.com/documentation/uikit/uiwindowscene>
@MainActor
open class UIWindowScene: UIScene {}

/// What the system keeps of a scene between its lives.
///
/// <https://developer.apple.com/documentation/uikit/uiscenesession>
@MainActor
open class UISceneSession: NSObject {
  /// What a scene is for.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiscenesession/role-swift.struct>
  public struct Role: Hashable, Sendable {
    private let name = "UIWindowSceneSessionRoleApplication"
    fileprivate init() {}
  }
  /// What the scene is for.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiscenesession/role-swift.property>
  open var role: Role { Role() }
}

/// How a scene is made.
///
/// <https://developer.apple.com/documentation/uikit/uisceneconfiguration>
@MainActor
open class UISceneConfiguration: NSObject {
  /// The class of the object that is told of the scene.
  ///
  /// <https://developer.apple.com/documentation/uikit/uisceneconfiguration/delegateclass>
  open var delegateClass: AnyClass?
  /// Makes one. A name is one of the app's property list.
  ///
  /// <https://developer.apple.com/documentation/uikit/uisceneconfiguration/init(name:sessionrole:)>
  public init(name: String?, sessionRole: UISceneSession.Role) { super.init() }
}

/// What is told of a scene.
///
/// <https://developer.apple.com/documentation/uikit/uiscenedelegate>
@MainActor
public protocol UISceneDelegate: NSObjectProtocol {}

/// What is told of a scene with windows.
///
/// <https://developer.apple.com/documentation/uikit/uiwindowscenedelegate>
@MainActor
public protocol UIWindowSceneDelegate: UISceneDelegate {
  /// The system makes it, by the way of Objective-C; here the class must be final.
  init()
  /// The user chose an action of the app's icon while the scene was there. Optional.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiwindowscenedelegate/windowscene(_:performactionfor:completionhandler:)>
  func windowScene(
    _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void)
}

/// What is told of the app.
///
/// <https://developer.apple.com/documentation/uikit/uiapplicationdelegate>
@MainActor
public protocol UIApplicationDelegate: NSObjectProtocol {
  /// The system makes it, by the way of Objective-C; here the class must be final.
  init()
  /// The system makes a scene. Optional.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:configurationforconnecting:options:)>
  func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration
}

/// An action in the menu of the app's icon on the Home Screen.
///
/// <https://developer.apple.com/documentation/uikit/uiapplicationshortcutitem>
@MainActor
open class UIApplicationShortcutItem: NSObject {
  /// Which one it is, as the property list says.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiapplicationshortcutitem/type>
  public nonisolated let type: String

  fileprivate init(_ type: String) {
    self.type = type
    super.init()
  }
}

extension StandIn {
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
