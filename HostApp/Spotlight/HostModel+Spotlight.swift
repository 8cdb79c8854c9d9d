import CoreSpotlight
import Foundation
import Shared

extension HostModel {
  /// Shows what changed in each window, and tells Spotlight of it.
  ///
  /// - Parameter isFresh: whether the index was brought up to date just now.
  func show(isFresh: Bool = false) async {
    await windows.refresh(isFresh: isFresh)
    guard let library else { return }
    let rest = notInSpotlight
    notInSpotlight = SpotlightChanges()
    notInSpotlight = await library.updateSpotlight(since: recents.lastVisit, with: rest)
  }

  /// The user chose a document in Spotlight.
  func open(found activity: NSUserActivity, in window: NavigationModel? = nil) {
    let identifier = activity.userInfo?[CSSearchableItemActivityIdentifier] as? String
    Task { await open(found: identifier.flatMap { ItemID($0) }, in: window) }
  }

  /// Shows a document that the user found by its identifier, or says that it is gone.
  func open(found item: ItemID?, in window: NavigationModel? = nil) async {
    let browser = window ?? browser
    guard let library else { return browser.problem = Messages.noContainer }
    switch await library.find(Set([item].compactMap { $0 })) {
    case .success(let found):
      if let document = found.values.first { return browser.lead(to: document.path) }
      browser.problem = Messages.goneSinceFound
      // Spotlight learned of it too late, or not yet.
      if let item { _ = await SpotlightIndex().update(SpotlightChanges(removed: [item])) }
    case .failure(let error): browser.problem = Messages.problem(error)
    }
  }
}

extension DocumentLibrary {
  /// Tells Spotlight what changed since the last call, and at first since the app was last left.
  ///
  /// What was deleted while the app did not run stays in Spotlight until the user chooses it there.
  ///
  /// - Parameter rest: what could not be done at the last call.
  /// - Returns: what could not be done, for the next call.
  func updateSpotlight(since visit: FileTime?, with rest: SpotlightChanges) async -> SpotlightChanges {
    let (changed, removed) = await index.takeChanges(since: visit)
    if changed.isEmpty && removed.isEmpty && rest.isEmpty { return rest }
    let arrivals = await arrivals(at: changed.map(\.path))
    let sites = Dictionary(arrivals.map { ($0.path, $0.site) }, uniquingKeysWith: { first, _ in first })
    let items = changed.map { entry in
      SpotlightItem(
        id: entry.identity.item ?? .none, path: entry.path, site: sites[entry.path] ?? nil, type: entry.type,
        added: entry.added?.date, modified: entry.modified.date)
    }
    return await SpotlightIndex().update(
      SpotlightChanges(changed: rest.changed + items, removed: rest.removed + removed))
  }
}

extension Messages {
  /// The user chose in Spotlight what is gone.
  static var goneSinceFound: String {
    String(localized: "The document that you chose is not in Intray any more.")
  }
}
