import Foundation
import Shared
import SwiftUI
import UniformTypeIdentifiers

extension NSItemProvider {
  /// Words that the user wrote.
  convenience init(note: String) { self.init(Data(note.utf8), .utf8PlainText) }

  /// A link.
  convenience init(link: URL) { self.init(link.dataRepresentation, .url) }

  private convenience init(_ data: Data, _ type: UTType) {
    self.init()
    registerDataRepresentation(forTypeIdentifier: type.identifier, visibility: .ownProcess) {
      $0(data, nil)
      return nil
    }
  }
}

/// Asks for the words of a new text note, and stays until they are saved. Its first line becomes its name.
struct NoteView: View {
  let importer: Importer
  let folder: DocumentPath
  let done: @MainActor () -> Void
  @State private var text = ""
  /// Why it could not be saved.
  @State private var problems: [String] = []

  var body: some View {
    NavigationStack {
      VStack {
        ForEach(problems, id: \.self) { Label($0, systemImage: "exclamationmark.triangle") }
        TextEditor(text: $text)
      }
      .navigationTitle("New Text Note")
      .navigationBarTitleDisplayMode(.inline)
      .toolbar {
        ToolbarItem(placement: .confirmationAction) {
          Button("Save") { Task { await save() } }
            .disabled(text.allSatisfy(\.isWhitespace))
        }
        ToolbarItem(placement: .cancellationAction) {
          Button("Cancel", action: done)
        }
      }
    }
    .interactiveDismissDisabled(!text.isEmpty)
  }

  private func save() async {
    if await importer.save(note: text, into: folder) { done() } else { problems = importer.problems }
  }
}
