import Foundation
import IntrayCore
import Observation
import SwiftUI
import Testing

@testable import HostApp

#if canImport(AppleFoundation)
  import AppleFoundation
  import UIKit
#endif

/// Gives each test of a suite a pasteboard and a folder of its own for its apps, and waits at the end until they use it no more.
struct AppTrait: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    #if canImport(AppleFoundation)
      try await StandIn.Pasteboard.$ofTask.withValue(StandIn.Pasteboard()) {
        try await AppFolder.lend(function)
      }
    #else
      try await AppFolder.lend(function)
    #endif
  }
}

extension Trait where Self == AppTrait {
  static var inApp: Self { AppTrait() }
}

/// The folder of the apps of a test.
@MainActor
final class AppFolder {
  @TaskLocal fileprivate static var lent: AppFolder?

  /// The one of the test that is run.
  static var current: AppFolder {
    guard let lent else { preconditionFailure("The suite is not marked with inApp.") }
    return lent
  }

  nonisolated let path: String
  private var drivers: [ObjectIdentifier: WindowDriver] = [:]
  private var ends: [() async throws -> Void] = []

  private nonisolated init(path: String) { self.path = path }

  /// Does something when the test is over; the last is done first.
  func atEnd(_ end: @escaping () async throws -> Void) { ends.append(end) }

  /// The user at the window in front of an app; a new one, when there is none.
  func driver(of app: HostModel) -> WindowDriver {
    let window = app.windows.front ?? WindowDriver(app).window
    let driver = drivers[ObjectIdentifier(window)] ?? WindowDriver(window)
    drivers[ObjectIdentifier(window)] = driver
    return driver
  }

  /// Lends one meanwhile.
  static func lend(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
  ) async throws {
    let scratch = try Scratch()
    let folder = AppFolder(path: scratch.path)
    do {
      try await $lent.withValue(folder, operation: body)
      try await $lent.withValue(folder) { try await folder.close() }
    } catch {
      await folder.leave()
      // The test's own error is the one to tell.
      try? scratch.remove()
      throw error
    }
    // The last look of a window that is gone may make a folder of the container again meanwhile.
    while true {
      do {
        return try scratch.remove()
      } catch let error as DiskError where error.code == .notEmpty {
        await Task.yield()
      }
    }
  }

  private func close() async throws {
    while let end = ends.popLast() { try await end() }
    leave()
  }

  /// Lets go of the screens, on the main actor, as views must be.
  private func leave() {
    #if canImport(AppleFoundation)
      for driver in drivers.values { driver.harness = nil }
    #endif
    (ends, drivers) = ([], [:])
  }
}

/// Opens an app over the folder of the test.
///
/// - Parameters:
///   - disk: does not wait for the drive, because what is synced when is the concern of `SharedTests`.
///   - drive: what plays iCloud for an app in that folder.
///   - patience: how long the app waits for Files and for iCloud.
@MainActor
func openApp(
  _ files: FilesRegistration = FilesRegistration(), disk: Disk = .system.withoutSyncs,
  notifier: ChangeNotifier = ChangeNotifier(),
  drive: CloudDrive = .system,
  duplicateAnswer: Preferences.DuplicateAnswer = .ask, markupAnswer: Preferences.MarkupAnswer = .ask,
  searchesContents: Bool = true, patience: Duration = .seconds(10)
) throws -> (HostModel, String) {
  let path = AppFolder.current.path
  for folder in ["AppGroup", "App/Documents"] {
    try FileManager.default.createDirectory(atPath: path + "/" + folder, withIntermediateDirectories: true)
  }
  var preferences = Preferences()
  (preferences.duplicateAnswer, preferences.markupAnswer) = (duplicateAnswer, markupAnswer)
  preferences.searchesContents = searchesContents
  let library = DocumentLibrary(
    container: Container(path: path + "/AppGroup", disk: disk),
    sandbox: Sandbox(path: path + "/App", disk: disk), notifier: notifier,
    drive: drive, preferences: { [preferences] in preferences })
  let model = HostModel(library: library, files: files, patience: patience)
  AppFolder.current.atEnd {
    try await settle(model)
    // It closes files when it is deleted, and nothing may do that while the folder is removed.
    await model.contents.delete()
    // A window and its app hold each other.
    for window in model.windows.all { model.windows.close(window) }
  }
  return (model, path)
}

extension DocumentLibrary {
  /// One over the folder of the test.
  @MainActor
  static var ofTest: DocumentLibrary {
    let path = AppFolder.current.path
    return DocumentLibrary(
      container: Container(path: path + "/AppGroup"), sandbox: Sandbox(path: path + "/App"))
  }
}

/// Waits until a model uses no disk any more: what came in is compared while the app goes on, and the last look at a
/// folder may still be under way. A test calls this before its folders are removed.
@MainActor
func settle(_ model: HostModel) async throws {
  try await until { !model.recents.isBusy }
  for window in model.windows.all {
    await window.work?.value
    if case .info(let info)? = window.sheet { await info.work?.value }
  }
  await model.cloud.work?.value
  await model.contents.stop()
  try await until { !model.contents.isReading }
}

/// Opens an app that is active over some documents, each of which holds its own path.
@MainActor
func openActiveApp(
  _ names: [String], _ files: FilesRegistration = FilesRegistration(),
  disk: Disk = .system.withoutSyncs
) async throws -> (HostModel, String) {
  let (model, path) = try openApp(files, disk: disk)
  for name in names { try put(name, at: path + "/AppGroup/Documents/" + name) }
  await model.activate()
  return (model, path)
}

/// The list of an app that is active over some documents. No copy is left half made at the end.
@MainActor
func openBrowser(
  _ names: [String], _ files: FilesRegistration = FilesRegistration(),
  disk: Disk = .system.withoutSyncs
) async throws -> (WindowDriver, String) {
  let (model, path) = try await openActiveApp(names, files, disk: disk)
  let browser = model.browser
  await browser.settle()
  AppFolder.current.atEnd { () async throws in
    await browser.settle()
    #expect(model.queue.works.isEmpty)
    #expect(try contents(of: path + "/AppGroup/Staging").isEmpty)
  }
  return (browser, path)
}

/// What a file of the App Group says.
@MainActor
func stored(_ place: String) throws -> String {
  try String(contentsOfFile: AppFolder.current.path + "/AppGroup/" + place, encoding: .utf8)
}

/// Waits until a condition holds. It is asked again after each change of an observable model that it read.
@MainActor
func until(
  _ condition: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let (changes, changed) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  let alarm = Task {
    // Without the change the test would never end; a machine that does much else is slow.
    try await Task.sleep(for: .seconds(300))
    changed.finish()
  }
  defer { alarm.cancel() }
  var iterator = changes.makeAsyncIterator()
  while !withObservationTracking(condition, onChange: { changed.yield() }) {
    let change: Void? = await iterator.next()
    try #require(change != nil, "it never happened", sourceLocation: sourceLocation)
  }
}

/// Runs the app's work in the foreground meanwhile: it follows the folders and the account, as the app does on screen.
@MainActor
func following(_ model: HostModel, _ body: () async throws -> Void) async throws {
  let work = Task { await model.follow() }
  await model.activate()
  do {
    try await body()
  } catch {
    work.cancel()
    await work.value
    throw error
  }
  work.cancel()
  await work.value
}

/// What a folder holds.
func contents(of folder: String) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
}

/// Writes a file; folders on the way are made too.
func put(_ text: String, at path: String) throws {
  try FileManager.default.createDirectory(
    atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
  try Data(text.utf8).write(to: URL(fileURLWithPath: path))
}

extension DocumentLibrary {
  /// Deposits a document, as another process does.
  func deposit(_ name: String, _ text: String) throws {
    _ = try Inbox(container).deposit { deposit throws(DiskError) in
      try deposit.add(Data(text.utf8), as: DocumentName(name))
    }
  }
}

/// The preview copies and parcels that are still there.
func leftCopies(_ path: String) throws -> [String] {
  let previewCopies = path + "/App/Library/Application Support/PreviewCopies"
  guard FileManager.default.fileExists(atPath: previewCopies) else { return [] }
  return try FileManager.default.subpathsOfDirectory(atPath: previewCopies).filter {
    $0.split(separator: "/").count > 1
  }
}

#if canImport(AppleFoundation)
  /// The screen of an app that is active over some documents.
  @MainActor
  func openScreen(_ names: [String]) async throws -> (ViewHarness, HostModel, String) {
    let (model, path) = try await openActiveApp(names)
    return (await show(model), model, path)
  }

  /// The screen of the window in front of an app.
  @MainActor
  func show(_ model: HostModel) async -> ViewHarness {
    let browser = model.browser
    let harness = ViewHarness(ContentView(window: browser.window))
    browser.harness = harness
    await browser.settle()
    return harness
  }

  /// The window of such an app at its documents, with the keys of a keyboard.
  @MainActor
  func openWindow(_ names: [String]) async throws -> (ViewHarness, HostModel, String) {
    let (model, path) = try await openActiveApp(names)
    return (await openWindow(of: model).harness, model, path)
  }

  /// A new window of an app, at its documents.
  @MainActor
  func openWindow(of model: HostModel) async -> (harness: ViewHarness, browser: WindowDriver) {
    let harness = ViewHarness(IntrayApp(model: model))
    // Now it is the one in front.
    _ = harness.text
    let browser = model.browser
    browser.harness = harness
    await browser.finish { $0.place = .documents }
    return (harness, browser)
  }

  /// Does something in a language of the app.
  func reading(
    _ language: String, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Void
  ) async throws {
    let catalogue = repository.appending(path: "HostApp/Localizable.xcstrings")
    try await Language.$ofTask.withValue(Language(language, catalogue: catalogue), operation: body)
  }
#endif
