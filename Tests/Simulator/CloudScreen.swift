import SwiftUI

@testable import HostApp

/// iCloud Drive as the user operates it.
extension AppScreen {
  func performInCloud(_ command: AppCommand) async throws {
    switch command {
    case .cloud(let folder):
      try await enterCloud()
      try await enter(folder)
    case .moveToCloud(let path): try stage.longPress(try await find(path), "Move to iCloud")
    case .moveFromCloud(let path): try await longPress(path, "Move to Intray")
    case .download(let path): try await longPress(path, "Download")
    case .evict(let path): try await longPress(path, "Remove Download")
    case .deleteFromCloud(let path):
      try await longPress(path, "Delete")
      // Asked only about what cannot be put back.
      if model.cloud.isRemoving { try stage.press("Delete Now") }
    default: return
    }
  }

  private func longPress(_ path: String, _ action: String) async throws {
    try await enterCloud()
    try stage.longPress(try await find(path), action)
  }

  private func enterCloud() async throws {
    try stage.backToStart()
    try stage.press("iCloud Drive")
    let cloud = model.cloud
    try await stage.wait { _ in cloud.entries != nil || cloud.problem != nil }
  }
}
