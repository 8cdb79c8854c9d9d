import CoreSpotlight
import Foundation
import Shared
import SwiftUI
import UniformTypeIdentifiers

@testable import HostApp

/// The user in Spotlight.
extension AppScreen {
  /// Searches, after the app has told Spotlight of all documents.
  func searchSpotlight(_ text: String) async throws {
    guard let library = model.library else { return }
    let root = library.container.path(of: .documents)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root).map { path in
      DocumentPath(path.split(separator: "/").map { FileName(String($0)) })
    }
    var changes = SpotlightChanges()
    for arrival in await library.arrivals(at: paths) {
      guard let item = arrival.item, let status = try? await library.status(of: arrival.path).get() else {
        continue
      }
      let suffix = (arrival.path.description as NSString).pathExtension
      let type = status.kind == .folder ? UTType.folder : UTType(filenameExtension: suffix) ?? .data
      changes.changed.append(
        SpotlightItem(
          id: item, path: arrival.path, site: arrival.site, type: type,
          added: arrival.time.map(\.date), modified: status.modified.date))
    }
    _ = await SpotlightIndex().update(changes)
    for found in StandIn.Spotlight.current?.find(text) ?? [] {
      let details = found.details.map { $0.isEmpty ? "" : " (\($0))" } ?? ""
      SystemEvent.show("\(found.identifier) \(found.name)\(details)").send()
    }
  }

  /// Chooses a result: the system opens the app with its identifier.
  func openFromSpotlight(_ identifier: String) async throws {
    let activity = NSUserActivity(activityType: CSSearchableItemActionType)
    activity.userInfo = [CSSearchableItemActivityIdentifier: identifier]
    harness.resume(activity)
    try await harness.wait { _ in browser.problem != nil || browser.shown != nil || !browser.way.isEmpty }
    await settle()
    guard browser.previewing != nil else { return }
    SystemEvent.show(harness.text).send()
    try harness.press("Done")
  }
}
