import CoreSpotlight
import Foundation
import Shared

extension HostModel {
  /// The user chose a document in Spotlight.
  func open(found activity: NSUserActivity) {
    let identifier = activity.userInfo?[CSSearchableItemActivityIdentifier] as? String
    Task { await open(found: identifier.flatMap { ItemID($0) }) }
  }

  /// Shows a document that the user found by its identifier, or says that it is gone.
  func open(found item: ItemID?) async {
    guard let library else { return browser.problem = Messages.noContainer }
    switch await library.find(Set([item].compactMap { $0 })) {
    case .success(let found):
      if let document = found.values.first { return browser.lead(to: document.entry.path) }
      browser.problem = Messages.goneSinceFound
      // Spotlight learned of it too late, or not yet.
      if let item { _ = await SpotlightIndex().update(SpotlightChanges(removed: [item])) }
    case .failure(let error): browser.problem = Messages.problem(error)
    }
  }
}

extension Messages {
  /// The user chose in Spotlight what is gone.
  static var goneSinceFound: String {
    String(localized: "The document that you chose is not in Intray any more.")
  }
}
