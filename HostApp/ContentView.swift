import Shared
import SwiftUI

/// The one screen: what just came, what waits and why, and all documents.
struct ContentView: View {
  let model: HostModel
  @AppStorage(Preferences.skipsExactDuplicatesKey, store: Preferences.store) private
    var skipsExactDuplicates = false

  var body: some View {
    NavigationStack {
      List {
        if model.isBusy {
          WorkRow(model: model)
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
          Section("Not Taken In") {
            ForEach(model.waiting, id: \.self) { WaitingRow(outcome: $0) }
          }
        }
        Section("Documents") {
          ForEach(model.documents) { DocumentRow(entry: $0) }
        }
        Section {
          Toggle("Skip Exact Duplicates", isOn: $skipsExactDuplicates)
        } footer: {
          Text("A file that has the name and the very bytes of a document is not kept a second time.")
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

/// The work that is under way, and the way to end it.
private struct WorkRow: View {
  let model: HostModel

  var body: some View {
    if let progress = model.progress, progress.total.documents > 0 {
      ProgressView(value: progress.part) {
        Text("Taking in what waits")
      } currentValueLabel: {
        Text(verbatim: Sentences.progress(progress))
      }
      Button("Stop", role: .cancel) { model.stop() }
    } else {
      ProgressView("Taking in what waits")
    }
  }
}

extension DrainProgress {
  /// From 0 to 1: by bytes where there are any, else by documents.
  fileprivate var part: Double {
    let byBytes = total.bytes > 0
    let (done, total) =
      byBytes
      ? (Double(done.bytes), Double(total.bytes)) : (Double(done.documents), Double(total.documents))
    // More may have come than was there at the beginning.
    return min(1, done / max(1, total))
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
      if !arrival.isNew {
        Text("Was here already, byte for byte")
          .font(.caption)
          .foregroundStyle(.secondary)
      } else if arrival.path.description != arrival.name {
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
      if let reason = Sentences.reason(outcome.result) {
        Text(verbatim: reason)
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
