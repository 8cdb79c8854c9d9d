import Foundation
import Shared
import SwiftUI
import UIKit

/// Is told of the action that the app, or a window, is opened with.
final class AppDelegate: NSObject, UIApplicationDelegate {
  func application(
    _ application: UIApplication, configurationForConnecting session: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    if let item = options.shortcutItem { WindowRequest.shared.wanted = QuickAction(item).map { .action($0) } }
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
    let action = QuickAction(item)
    WindowRequest.shared.wanted = action.map { .action($0) }
    completionHandler(action != nil)
  }
}

extension HostModel {
  /// Does in a window what the user wants of the app from outside it.
  func perform(_ request: WindowRequest.Request, in window: NavigationModel) {
    window.column = .detail
    switch request {
    case .open(let entry):
      window.showInFolder(entry.path)
      if !entry.isFolder { window.open(entry) }
    case .action(.paste):
      window.place = .documents
      window.path = []
      importer.take(UIPasteboard.general.itemProviders, into: DocumentPath())
    case .action(.search):
      window.place = .documents
      window.path = []
      window.isSearchShown = true
    case .action(.recents): window.place = .recents
    }
  }
}
