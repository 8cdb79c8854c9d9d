import Foundation
import Shared

@testable import HostApp

#if canImport(TestSupport)
  import TestSupport
#endif

/// Lends the model of an app over folders of a test's own, and the folder that they are in.
///
/// - Parameter drive: what plays iCloud for an app in that folder.
@MainActor
func withApp(
  _ files: FilesRegistration = FilesRegistration(), disk: Disk = .system,
  notifier: ChangeNotifier = ChangeNotifier(),
  visits: LastVisit = .kept, drive: (String) throws -> CloudDrive = { _ in .system },
  _ body: (HostModel, String) async throws -> Void
) async throws {
  try await withScratch { scratch async throws in
    for folder in ["AppGroup", "App/Documents"] {
      try FileManager.default.createDirectory(
        atPath: scratch.path + "/" + folder, withIntermediateDirectories: true)
    }
    let library = DocumentLibrary(
      container: Container(path: scratch.path + "/AppGroup", disk: disk),
      sandbox: Sandbox(path: scratch.path + "/App", disk: disk), notifier: notifier,
      drive: try drive(scratch.path))
    try await body(HostModel(library: library, files: files, visits: visits), scratch.path)
  }
}

/// Writes a file; folders on the way are made too.
func put(_ text: String, at path: String) throws {
  try FileManager.default.createDirectory(
    atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
  try Data(text.utf8).write(to: URL(fileURLWithPath: path))
}
