import Foundation
import XCTest

/// A leg of the mission: what Intray is for, played in Apple's own apps in an iPhone simulator. `make mission` runs them all.
///
/// It cannot be run on Linux, where `make lint` only type-checks it, and it has not yet run on a Mac.
///
/// Each test is one leg and begins from a known state: it launches each app anew, and makes what it needs under a name that
/// no other run uses. So a sheet of Apple's that changes fails one leg. Sheets differ between systems: each element is looked
/// for in several ways, in turn, until one leads to it. Every wait has an end, in seconds that a busy machine needs. A leg that
/// fails leaves a picture of the screen and the elements of every process that takes part. A leg whose entry Apple hides from
/// tests is skipped with a sentence.
///
/// What public tests have found about Apple's apps stands beside each way as a comment.
class Leg: XCTestCase {
  /// A part of the names that this run uses.
  let mark = String(UUID().uuidString.prefix(8))

  private var isRecording = false

  override func setUpWithError() throws {
    continueAfterFailure = false
  }

  /// Keeps a picture and the elements with each failure, those that XCTest finds itself, too.
  override func record(_ issue: XCTIssue) {
    // XCTest calls it where the failure is, and every test here is bound to the main actor. a look at elements may fail, too.
    if Thread.isMainThread, !isRecording {
      isRecording = true
      // It stays on this thread.
      nonisolated(unsafe) let leg = self
      MainActor.assumeIsolated { leg.keepEvidence("Failed") }
      isRecording = false
    }
    super.record(issue)
  }

  // MARK: - Elements

  /// The element that the first of several ways leads to; nil if none does within the time. The ways are made for each look: a
  /// process that takes part may start meanwhile.
  @MainActor func look(for ways: @autoclosure () -> [XCUIElement], within seconds: TimeInterval)
    -> XCUIElement?
  {
    let end = Date(timeIntervalSinceNow: seconds)
    repeat {
      let ways = ways()
      if let found = ways.first(where: { $0.exists }) { return found }
      answerSystem()
      // The pause before the next look. It ends early when the first way leads there.
      if ways[0].waitForExistence(timeout: 1) { return ways[0] }
    } while Date.now < end
    return nil
  }

  /// The element that the first of several ways leads to.
  @MainActor @discardableResult
  func find(
    _ what: String, _ ways: @autoclosure () -> [XCUIElement], within seconds: TimeInterval = 15
  ) throws -> XCUIElement {
    guard let found = look(for: ways(), within: seconds) else {
      throw Failure("There is no \(what) after \(Int(seconds)) seconds.")
    }
    return found
  }

  /// Waits until an element is gone.
  @MainActor func expectGone(
    _ what: String, _ element: XCUIElement, within seconds: TimeInterval = 15
  ) throws {
    guard element.waitForNonExistence(timeout: seconds) else {
      throw Failure("There still is \(what) after \(Int(seconds)) seconds.")
    }
  }

  @MainActor func tap(
    _ what: String, _ ways: @autoclosure () -> [XCUIElement], within seconds: TimeInterval = 15
  ) throws {
    press(try find(what, ways(), within: seconds))
  }

  /// Taps an element, or holds it. Where the system's idea of the element is wrong, it taps the middle of its frame.
  @MainActor func press(_ element: XCUIElement, forSeconds duration: TimeInterval = 0) {
    waitUntilStill(element)
    if duration > 0 {
      element.press(forDuration: duration)
    } else if element.isHittable {
      element.tap()
    } else {
      element.coordinate(withNormalizedOffset: CGVector(dx: 0.5, dy: 0.5)).tap()
    }
  }

  /// Replaces the text of a field.
  @MainActor func type(_ text: String, into field: XCUIElement) {
    waitUntilStill(field)
    // An empty field has its placeholder as value, and a deletion too many does nothing.
    let old = (field.value as? String)?.count ?? 0
    // The cursor goes where the tap is: behind the text.
    field.coordinate(withNormalizedOffset: CGVector(dx: 0.95, dy: 0.5)).tap()
    field.typeText(String(repeating: XCUIKeyboardKey.delete.rawValue, count: old) + text)
  }

  /// Waits some seconds until an element can be hit: a tap on one that still moves is lost.
  @MainActor private func waitUntilStill(_ element: XCUIElement) {
    let end = Date(timeIntervalSinceNow: 5)
    while !element.isHittable, Date.now < end, !element.waitForNonExistence(timeout: 0.5) {}
  }

  // MARK: - Questions of the system

  /// Answers the system's questions that come over the apps. A leg begins with it.
  @MainActor func answerQuestions() {
    _ = addUIInterruptionMonitor(withDescription: "A question of the system") { Leg.answer($0) }
  }

  /// The monitor is asked only when a tap is blocked: a question that only hides something is looked for.
  @MainActor private func answerSystem() {
    let alert = XCUIApplication.springboard.alerts.firstMatch
    if alert.exists { _ = Leg.answer(alert) }
  }

  @MainActor private static func answer(_ alert: XCUIElement) -> Bool {
    let answers = ["Allow", "Allow Once", "Open", "Continue", "OK", "Not Now", "Close"]
    guard let button = answers.map({ alert.buttons[$0].firstMatch }).first(where: { $0.exists }) else {
      return false
    }
    button.tap()
    return true
  }

  // MARK: - Evidence

  /// What a leg ends with when something is not as it must be.
  struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }

  /// Keeps a picture of the screen and the elements of every process that takes part.
  @MainActor func keepEvidence(_ name: String) {
    keepPicture(name)
    for (name, process) in XCUIApplication.all where process.isRunning {
      let elements = XCTAttachment(string: process.debugDescription)
      elements.name = "Elements of \(name)"
      elements.lifetime = .keepAlways
      add(elements)
    }
  }

  /// Keeps a picture of the screen, also when the leg passes.
  @MainActor func keepPicture(_ name: String) {
    let picture = XCTAttachment(screenshot: XCUIScreen.main.screenshot())
    picture.name = name
    picture.lifetime = .keepAlways
    add(picture)
  }
}

extension XCUIApplication {
  @MainActor static var intray: XCUIApplication { XCUIApplication() }
  @MainActor static var safari: XCUIApplication {
    XCUIApplication(bundleIdentifier: "com.apple.mobilesafari")
  }
  @MainActor static var files: XCUIApplication { XCUIApplication(bundleIdentifier: "com.apple.DocumentsApp") }
  @MainActor static var springboard: XCUIApplication {
    XCUIApplication(bundleIdentifier: "com.apple.springboard")
  }
  /// On newer systems the cells of a share sheet are in this process.
  @MainActor static var sharing: XCUIApplication {
    XCUIApplication(bundleIdentifier: "com.apple.SharingUIService")
  }
  /// The app of these tests that shares what it is told to.
  @MainActor static var sender: XCUIApplication {
    // Both bundles have one prefix, which `make configure` sets.
    let own = Bundle(for: Leg.self).bundleIdentifier ?? ""
    return XCUIApplication(
      bundleIdentifier: own.split(separator: ".").dropLast().joined(separator: ".") + ".MissionSender")
  }

  /// Every process that takes part, with its name.
  @MainActor static var all: [(String, XCUIApplication)] {
    [
      ("Intray", .intray), ("Safari", .safari), ("Files", .files), ("the sender", .sender),
      ("the share sheet", .sharing), ("the Home Screen", .springboard),
    ]
  }

  /// A process that does not run has no elements, and asking for them is a failure of the test.
  @MainActor var isRunning: Bool { ![.unknown, .notRunning].contains(state) }

  /// Launches the app in English. Only an app that is built here takes arguments.
  @MainActor func launch(in language: String, with arguments: [String] = []) {
    launchArguments = ["-AppleLanguages", "(\(language))", "-AppleLocale", "en_US"] + arguments
    launch()
  }
}

extension XCUIElementTypeQueryProvider {
  /// Elements of several types with a label, or an identifier, that begins with a text.
  @MainActor func ways(beginning text: String) -> [XCUIElement] {
    let begins = NSPredicate(format: "label BEGINSWITH %@ OR identifier BEGINSWITH %@", text, text)
    return [buttons, cells, staticTexts, otherElements].map { $0.matching(begins).firstMatch }
  }

  /// Elements of several types with exactly this label or identifier.
  @MainActor func ways(to text: String) -> [XCUIElement] {
    [buttons, cells, menuItems, staticTexts].map { $0[text].firstMatch }
  }
}
