import Foundation
import Shared
import SwiftUI
import UniformTypeIdentifiers

extension NSItemProvider {
  /// Words that the user wrote.
  convenience init(note: String) {
    self.init()
    registerDataRepresentation(forTypeIdentifier: UTType.utf8PlainText.identifier, visibility: .ownProcess) {
      $0(Data(note.utf8), nil)
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
