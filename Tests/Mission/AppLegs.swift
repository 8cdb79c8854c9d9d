import Foundation
import XCTest

/// The user in the app alone.
final class AppLegs: Leg {
  @MainActor func testTheAppShowsRecentsAndDocuments() throws {
    let app = try openIntray()
    try go(to: "Recents", in: app)
    keepPicture("Recents")
    try go(to: "Documents", in: app)
    keepPicture("Documents")
  }

  @MainActor func testTheUserRenamesAFolder() throws {
    let app = try openIntray()
    let (old, new) = ("Trial \(mark)", "Renamed \(mark)")
    try makeFolder(old, in: app)
    press(try find("folder \(old)", row(old, in: app)), forSeconds: 1)
    try tap("Rename", app.ways(to: "Rename"))
    type(new, into: try find("field for the name", [app.textFields["New Name"], app.textFields.firstMatch]))
    try tap("Save", app.ways(to: "Save"))
    try find("folder \(new)", row(new, in: app))
    if look(for: row(old, in: app), within: 1) != nil { throw Failure("There is \(old) still.") }
  }

  @MainActor func testADeletedFolderIsInRecentlyDeletedAndUndoRestoresIt() throws {
    let app = try openIntray()
    let name = "Trial \(mark)"
    try makeFolder(name, in: app)
    try find("folder \(name)", row(name, in: app)).swipeLeft()
    try tap("Delete", app.ways(to: "Delete"))
    try find("news of the deletion", [app.staticTexts["“\(name)” is in Recently Deleted."].firstMatch])
    try tap("Undo", app.ways(to: "Undo"))
    try find("folder \(name)", row(name, in: app))
  }

  @MainActor func testASearchFindsByAPartOfTheName() throws {
    let app = try openIntray()
    let (found, other) = ("Found \(mark)", "Other \(mark)")
    try makeFolder(found, in: app)
    try makeFolder(other, in: app)
    let field = app.searchFields.firstMatch
    // It hides above a list until the list is pulled down; on iOS 26 it is a button below the list.
    if look(for: [field], within: 3) == nil {
      let button = app.buttons["Search"].firstMatch
      if button.exists { press(button) } else { app.swipeDown() }
    }
    try find("search field", [field])
    press(field)
    field.typeText(String(found.prefix(found.count - 2)))
    try expectGone(
      "folder \(other)", app.buttons.matching(NSPredicate(format: "label CONTAINS %@", other)).firstMatch)
    try find("folder \(found)", row(found, in: app))
  }

  /// ⌘N is the system’s own command for another window of an app that has several scenes.
  @MainActor func testASecondWindowShowsTheDocumentsToo() throws {
    let app = try openIntray()
    // The narrowest iPad is 744 points wide, the widest iPhone 440.
    guard app.frame.width > 500 else { throw XCTSkip("An iPhone shows one window.") }
    try go(to: "Documents", in: app)
    let count = app.windows.count
    app.typeKey("n", modifierFlags: .command)
    try find("second window", [app.windows.element(boundBy: count)])
  }

  @MainActor func testTheCheckOfThisDeviceFindsWhatIntrayReliesOn() throws {
    let app = try openIntray()
    // The place from which Help is one tap.
    try go(to: "Intray", in: app)
    try tap("Help", app.ways(to: "Help"))
    let link = app.ways(to: "Check This Device")
    for _ in 0..<6 where link.allSatisfy({ !$0.exists || !$0.isHittable }) { app.swipeUp() }
    try tap("Check This Device", link)
    // Each of its waits ends after 15 seconds.
    try find("finding", findings(in: app), within: 90)
    keepPicture("Check This Device")
    var lines: Set<String> = []
    // Rows out of sight are no elements.
    for _ in 0..<8 {
      let seen = lines.count
      let verdicts = NSPredicate(format: "label BEGINSWITH %@ OR label BEGINSWITH %@", "yes ", "NO ")
      lines.formUnion(
        app.descendants(matching: .any).matching(verdicts).allElementsBoundByIndex.map { $0.label })
      if lines.count == seen { break }
      app.swipeUp()
    }
    // In a simulator no sandbox guards Documents/Inbox, which is there once a document was opened in Intray.
    let refused = lines.filter { $0.hasPrefix("NO ") && !$0.contains("Documents/Inbox") }
    // The disk alone makes eight findings.
    guard lines.count > 8, refused.isEmpty else {
      throw Failure("Check This Device: \(lines.count) verdicts, \(refused.sorted().joined(separator: "; "))")
    }
  }

  @MainActor private func findings(in app: XCUIApplication) -> [XCUIElement] {
    ["yes ", "NO "].flatMap { app.ways(beginning: $0) }
  }
}
