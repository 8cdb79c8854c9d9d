import Shared
import SwiftUI

/// The work that is under way, and the way to end it.
struct WorkRow: View {
  let model: HostModel

  var body: some View {
    if let progress = model.progress, progress.total.documents > 0 {
      ProgressView(value: progress.part) {
        Text("Adding documents")
      } currentValueLabel: {
        Text(verbatim: Messages.progress(progress))
      }
      Button("Stop", role: .cancel) { model.stop() }
    } else {
      ProgressView("Adding documents")
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
