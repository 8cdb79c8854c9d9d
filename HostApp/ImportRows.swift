import SwiftUI

/// What is being saved, the way to end it, and what was not saved.
struct ImportRows: View {
  let importer: Importer

  var body: some View {
    if !importer.works.isEmpty {
      Section {
        ForEach(importer.works) { work in
          ProgressView(value: work.fraction) {
            Text("Saving “\(work.subject)”")
          }
        }
        Button("Stop", role: .cancel) { importer.stop() }
      }
    }
    if !importer.problems.isEmpty {
      Section {
        ForEach(importer.problems, id: \.self) { problem in
          Label(problem, systemImage: "exclamationmark.triangle")
        }
        Button("OK") { importer.dismiss() }
      }
    }
  }
}
