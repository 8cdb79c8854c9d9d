import Foundation
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

/// Asks for the words of a new text note. Its first line becomes its name.
struct NoteView: View {
  @State private var text = ""
  let save: @MainActor (String) -> Void
  let done: @MainActor () -> Void

  var body: some View {
    NavigationStack {
      TextEditor(text: $text)
        .navigationTitle("New Text Note")
        .toolbar {
          ToolbarItem(placement: .confirmationAction) {
            Button("Save") {
              save(text)
              done()
            }
            .disabled(text.allSatisfy(\.isWhitespace))
          }
          ToolbarItem(placement: .cancellationAction) {
            Button("Cancel", action: done)
          }
        }
    }
  }
}
