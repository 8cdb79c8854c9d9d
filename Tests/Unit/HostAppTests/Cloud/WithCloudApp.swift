import Foundation
import IntrayCore
import Testing

@testable import HostApp

/// Opens an app and its played iCloud, in the folder of the test.
@MainActor
func openCloudApp(account: CloudAccount? = PlayedDrive.ada) throws -> (
  HostModel, PlayedDrive, String
) {
  let played = try PlayedDrive(at: AppFolder.current.path + "/Cloud", account: account)
  let (model, path) = try openApp(drive: played.drive)
  return (model, played, path)
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
func openCloud(here: [String] = [], there: [String] = []) async throws -> (
  HostModel, PlayedDrive, CloudRooms
) {
  let (model, played, path) = try openCloudApp()
  let rooms = CloudRooms(path: path)
  for name in here { try put("here", at: rooms.here + name) }
  for name in there { try put("there", at: rooms.there + name) }
  await model.activate()
  return (model, played, rooms)
}
