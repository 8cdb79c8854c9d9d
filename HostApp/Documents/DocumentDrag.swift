import Foundation
import Shared
import SwiftUI
import UniformTypeIdentifiers

/// Lets the user drag a document or folder into another app.
struct DocumentDrag: ViewModifier {
  let library: DocumentLibrary?
  let entry: DocumentEntry

  func body(content: Content) -> some View {
    content.onDrag { library?.itemProvider(for: entry) ?? NSItemProvider() }
  }
}

extension DocumentLibrary {
  /// What another app gets of a document that is dropped in it: a copy under its name, of the type that its name
  /// says. The system makes the copy when that app asks for it; nothing is read before, and never into memory.
  func itemProvider(for entry: DocumentEntry) -> NSItemProvider {
    let url = url(of: entry)
    let provider = NSItemProvider()
    provider.suggestedName = url.lastPathComponent
    // Not to be opened in place: only Intray writes into its documents.
    provider.registerFileRepresentation(
      forTypeIdentifier: entry.type.identifier, fileOptions: [], visibility: .all
    ) { completion in
      completion(url, false, nil)
      return nil
    }
    return provider
  }
}
