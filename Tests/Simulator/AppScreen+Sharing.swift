import Foundation
import Shared
import SwiftUI

@testable import HostApp

/// What the user shows and sends.
extension AppScreen {
  /// Does something with one document, by a swipe or its menu, or with several that are chosen first.
  func choose(_ paths: [String], swipe: String? = nil, press: String? = nil) async throws {
    let action = swipe ?? press ?? ""
    let name = try await find(paths[0])
    guard paths.count > 1 else {
      if let swipe { try harness.swipe(name, swipe) } else { try harness.longPress(name, action) }
      return
    }
    try harness.press("Select")
    for path in paths { try harness.select(row: (path as NSString).lastPathComponent) }
    try harness.press(action)
  }

  /// Looks at a document, and closes it.
  func preview(_ path: String, _ markup: String?) async throws {
    try harness.press(try await find(path))
    await settle()
    guard browser.previewing?.url != nil else { return }
    SystemEvent.show(harness.text).send()
    if let markup { try harness.type(markup, into: "Markup") }
    try harness.press("Done")
    await settle()
  }

  /// Sends the parcel in the share sheet. What came out of it stays in the app's `tmp`, as if it had been received.
  func airDrop() throws {
    guard let parcel = browser.outgoing.parcel else { return }
    let sent = NSTemporaryDirectory() + "/Sent"
    try FileManager.default.createDirectory(atPath: sent, withIntermediateDirectories: true)
    let (folder, name) = try Folder.openParent(of: parcel.path, disk: .system)
    let received = sent + "/" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: received, withIntermediateDirectories: true)
    try Copier().copy(name, of: folder, to: Folder.open(received, disk: .system), as: name)
    SystemEvent.show(harness.text).send()
    try harness.press("AirDrop")
    SystemEvent.show("Received: \(received)/\(name)").send()
  }

  /// Prints the shared items.
  func tellShared() {
    for items in harness.shared {
      SystemEvent.show(
        "Shared: " + items.map { ($0 as? URL)?.lastPathComponent ?? "\($0)" }.joined(separator: ", ")
      )
      .send()
    }
  }
}
