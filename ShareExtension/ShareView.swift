import SwiftUI

/// The sheet: what is being saved, or why it could not be.
struct ShareView: View {
  let model: ShareModel
  let close: @MainActor () -> Void

  var body: some View {
    NavigationStack {
      VStack {
        if let error = model.error {
          ContentUnavailableView {
            Label("Not Saved", systemImage: "exclamationmark.triangle")
          } description: {
            Text(error.localizedDescription)
          } actions: {
            Button("Close") { close() }
          }
        } else {
          ProgressView(value: Double(model.saved), total: Double(max(model.total, 1))) {
            Text("Saving to Intray")
          }
          .padding()
        }
      }
      .navigationTitle("Intray")
    }
  }
}
