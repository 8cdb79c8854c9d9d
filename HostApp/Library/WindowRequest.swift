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
    /// The user pressed Command-V, and no text field took it.
    case paste([NSItemProvider])
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
  case paste, note, search, recents
}

/// Is told of the action that the app, or a window, is opened with, and of Command-V.
///
/// The responder chain ends at a delegate of SwiftUI's own, which hands on to this one the messages to which it does not answer
/// itself. `UIResponder` answers to `paste(itemProviders:)`, so that one never comes here; it does not answer to `paste(_:)`.
/// Apple documents neither. OpenSwiftUI writes down what SwiftUI does:
/// <https://github.com/OpenSwiftUIProject/OpenSwiftUI/blob/main/Sources/OpenSwiftUI/App/App/UIKit/UIKitAppDelegate.swift>.
/// A delegate that is in the chain itself gets `paste(_:)`, too.
final class AppDelegate: UIResponder, UIApplicationDelegate {
  /// Hands on what the user copied. The system does not ask *Allow Paste?*, because the user pressed its own command. If it asks
  /// and the user refuses, there is nothing to hand on.
  override func paste(_ sender: Any?) {
    let copied = UIPasteboard.general.itemProviders
    if !copied.isEmpty { WindowRequest.shared.wanted = .paste(copied) }
  }

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
