import Foundation
import Observation
import Shared
import Testing

@testable import HostApp

/// Lends the model of an app over folders of a test's own, and the folder that they are in.
///
/// - Parameters:
///   - disk: does not wait for the drive, because what is synced when is the concern of `SharedTests`.
///   - drive: what plays iCloud for an app in that folder.
@MainActor
func withApp(
  _ files: FilesRegistration = FilesRegistration(), disk: Disk = .system.withoutSyncs,
  notifier: ChangeNotifier = ChangeNotifier(),
  visits: LastVisit = .kept, drive: (String) throws -> CloudDrive = { _ in .system },
  duplicateAnswer: Preferences.DuplicateAnswer = .ask,
  _ body: (HostModel, String) async throws -> Void
) async throws {
  try await withScratch { scratch async throws in
    for folder in ["AppGroup", "App/Documents"] {
      try FileManager.default.createDirectory(
        atPath: scratch.path + "/" + folder, withIntermediateDirectories: true)
    }
    var preferences = Preferences()
    preferences.duplicateAnswer = duplicateAnswer
    let library = DocumentLibrary(
      container: Container(path: scratch.path + "/AppGroup", disk: disk),
      sandbox: Sandbox(path: scratch.path + "/App", disk: disk), notifier: notifier,
      drive: try drive(scratch.path), preferences: { [preferences] in preferences })
    let model = HostModel(library: library, files: files, visits: visits)
    try await body(model, scratch.path)
    try await settle(model)
  }
}

/// Waits until a model uses no disk any more: what came in is compared while the app goes on, and the last look at a
/// folder may still be under way. A test calls this before its folders are removed.
@MainActor
func settle(_ model: HostModel) async throws {
  try await until { !model.recents.isBusy }
  await model.browser.work?.value
  await model.browser.info?.work?.value
}

/// Lends the list of an app that is active over some documents, each of which holds its own path, and the folder that
/// the test's folders are in. No copy is left half made at the end.
@MainActor
func withBrowser(
  _ names: [String], _ files: FilesRegistration = FilesRegistration(), disk: Disk = .system.withoutSyncs,
  _ body: (NavigationModel, String) async throws -> Void
) async throws {
  try await withApp(files, disk: disk) { (model: HostModel, path: String) async throws in
    for name in names { try put(name, at: path + "/AppGroup/Documents/" + name) }
    await model.activate()
    try await body(model.browser, path)
    await model.browser.work?.value
    #expect(model.browser.compressions.isEmpty)
    #expect(try contents(of: path + "/AppGroup/Staging").isEmpty)
  }
}

/// Waits until a condition holds. It is asked again after each change of an observable model that it read.
@MainActor
func until(
  _ condition: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let (changes, changed) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  let alarm = Task {
    // Without the change the test would never end; a machine that does much else is slow.
    try await Task.sleep(for: .seconds(600))
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

extension NavigationModel {
  /// The paths that are listed.
  var listed: [String] { list.entries.map(\.path.description) }

  /// The user goes into a folder.
  func enter(_ folder: DocumentPath) async {
    way.append(folder)
    await work?.value
  }
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
