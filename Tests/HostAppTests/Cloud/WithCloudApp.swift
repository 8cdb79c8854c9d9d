import Foundation
import Shared
import Testing

@testable import HostApp

/// Passes the model of an app with the folders of a test, its played iCloud, and the folder of both to a closure.
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

/// The folders of a test of iCloud.
struct CloudRooms {
  let path: String
  var here: String { path + "/AppGroup/Documents/" }
  var there: String { path + "/Cloud/Container/Documents/" }
  var data: String { path + "/Cloud/Container/" }

  func text(_ file: String) -> String? { try? String(contentsOfFile: file, encoding: .utf8) }
}

/// An app that is signed in to iCloud.
///
/// - Parameters:
///   - here: documents of this device.
///   - there: documents of iCloud.
@MainActor
func withCloud(
  here: [String] = [], there: [String] = [],
  _ body: (HostModel, PlayedDrive, CloudRooms) async throws -> Void
) async throws {
  try await withCloudApp { (model: HostModel, played: PlayedDrive, path: String) async throws in
    let rooms = CloudRooms(path: path)
    for name in here { try put("here", at: rooms.here + name) }
    for name in there { try put("there", at: rooms.there + name) }
    await model.activate()
    try await body(model, played, rooms)
  }
}
