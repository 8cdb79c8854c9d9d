import Foundation
import XCTest

/// The user works with Intray’s documents in Files.
final class FilesLegs: Leg {
  @MainActor func testFilesShowsADocumentAndTheAppHasTheNameThatFilesGaveIt() throws {
    let (old, new) = ("Old \(mark)", "New \(mark)")
    try makeNote(old, in: openIntray())
    let files = try openIntrayInFiles()
    let document = try find("document \(old) in Files", self.document(old, in: files), within: 90)
    keepPicture("Files shows Intray and the document")
    try choose("Rename", for: document, in: files)
    let field = try find(
      "field for the name in Files",
      [files.collectionViews.textFields, files.textFields, files.collectionViews.textViews].map(\.firstMatch))
    // Files hides the extension or not, as the user has set.
    let ending = (field.value as? String)?.hasSuffix(".txt") == true ? ".txt" : ""
    type(new + ending + "\n", into: field)
    try find("document \(new) in Files", self.document(new, in: files), within: 30)
    try expectInIntray(new)
    let app = XCUIApplication.intray
    if look(for: row(old, in: app), within: 1) != nil { throw Failure("Intray has \(old) still.") }
  }

  @MainActor func testADocumentThatFilesDeletesIsInRecentlyDeletedOfTheApp() throws {
    let name = "Deleted \(mark)"
    try makeNote(name, in: openIntray())
    let files = try openIntrayInFiles()
    let document = try find("document \(name) in Files", self.document(name, in: files), within: 90)
    try choose("Delete", for: document, in: files)
    try expectGone("document \(name) in Files", document, within: 30)
    let app = try openIntray()
    try go(to: "Recently Deleted", in: app)
    try find("document \(name) in Recently Deleted", row(name, in: app), within: 30)
    try go(to: "Documents", in: app)
    if look(for: row(name, in: app), within: 1) != nil { throw Failure("\(name) is in Documents still.") }
  }

  /// The sender’s app keeps a document where Files shows it: *On My iPhone*, in a folder of the app. What the user opens in
  /// Intray the system copies into Intray’s Documents/Inbox, and Intray takes it in when it becomes active.
  @MainActor func testADocumentThatFilesOpensInIntrayIsTakenIn() throws {
    _ = try openIntray()
    XCUIApplication.sender.launch(in: "en", with: ["-Mark", mark])
    try find("app of these tests", [XCUIApplication.sender.buttons["Share PDF"].firstMatch])
    let name = "Kept \(mark)"
    let files = try openPlaces()
    try tap("On My iPhone in Files", place("On My iPhone", in: files) + place("On My iPad", in: files))
    try tap(
      "folder of the sender in Files",
      [files.cells["Mission Sender, Container"].firstMatch] + files.ways(beginning: "Mission Sender"),
      within: 30)
    let document = try find("document \(name) in Files", self.document(name, in: files), within: 30)
    try choose(["Open in Intray", "Copy to Intray", "Open in “Intray”"], of: files) {
      try choose("Share", for: document, in: files)
    }
    let app = XCUIApplication.intray
    guard app.wait(for: .runningForeground, timeout: 30) else { throw Failure("Intray doesn’t open.") }
    try go(to: "Documents", in: app)
    try find("document \(name) in Intray", row(name, in: app), within: 30)
    keepPicture("Intray has what was opened in it")
  }

  // MARK: - What the user does in Files

  /// Files, with the list of places. It opens where it was left.
  @MainActor private func openPlaces() throws -> XCUIApplication {
    let files = XCUIApplication.files
    files.launch()
    _ = files.wait(for: .runningForeground, timeout: 60)
    // A document that is open lies over everything.
    let done = files.navigationBars.buttons["Done"].firstMatch
    if done.exists { press(done) }
    let browse = [files.tabBars.buttons["Browse"], files.buttons["Browse"], files.buttons["Show Sidebar"]]
      .map(\.firstMatch)
    let local = place("On My iPhone", in: files) + place("On My iPad", in: files)
    // The first tap shows the folder that was open, the second the places.
    for _ in 0..<3 where look(for: local, within: 3) == nil {
      try tap("Browse in Files", browse, within: 30)
    }
    try find("list of places in Files", local)
    return files
  }

  @MainActor private func place(_ name: String, in files: XCUIApplication) -> [XCUIElement] {
    [
      files.cells["DOC.sidebar.item.\(name)"], files.staticTexts["DOC.sidebar.item.\(name)"],
      files.cells.staticTexts[name], files.staticTexts[name], files.cells[name],
    ].map(\.firstMatch)
  }

  /// Files, with Intray’s documents. A place of another app may have to be turned on first.
  @MainActor private func openIntrayInFiles() throws -> XCUIApplication {
    let files = try openPlaces()
    if look(for: place("Intray", in: files), within: 20) == nil {
      try tap(
        "More in Files", [files.navigationBars.buttons["More"], files.buttons["More"]].map(\.firstMatch))
      try tap("Edit in Files", files.ways(to: "Edit"))
      try tap("switch of Intray in Files", [files.switches["Intray"]] + files.ways(beginning: "Intray"))
      try tap("Done in Files", files.ways(to: "Done"))
    }
    keepPicture("The places in Files")
    try tap("Intray in Files", place("Intray", in: files))
    return files
  }

  /// A document in the list, or among the icons, that Files shows: “Letter, pdf”.
  @MainActor private func document(_ name: String, in files: XCUIApplication) -> [XCUIElement] {
    let begins = NSPredicate(format: "label BEGINSWITH %@ OR identifier BEGINSWITH %@", name, name)
    return [
      files.collectionViews["File View"].cells.matching(begins).firstMatch,
      files.cells.matching(begins).firstMatch, files.cells.containing(begins).firstMatch,
      files.staticTexts.matching(begins).firstMatch,
    ]
  }

  /// Chooses in the menu of a document.
  @MainActor private func choose(_ item: String, for document: XCUIElement, in files: XCUIApplication) throws
  {
    press(document, forSeconds: 1.5)
    try tap(
      "\(item) in the menu of Files", [files.collectionViews.buttons[item].firstMatch] + files.ways(to: item))
  }
}
