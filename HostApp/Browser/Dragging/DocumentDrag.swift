import Foundation
import Shared
import SwiftUI
import UniformTypeIdentifiers

/// The documents of a drag within Intray.
enum DraggedDocuments {
  /// The type of the representation that only Intray sees.
  static let type = AppIdentity.current.attributePrefix + "dragged-documents"

  /// What the representation consists of.
  static func data(of documents: [SeenDocument]) -> Data? {
    // Byte strings always have a JSON form.
    try? JSONEncoder().encode(documents.map { Data($0.bytes) })
  }

  /// Reads a representation; leaves out what Intray did not write.
  static func documents(in data: Data) -> [SeenDocument] {
    // Anything else is no drag of Intray's.
    ((try? JSONDecoder().decode([Data].self, from: data)) ?? []).compactMap { SeenDocument([UInt8]($0)) }
  }
}

extension NavigationModel {
  /// What a drag of a document offers. Another app gets a copy under its name, of the type that its name says. The system makes
  /// the copy when that app asks for it; nothing is read before, and never into memory. Intray itself gets which documents are
  /// dragged, as the user saw them, to move them. Only this process sees them: the windows of one app share it.
  ///
  /// While several are chosen, dragging one of them drags all within Intray. Another app gets the one under the finger, and
  /// those that the user adds to the drag: SwiftUI begins a drag with one item before iOS 26.
  func itemProvider(for entry: DocumentEntry) -> NSItemProvider {
    let isOneOfSeveral = isSelecting && selection.contains(entry.path)
    let documents = (isOneOfSeveral ? selected : [entry]).map(\.seen)
    let url = library.url(of: entry)
    let provider = NSItemProvider()
    provider.suggestedName = url.lastPathComponent
    // Not to be opened in place: only Intray writes into its documents.
    provider.registerFileRepresentation(
      forTypeIdentifier: entry.type.identifier, fileOptions: [], visibility: .all
    ) { completion in
      completion(url, false, nil)
      return nil
    }
    provider.registerDataRepresentation(
      forTypeIdentifier: DraggedDocuments.type, visibility: .ownProcess
    ) { completion in
      completion(DraggedDocuments.data(of: documents), nil)
      return nil
    }
    return provider
  }
}
