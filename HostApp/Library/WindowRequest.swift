import Observation
import Shared
import UIKit

/// What the user wants of the app from outside it, until a window does it. UIKit tells its delegates of it, and Shortcuts an action;
/// SwiftUI gives a window no way to either, so there is one for all.
@MainActor
@Observable
final class WindowRequest {
  enum Request {
    /// Chosen in the menu of the app's icon.
    case action(QuickAction)
    /// A shortcut opens a document.
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
}

/// What the menu of the app's icon on the Home Screen offers, as `Info.plist` lists it.
enum QuickAction: String {
  case paste, search, recents

  /// The action of an item; its type ends in the name.
  init?(_ item: UIApplicationShortcutItem) {
    self.init(rawValue: String(item.type.split(separator: ".").last ?? ""))
  }
}
