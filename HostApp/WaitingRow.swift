import Shared
import SwiftUI

/// What was not taken in, why, and what to do about it.
struct WaitingRow: View {
  let outcome: DrainOutcome
  let retry: () async -> Void

  var body: some View {
    VStack(alignment: .leading) {
      Text(verbatim: outcome.name)
      if let reason = Sentences.reason(outcome.result) {
        Text(verbatim: reason)
          .font(.caption)
          .foregroundStyle(.secondary)
      }
      if case .waiting = outcome.result {
        Button("Try Again") { Task { await retry() } }
      }
    }
  }
}
