import Shared
import SwiftUI
import UIKit
import UniformTypeIdentifiers

/// The small picture of a document or folder: what the system draws of it, and until then, and when it draws nothing,
/// a symbol.
struct DocumentThumbnail: View {
  let library: DocumentLibrary?
  let entry: DocumentEntry

  @State private var picture: UIImage?
  @Environment(\.displayScale) private var displayScale
  /// As large as a line of text with one below it, however large text is.
  @ScaledMetric(relativeTo: .body) private var side: CGFloat = 40

  var body: some View {
    // One view in any case: another one would appear anew, and begin to draw again.
    image
      .resizable()
      .scaledToFit()
      .frame(width: side, height: side)
      .accessibilityLabel(kind)
      .task(id: entry) {
        // It is drawn again when the document is another one, or was written. Off screen it is given up.
        let drawn = await library?.thumbnail(of: entry, side: side, scale: displayScale)
        // Of many there is none, and then nothing changes.
        if drawn !== picture { picture = drawn }
      }
  }

  private var image: Image {
    picture.map { Image(uiImage: $0) } ?? Image(systemName: isFolder ? "folder" : "doc")
  }

  private var kind: Text {
    if isFolder { return Text("Folder") }
    return entry.type.localizedDescription.map { Text(verbatim: $0) } ?? Text("Document")
  }

  private var isFolder: Bool { entry.status.kind == .folder }
}
