import Foundation
import XCTest

/// The system's share sheet, and Intray's own sheet over it.
extension Leg {
  /// The processes in which the share sheet of an app may be.
  @MainActor private func processes(of app: XCUIApplication) -> [XCUIApplication] {
    [app, .sharing].filter { $0.isRunning }
  }

  /// Ways to the share sheet of an app.
  @MainActor func shareSheet(of app: XCUIApplication) -> [XCUIElement] {
    processes(of: app).flatMap { process in
      [
        process.otherElements["ActivityListView"], process.navigationBars["UIActivityContentView"],
        process.collectionViews["activityCollectionView"],
      ].map(\.firstMatch)
    }
  }

  /// Taps an entry of the share sheet: an app, or an action.
  ///
  /// The row of apps scrolls, a new extension may be behind *More*, and one that was just installed appears some seconds
  /// late, sometimes only in a sheet that is opened anew.
  ///
  /// - Parameters:
  ///   - names: what the entry may be called.
  ///   - open: opens the sheet.
  /// - Throws: `XCTSkip` where Apple hides the names of the entries from tests.
  @MainActor func choose(
    _ names: [String], of app: XCUIApplication, opening open: @MainActor () throws -> Void
  ) throws {
    for _ in 0..<3 {
      try open()
      try find("share sheet", shareSheet(of: app), within: 30)
      keepPicture("The share sheet")
      if let entry = entry(names, of: app) { return press(entry) }
      closeShareSheet(of: app)
    }
    try open()
    try find("share sheet", shareSheet(of: app), within: 30)
    if apps(in: app).allSatisfy({ !$0.exists }) {
      keepEvidence("Skipped")
      throw XCTSkip(
        "Apple hides the entries of the share sheet from tests here: \(names[0]) can’t be tapped.")
    }
    throw Failure("There is no \(names[0]) in the share sheet.")
  }

  @MainActor private func entry(_ names: [String], of app: XCUIApplication) -> XCUIElement? {
    func ways() -> [XCUIElement] {
      processes(of: app).flatMap { process in names.flatMap { process.ways(to: $0) } }
    }
    if let entry = look(for: ways(), within: 10) { return entry }
    // The row is as wide as some screens.
    for _ in 0..<3 {
      guard let first = apps(in: app).first(where: { $0.exists && $0.isHittable }) else { break }
      first.swipeLeft()
      if let entry = look(for: ways(), within: 2) { return entry }
    }
    // The list of all apps.
    let more = processes(of: app).flatMap { [$0.cells["More"], $0.buttons["More"]].map(\.firstMatch) }
    guard let more = more.first(where: { $0.exists && $0.isHittable }) else { return nil }
    more.tap()
    return look(for: ways(), within: 5)
  }

  /// Apps of Apple's in the row of apps. Each simulator has some of them.
  @MainActor private func apps(in app: XCUIApplication) -> [XCUIElement] {
    processes(of: app).flatMap { process in
      ["Reminders", "Messages", "Mail", "Notes", "More"].flatMap { process.ways(to: $0) }
    }
  }

  @MainActor func closeShareSheet(of app: XCUIApplication) {
    let sheet = shareSheet(of: app).first { $0.exists }
    let ways = processes(of: app).flatMap { process in
      [
        process.buttons["header.closeButton"], process.buttons["Close"],
        process.otherElements["PopoverDismissRegion"],
      ].map(\.firstMatch)
    }
    if let close = look(for: ways, within: 5) { press(close) } else { app.swipeDown() }
    _ = sheet?.waitForNonExistence(timeout: 5)
  }

  /// Saves on Intray's sheet, under a name and into a new folder of Documents. The elements of an extension are among those of
  /// the app that shares.
  @MainActor func save(as name: String, into folder: String, in app: XCUIApplication) throws {
    let inSheet = processes(of: app)
    // Until everything is loaded, the sheet shows how far it is.
    let named = NSPredicate(format: "label == %@ OR placeholderValue == %@", "Name", "Untitled")
    let field = try find(
      "field for the name", inSheet.map { $0.textFields.matching(named).firstMatch }, within: 45)
    type(name, into: field)
    keepPicture("Intray’s sheet")
    try tap("Choose Another Folder", inSheet.flatMap { $0.ways(to: "Choose Another Folder") })
    type(folder, into: try find("field for a folder", inSheet.map { $0.textFields["New Folder"].firstMatch }))
    try tap("Create", inSheet.flatMap { $0.ways(to: "Create") })
    let save = try find("Save", inSheet.map { $0.buttons["Save"].firstMatch })
    press(save)
    try expectGone("Save on Intray’s sheet", save, within: 30)
    let refused = inSheet.map { $0.staticTexts["Not Saved"].firstMatch }
    if look(for: refused, within: 2) != nil { throw Failure("Intray’s sheet says that nothing was saved.") }
    // It goes by itself, unless Files does not show Intray: then the user reads so.
    let done = inSheet.map { $0.buttons["Done"].firstMatch }
    if let done = done.first(where: { $0.exists }) { press(done) }
  }
}
