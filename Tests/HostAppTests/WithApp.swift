import Foundation
import Shared

@testable import HostApp

#if canImport(TestSupport)
  import TestSupport
#endif

/// Lends the model of an app over folders of a test's own, and the folder that they are in.
@MainActor
func withApp(
  _ files: FilesRegistration = FilesRegistration(), disk: Disk = .system, doorbell: Doorbell = Doorbell(),
  visits: Visits = .kept, _ body: (HostModel, String) async throws -> Void
) async throws {
  let scratch = try Scratch()
  do {
    for folder in ["AppGroup", "App/Documents"] {
      try FileManager.default.createDirectory(
        atPath: scratch.path + "/" + folder, withIntermediateDirectories: true)
    }
    let library = Library(
      container: Container(path: scratch.path + "/AppGroup", disk: disk),
      sandbox: Sandbox(path: scratch.path + "/App", disk: disk), doorbell: doorbell)
    try await body(HostModel(library: library, files: files, visits: visits), scratch.path)
  } catch {
    // The test's own error is the one to tell.
    try? scratch.remove()
    throw error
  }
  try scratch.remove()
}

/// Writes a file; folders on the way are made too.
func put(_ text: String, at path: String) throws {
  try FileManager.default.createDirectory(
    atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
  try Data(text.utf8).write(to: URL(fileURLWithPath: path))
}
