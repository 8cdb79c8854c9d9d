import Foundation
import IntrayCore
import TestSupport

/// iCloud, as the device knows it: who is signed in, whether it can be reached, and what is there and not here.
struct CloudServer {
  /// What the simulator's user has set.
  struct Settings: Codable {
    /// The account that is signed in; nil is none.
    var account: String? = "ada"
    var isOffline = false
    var isFull = false
  }

  private let device: Device

  init(_ device: Device) {
    self.device = device
  }

  /// Until the simulator's user sets them, the device is signed in and online.
  var settings: Settings {
    // If the file is missing or half written, the defaults apply.
    (try? JSONDecoder().decode(Settings.self, from: Data(contentsOf: file))) ?? Settings()
  }

  func set(_ settings: Settings) throws {
    try JSONEncoder().encode(settings).write(to: file, options: .atomic)
  }

  /// The drive for one process. What is fetched arrives in a few pieces, at once.
  func drive() throws -> CloudDrive {
    let settings = settings
    let played = try PlayedDrive(
      container: device.cloud, away: device.cloudServer + "/Away",
      account: settings.account.map { CloudAccount(token: $0.utf8) })
    let container = device.cloud
    played.before { call, item throws(CloudError) in
      if settings.isOffline, [.fetch, .moveIn, .remove].contains(call) { throw .unreachable }
      if settings.isFull, call == .moveIn { throw .noSpace }
      guard call == .fetch else { return }
      Task {
        for part in [0.25, 0.75, 1] { try played.arrive(String(item.dropFirst(container.count + 1)), part) }
      }
    }
    return played.drive
  }

  private var file: URL { URL(fileURLWithPath: device.cloudServer + "/settings.json") }
}
