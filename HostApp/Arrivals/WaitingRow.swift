import Foundation
import Shared
import SwiftUI

/// What was not taken in, why, and what to do about it.
struct WaitingRow: View {
  let outcome: DrainOutcome
  let browser: NavigationModel
  let drain: @MainActor () async -> Void

  var body: some View {
    VStack(alignment: .leading) {
      Text(verbatim: outcome.name)
      if let reason = Messages.reason(outcome.result) {
        Text(verbatim: reason)
          .font(.caption)
          .foregroundStyle(.secondary)
      }
      HStack {
        if case .waiting = outcome.result {
          Button("Try Again") { Task { await drain() } }
        }
        if let file {
          ShareLink(item: file) { Label("Save Elsewhere", systemImage: "square.and.arrow.up") }
        }
        if outcome.waiting != nil {
          Button("Delete", role: .destructive) { browser.discarding = outcome }
        }
      }
      // Else a tap anywhere in the row would press them all.
      .buttonStyle(.borderless)
    }
  }

  /// What another app can be given: a copy of it, and the original stays.
  private var file: URL? {
    guard let waiting = outcome.waiting, waiting.kind == .file || waiting.kind == .folder else { return nil }
    return waiting.path.map { URL(filePath: $0) }
  }
}
