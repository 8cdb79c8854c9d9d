import Foundation
import XCTest

/// The user shares from Safari.
final class SafariLegs: Leg {
  @MainActor func testThePageInSafariIsSavedUnderANameIntoAFolder() throws {
    let server = try LocalServer(["/page": .page(heading: heading)])
    try share("Page", server.address("/page"), of: server) { safari in
      try find(
        "page in Safari",
        [safari.webViews.staticTexts[heading], safari.staticTexts[heading]].map(\.firstMatch), within: 60)
    }
  }

  @MainActor func testThePDFInSafariIsSavedUnderANameIntoAFolder() throws {
    let server = try LocalServer(["/letter.pdf": .pdf(heading)])
    try share("Letter", server.address("/letter.pdf"), of: server) { _ in
      // A PDF has no elements: that Safari asked for it must do.
      guard server.waitUntilAsked(for: "/letter.pdf", seconds: 60) else {
        throw Failure("Safari doesn’t ask for the PDF.")
      }
    }
  }

  private var heading: String { "A page of \(mark)" }

  @MainActor private func share(
    _ kind: String, _ address: URL, of server: LocalServer, isOpen: (XCUIApplication) throws -> Void
  ) throws {
    defer { server.stop() }
    // Registers the extension’s app with the system, and its place in Files.
    _ = try openIntray()
    let (name, folder) = ("\(kind) \(mark)", "Safari \(mark)")
    let safari = XCUIApplication.safari
    safari.terminate()
    safari.open(address)
    // The first launch in a simulator takes up to a minute.
    _ = safari.wait(for: .runningForeground, timeout: 60)
    if !server.waitUntilAsked(for: address.path(), seconds: 30) { XCUIDevice.shared.system.open(address) }
    try isOpen(safari)
    // Tips lie over the toolbar in a fresh simulator, up to two.
    for _ in 0..<2 {
      if let tip = look(for: [safari.buttons["Close"].firstMatch], within: 2) { press(tip) }
    }
    keepPicture("Safari")
    try choose(["Intray"], of: safari) { try openShareSheet(of: safari) }
    try save(as: name, into: folder, in: safari)
    try expectInIntray(name, in: folder)
  }

  /// On iOS 26 *Share* is in a menu, which sometimes must be opened twice.
  @MainActor private func openShareSheet(of safari: XCUIApplication) throws {
    let share = [safari.buttons["ShareButton"], safari.buttons["Share"]].map(\.firstMatch)
    if let button = share.first(where: { $0.exists && $0.isHittable }) { return press(button) }
    let menu = ["MoreMenuButton", "More", "PageFormatMenuButton", "Page Menu"].map {
      safari.buttons[$0].firstMatch
    }
    for _ in 0..<2 {
      try tap("menu with Share in Safari", menu)
      if let item = look(for: safari.ways(beginning: "Share"), within: 5) { return press(item) }
    }
    throw Failure("There is no Share in Safari.")
  }
}
