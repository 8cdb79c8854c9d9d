import Foundation
import XCTest

/// The user in Intray's app.
extension Leg {
  /// The app as it is when it was just opened. Opening it registers its place in Files.
  @MainActor func openIntray() throws -> XCUIApplication {
    answerQuestions()
    let app = XCUIApplication.intray
    app.launch(in: "en")
    // The first steps are shown once.
    let firstSteps = app.navigationBars["Get Started"].buttons["Done"].firstMatch
    if look(for: [firstSteps], within: 5) != nil { press(firstSteps) }
    return app
  }

  /// Goes to a place. The app opens with the place of its last life, and a first window with Recents. Where there is room for
  /// one column, the list of places is one or more steps back.
  @MainActor func go(to place: String, in app: XCUIApplication) throws {
    let bar = app.navigationBars[place].firstMatch
    // The list of places, a folder of folders: more steps lead nowhere.
    for _ in 0..<5 where !bar.exists {
      let row = [app.collectionViews.buttons[place], app.collectionViews.staticTexts[place]].map(\.firstMatch)
      if look(for: row + [bar], within: 2) == nil {
        try tap(
          "way back",
          [app.navigationBars.buttons["BackButton"], app.navigationBars.buttons["Intray"]].map(\.firstMatch)
            + [app.navigationBars.buttons.firstMatch])
      } else if !bar.exists {
        try tap("place \(place)", row)
        break
      }
    }
    try find("list of \(place)", [bar], within: 20)
  }

  /// Makes a folder in Documents.
  @MainActor func makeFolder(_ name: String, in app: XCUIApplication) throws {
    try add("New Folder", in: app)
    type(
      name, into: try find("field for the name", [app.textFields["New Name"]] + [app.textFields.firstMatch]))
    try tap("Save", app.ways(to: "Save"))
    try find("folder \(name)", row(name, in: app))
  }

  /// Makes a text document in Documents. Its first line becomes its name.
  @MainActor func makeNote(_ name: String, in app: XCUIApplication) throws {
    try add("New Text Note", in: app)
    type(name, into: try find("field for the words", [app.textViews.firstMatch]))
    try tap("Save", app.ways(to: "Save"))
    try find("document \(name)", row(name, in: app))
  }

  /// Chooses in the menu of what can be added to Documents.
  @MainActor private func add(_ item: String, in app: XCUIApplication) throws {
    try go(to: "Documents", in: app)
    try tap("Add", [app.navigationBars.buttons["Add"], app.buttons["Add"]].map(\.firstMatch))
    try tap(item, app.ways(to: item))
  }

  /// A row is one element to VoiceOver: name, kind, date and size.
  @MainActor func row(_ name: String, in app: XCUIApplication) -> [XCUIElement] {
    let named = NSPredicate(format: "label CONTAINS %@", name)
    return [
      app.collectionViews.buttons.matching(named).firstMatch, app.buttons.matching(named).firstMatch,
      app.cells.containing(named).firstMatch,
    ]
  }

  /// Opens the app and looks for a document in it, with the eyes of the user.
  ///
  /// - Parameter folder: a folder of Documents; nil is Documents itself.
  @MainActor func expectInIntray(_ name: String, in folder: String? = nil) throws {
    let app = try openIntray()
    try go(to: "Documents", in: app)
    if let folder { try tap("folder \(folder) in Intray", row(folder, in: app), within: 30) }
    try find("document \(name) in Intray", row(name, in: app), within: 30)
    keepPicture("Intray has \(name)")
  }
}
