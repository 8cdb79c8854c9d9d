import Foundation
import Observation
import Shared
import SwiftUI
import UIKit

/// What the menu of the app's icon on the Home Screen offers, as `Info.plist` lists it.
enum QuickAction: String {
  case paste, search, recents

  /// The action of an item; its type ends in the name.
  init?(_ item: UIApplicationShortcutItem) {
    self.init(rawValue: String(item.type.split(separator: ".").last ?? ""))
  }
}

/// The action that the user chose, until a window does it. UIKit tells the delegates below of it, and SwiftUI gives a window no
/// way to them, so there is one for all.
@MainActor
@Observable
final class QuickActions {
  static let shared = QuickActions()
  /// nil when there is nothing to do.
  var chosen: QuickAction?
}

/// Is told of the action that the app, or a window, is opened with.
final class AppDelegate: NSObject, UIApplicationDelegate {
  func application(
    _ application: UIApplication, configurationForConnecting session: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    QuickActions.shared.chosen = options.shortcutItem.flatMap(QuickAction.init)
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
    QuickActions.shared.chosen = QuickAction(item)
    completionHandler(QuickActions.shared.chosen != nil)
  }
}

extension HostModel {
  /// Does what the user chose in the menu of the app's icon, in a window.
  func perform(_ action: QuickAction, in window: NavigationModel) {
    window.column = .detail
    switch action {
    case .paste:
      window.place = .documents
      window.path = []
      importer.take(UIPasteboard.general.itemProviders, into: DocumentPath())
    case .search:
      window.place = .documents
      window.path = []
      window.isSearchShown = true
    case .recents: window.place = .recents
    }
  }
}
