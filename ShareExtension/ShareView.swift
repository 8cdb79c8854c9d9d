import SwiftUI

/// The sheet: what is being saved, what could not be, and why.
struct ShareView: View {
  let model: ShareModel

  var body: some View {
    NavigationStack {
      content
        .navigationTitle("Intray")
    }
    .task { await model.start() }
  }

  @ViewBuilder private var content: some View {
    switch model.state {
    case .loading(let saved, let total):
      ProgressView(value: Double(saved), total: Double(max(total, 1))) {
        Text("Saving to Intray")
      }
      .padding()
    case .asking(let loaded):
      ContentUnavailableView {
        Label("Not Everything Could Be Read", systemImage: "exclamationmark.triangle")
      } description: {
        ForEach(loaded.failures.map(\.localizedDescription), id: \.self) { Text(verbatim: $0) }
      } actions: {
        Button("Save the Rest") { Task { await model.saveRest() } }
        Button("Cancel", role: .cancel) { model.cancel() }
      }
    case .failed(let error):
      ContentUnavailableView {
        Label("Not Saved", systemImage: "exclamationmark.triangle")
      } description: {
        Text(verbatim: error.localizedDescription)
      } actions: {
        Button("Close") { model.cancel() }
      }
    case .done:
      Label("Saved", systemImage: "checkmark.circle")
    }
  }
}
