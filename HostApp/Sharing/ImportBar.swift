import Shared
import SwiftUI
import UniformTypeIdentifiers

/// The ways into a folder beside dropping: picking and pasting.
struct ImportBar: ViewModifier {
  let importer: Importer
  let folder: DocumentPath
  @State private var isPicking = false

  func body(content: Content) -> some View {
    content
      .toolbar {
        ToolbarItem(placement: .primaryAction) {
          Button("Add Files", systemImage: "plus") { isPicking = true }
        }
        ToolbarItem(placement: .primaryAction) {
          // The system's own button pastes without asking the user for permission.
          PasteButton(supportedContentTypes: DropModel.types) { importer.take($0, into: folder) }
            .labelStyle(.iconOnly)
        }
      }
      .fileImporter(
        isPresented: $isPicking, allowedContentTypes: [.item, .folder], allowsMultipleSelection: true
      ) { result in
        importer.pick(result, into: folder)
      }
  }
}

/// What is being saved, the way to end it, and what was not saved.
struct ImportRows: View {
  let importer: Importer

  var body: some View {
    if !importer.works.isEmpty {
      Group {
        ForEach(importer.works) { work in
          ProgressView(value: work.fraction) {
            Text("Saving “\(work.subject)”")
          }
        }
        Button("Stop", role: .cancel) { importer.stop() }
      }
    }
    if !importer.problems.isEmpty {
      Group {
        ForEach(importer.problems, id: \.self) { problem in
          Label(problem, systemImage: "exclamationmark.triangle")
        }
        Button("OK") { importer.dismiss() }
      }
    }
  }
}
