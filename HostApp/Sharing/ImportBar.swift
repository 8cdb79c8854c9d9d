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
