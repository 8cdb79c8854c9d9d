import SwiftUI

@testable import HostApp

/// iCloud Drive as the user operates it.
extension AppScreen {
  func performInCloud(_ command: AppCommand) async throws {
    switch command {
    case .cloud(let folder):
      try await enterCloud()
      try await enter(folder)
    case .moveToCloud(let path): try harness.longPress(try await find(path), "Move to iCloud")
    case .moveFromCloud(let path): try await longPress(path, "Move to Intray")
    case .download(let path): try await longPress(path, "Download")
    case .evict(let path): try await longPress(path, "Remove Download")
    default: return
    }
  }

  private func longPress(_ path: String, _ action: String) async throws {
    try await enterCloud()
    try harness.longPress(try await find(path), action)
  }

  private func enterCloud() async throws {
    try harness.backToStart()
    try harness.press("iCloud Drive")
    let (cloud, drive) = (model.cloud, browser.drive)
    try await harness.wait { _ in drive.entries != nil || cloud.problem != nil }
  }
}
