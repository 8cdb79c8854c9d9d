import Foundation
import IntrayCore
import Observation
import SwiftUI
import UIKit

/// What the user wants of the app from outside it, until a window does it. UIKit tells its delegates of it, and Shortcuts an action;
/// SwiftUI gives a window no way to either, so there is one for all.
@MainActor
@Observable
final class WindowRequest {
  enum Request {
    case action(QuickAction)
    case open(DocumentEntry)
  }

  static let shared = WindowRequest()
  /// nil when there is nothing to do.
  var wanted: Request?

  /// What is wanted; from now on it is the caller's to do.
  func take() -> Request? {
    defer { wanted = nil }
    return wanted
  }

  /// The user chose an item in the menu of the app's icon. Answers whether the app knows it.
  @discardableResult
  func choose(_ item: UIApplicationShortcutItem) -> Bool {
    wanted = QuickAction(rawValue: String(item.type.split(separator: ".").last ?? "")).map { .action($0) }
    return wanted != nil
  }
}

/// What the menu of the app's icon on the Home Screen offers, as `Info.plist` lists it: the ends of the items' types.
enum QuickAction: String {
  case paste, search, recents
}

/// Is told of the action that the app, or a window, is opened with.
final class AppDelegate: NSObject, UIApplicationDelegate {
  func application(
    _ application: UIApplication, configurationForConnecting session: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    if let item = options.shortcutItem { WindowRequest.shared.choose(item) }
    let configuration = UISceneConfiguration(name: nil, sessionRole: session.role)
    configuration.delegateClass = SceneDelegate.self
    return configuration
  }
}

/// Is told of the action that the user chooses while there is a window.
final class SceneDelegate: NSObject, UIWindowSceneDelegate {
  func windowScene(
    _ windowScene: UIWindowScene, performActionFor item: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void
  ) {
    completionHandler(WindowRequest.shared.choose(item))
  }
}
