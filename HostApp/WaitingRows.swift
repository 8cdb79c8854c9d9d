import Shared
import SwiftUI

/// What was not taken in.
struct WaitingRows: View {
  @Bindable var model: HostModel

  var body: some View {
    if !model.waiting.isEmpty {
      Section("Not Taken In") {
        ForEach(model.waiting, id: \.self) { WaitingRow(outcome: $0, model: model) }
      }
      .alert("Delete What Waits?", isPresented: $model.isDiscarding, presenting: model.discarding) {
        outcome in
        Button("Delete", role: .destructive) { model.discard(outcome) }
        Button("Cancel", role: .cancel) {}
      } message: { outcome in
        Text("“\(outcome.name)” was never taken in, and cannot be put back.")
      }
    }
  }
}
