import Foundation
import XCTest

/// The app on a screen, used as the user uses it. Folders of its own making are enough: what happens to documents is
/// tested without a screen, and the share sheet and Files are the system's apps, which a test cannot drive reliably.
///
/// Each test makes a folder with a name that no other has, so what earlier runs left does not matter. Waiting ends as
/// soon as the element is there; the limits are for a machine that is busy.
final class IntrayUITests: XCTestCase {
  override func setUpWithError() throws {
    continueAfterFailure = false
  }

  @MainActor func testTheAppOpensWithItsDocuments() {
    let app = launch()
    XCTAssertTrue(app.navigationBars["Documents"].waitForExistence(timeout: 20))
  }

  @MainActor func testTheUserRenamesAFolder() {
    let app = launch()
    let name = makeFolder(in: app)
    row(name, in: app).press(forDuration: 1)
    tap("Rename", in: app)
    type("Renamed \(name)", in: app)
    XCTAssertTrue(row("Renamed \(name)", in: app).waitForExistence(timeout: 10))
  }

  @MainActor func testADeletedFolderIsInRecentlyDeletedAndUndoRestoresIt() {
    let app = launch()
    let name = makeFolder(in: app)
    row(name, in: app).swipeLeft()
    tap("Delete", in: app)
    XCTAssertTrue(app.staticTexts["“\(name)” is in Recently Deleted."].waitForExistence(timeout: 10))
    tap("Undo", in: app)
    XCTAssertTrue(row(name, in: app).waitForExistence(timeout: 10))
  }

  @MainActor func testASearchFindsByAPartOfTheName() {
    let app = launch()
    let (found, other) = (makeFolder(in: app), makeFolder(in: app))
    let field = app.searchFields.firstMatch
    // The field hides above a list until the list is pulled down.
    if !field.waitForExistence(timeout: 5) { app.swipeDown() }
    XCTAssertTrue(field.waitForExistence(timeout: 10))
    field.tap()
    field.typeText(found)
    XCTAssertTrue(row(other, in: app).waitForNonExistence(timeout: 10))
    XCTAssertTrue(row(found, in: app).exists)
  }

  /// ⌘N is the system's own command for another window of an app that has several scenes.
  @MainActor func testASecondWindowShowsTheDocumentsToo() throws {
    let app = launch()
    // The narrowest iPad is 744 points wide, the widest iPhone 440.
    guard app.frame.width > 500 else { throw XCTSkip("An iPhone shows one window.") }
    XCTAssertTrue(app.navigationBars["Documents"].waitForExistence(timeout: 20))
    let count = app.windows.count
    app.typeKey("n", modifierFlags: .command)
    XCTAssertTrue(app.windows.element(boundBy: count).waitForExistence(timeout: 10))
  }

  // MARK: - What the user does

  @MainActor private func launch() -> XCUIApplication {
    let app = XCUIApplication()
    app.launchArguments = ["-AppleLanguages", "(en)", "-AppleLocale", "en_US"]
    app.launch()
    // The first steps are shown once.
    let firstSteps = app.navigationBars["Get Started"].buttons["Done"]
    if firstSteps.waitForExistence(timeout: 5) { firstSteps.tap() }
    return app
  }

  @MainActor private func makeFolder(in app: XCUIApplication) -> String {
    let name = "Trial \(UUID().uuidString.prefix(8))"
    tap("More", in: app)
    tap("New Folder", in: app)
    type(name, in: app)
    XCTAssertTrue(row(name, in: app).waitForExistence(timeout: 10))
    return name
  }

  @MainActor private func type(_ name: String, in app: XCUIApplication) {
    let field = app.textFields["New Name"]
    XCTAssertTrue(field.waitForExistence(timeout: 10))
    field.tap()
    let old = (field.value as? String)?.count ?? 0
    field.typeText(String(repeating: XCUIKeyboardKey.delete.rawValue, count: old) + name)
    tap("Save", in: app)
  }

  @MainActor private func tap(_ button: String, in app: XCUIApplication) {
    let element = app.buttons[button].firstMatch
    XCTAssertTrue(element.waitForExistence(timeout: 10), "no button \(button)")
    element.tap()
  }

  /// A row is one element to VoiceOver: its kind, its name and its size.
  @MainActor private func row(_ name: String, in app: XCUIApplication) -> XCUIElement {
    app.buttons.matching(NSPredicate(format: "label CONTAINS %@", name)).firstMatch
  }
}
