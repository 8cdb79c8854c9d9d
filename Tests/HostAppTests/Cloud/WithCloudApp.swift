import Foundation
import Shared

@testable import HostApp

#if canImport(TestSupport)
  import TestSupport
#endif

/// Lends the model of an app over folders of a test's own, the folder that plays its iCloud, and the folder that
/// both are in.
@MainActor
func withCloudApp(
  account: CloudAccount? = PlayedDrive.ada, _ body: (HostModel, PlayedDrive, String) async throws -> Void
) async throws {
  let scratch = try Scratch()
  do {
    for folder in ["AppGroup/Documents", "App/Documents"] {
      try FileManager.default.createDirectory(
        atPath: scratch.path + "/" + folder, withIntermediateDirectories: true)
    }
    let played = try PlayedDrive(at: scratch.path + "/Cloud", account: account)
    let library = Library(
      container: Container(path: scratch.path + "/AppGroup"), sandbox: Sandbox(path: scratch.path + "/App"),
      drive: played.drive)
    try await body(HostModel(library: library), played, scratch.path)
  } catch {
    // The test's own error is the one to tell.
    try? scratch.remove()
    throw error
  }
  try scratch.remove()
}
