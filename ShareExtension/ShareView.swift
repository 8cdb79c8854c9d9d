import Foundation
import Intake
import SwiftUI

/// The sheet: what is being saved, what could not be, and why.
struct ShareView: View {
  let model: ShareModel

  var body: some View {
    NavigationStack {
      // With large type, or with many photos that could not be saved, the content is taller than the sheet.
      ScrollView { content.padding() }
        .navigationTitle("Intray")
    }
    .task { await model.start() }
  }

  @ViewBuilder private var content: some View {
    switch model.state {
    case .loading:
      VStack {
        progress
        Button("Cancel", role: .cancel) { model.cancel() }
          .accessibilityHint(Text("Nothing will be saved"))
      }
    case .publishing: progress
    case .asking(let loaded): Question(model: model, loaded: loaded)
    case .failed(let error):
      ContentUnavailableView {
        Label("Not Saved", systemImage: "exclamationmark.triangle")
      } description: {
        Text(verbatim: error.localizedDescription)
      } actions: {
        Button("Close") { model.cancel() }
      }
    case .done(inFiles: true): Label("Saved", systemImage: "checkmark.circle")
    case .done(inFiles: false):
      ContentUnavailableView {
        Label("Saved", systemImage: "checkmark.circle")
      } description: {
        Text("Saved to Intray. To see it in Files, open Intray once.")
      } actions: {
        Button("Done") { model.close() }
      }
    }
  }

  private var progress: some View {
    ProgressView(value: model.fraction) {
      Text("Saving to Intray")
      subject
    } currentValueLabel: {
      Text(verbatim: model.bytes.formatted(.byteCount(style: .file)))
    }
    .accessibilityLabel(Text("Saving to Intray"))
  }

  @ViewBuilder private var subject: some View {
    if model.others > 0 {
      Text("“\(model.subject)” and \(model.others) more")
    } else {
      Text(verbatim: model.subject)
    }
  }
}

/// Some of it could not be read: which, why, and what now.
private struct Question: View {
  let model: ShareModel
  let loaded: Share.Loaded

  var body: some View {
    ContentUnavailableView {
      Label("Not Everything Could Be Read", systemImage: "exclamationmark.triangle")
    } description: {
      Text("\(loaded.saved) of \(loaded.saved + loaded.failures.count) can be saved.")
      ForEach(loaded.failures.map(\.localizedDescription), id: \.self) { Text(verbatim: $0) }
    } actions: {
      Button("Save the Rest") { Task { await model.saveRest() } }
      Button("Cancel", role: .cancel) { model.cancel() }
        .accessibilityHint(Text("Nothing will be saved"))
    }
  }
}
