import Shared
import SwiftUI

/// The one screen: what just came, what waits and why, and all documents.
struct ContentView: View {
  let model: HostModel

  var body: some View {
    NavigationStack {
      List {
        if model.isBusy {
          ProgressView("Taking in what waits")
        }
        if let problem = model.problem {
          Section {
            Label(problem, systemImage: "exclamationmark.triangle")
          }
        }
        if !model.arrivals.isEmpty {
          Section("Just Arrived") {
            ForEach(model.arrivals) { ArrivalRow(arrival: $0) }
          }
        }
        if !model.waiting.isEmpty {
          Section("Waiting") {
            ForEach(model.waiting, id: \.self) { WaitingRow(outcome: $0) }
          }
        }
        Section("Documents") {
          ForEach(model.documents) { DocumentRow(entry: $0) }
        }
      }
      .overlay {
        if isEmpty { EmptyInbox() }
      }
      .navigationTitle("Intray")
      .refreshable { await model.drain() }
    }
  }

  private var isEmpty: Bool {
    model.documents.isEmpty && model.waiting.isEmpty && model.problem == nil && !model.isBusy
  }
}

/// What a person sees who has nothing yet.
private struct EmptyInbox: View {
  var body: some View {
    ContentUnavailableView {
      Label("Nothing Here Yet", systemImage: "tray")
    } description: {
      Text("Share something from another app and choose Intray. It then is here, and in Files.")
    }
  }
}

private struct ArrivalRow: View {
  let arrival: HostModel.Arrival

  var body: some View {
    VStack(alignment: .leading) {
      Text(verbatim: arrival.path.description)
      if arrival.path.description != arrival.name {
        Text("Came as “\(arrival.name)”, a name that was taken")
          .font(.caption)
          .foregroundStyle(.secondary)
      }
    }
  }
}

private struct WaitingRow: View {
  let outcome: DrainOutcome

  var body: some View {
    VStack(alignment: .leading) {
      Text(verbatim: outcome.name)
      if case .waiting(let reason) = outcome.result {
        Text(verbatim: Sentences.reason(reason))
          .font(.caption)
          .foregroundStyle(.secondary)
      }
    }
  }
}

private struct DocumentRow: View {
  let entry: DocumentEntry

  var body: some View {
    HStack {
      Label {
        Text(verbatim: entry.path.description)
      } icon: {
        Image(systemName: entry.status.kind == .folder ? "folder" : "doc")
      }
      Spacer()
      if entry.status.kind != .folder {
        Text(entry.status.size, format: .byteCount(style: .file))
          .foregroundStyle(.secondary)
      }
    }
  }
}
