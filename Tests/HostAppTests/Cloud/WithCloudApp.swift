import Foundation
import Shared
import Testing

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
  var played: PlayedDrive?
  try await withApp(drive: { path in
    let drive = try PlayedDrive(at: path + "/Cloud", account: account)
    played = drive
    return drive.drive
  }) { (model: HostModel, path: String) async throws in
    try await body(model, try #require(played), path)
  }
}
