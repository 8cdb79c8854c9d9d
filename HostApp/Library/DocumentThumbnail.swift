import Foundation
import IntrayCore
import QuickLookThumbnailing
import SwiftUI
import UIKit
import UniformTypeIdentifiers

/// The small picture of a document or folder: what the system draws of it, and until then or else a symbol.
struct DocumentThumbnail: View {
  /// What it is, with its version: a change has it drawn again.
  private let id: AnyHashable
  private let isFolder: Bool
  private let isLink: Bool
  private let type: UTType
  /// Where what is to be drawn is; nil when nothing can be.
  private let file: @MainActor () async -> URL?

  @State private var picture: UIImage?
  @Environment(\.displayScale) private var displayScale
  /// It grows with the text around it.
  @ScaledMetric private var side: CGFloat

  /// - Parameter side: how large it is, in points, beside text of the usual size.
  init(
    id: AnyHashable, isFolder: Bool, isLink: Bool = false, type: UTType, side: CGFloat,
    file: @escaping @MainActor () async -> URL?
  ) {
    (self.id, self.isFolder, self.isLink, self.type, self.file) = (id, isFolder, isLink, type, file)
    _side = ScaledMetric(wrappedValue: side, relativeTo: .body)
  }

  var body: some View {
    // One view in any case: another one would appear anew, and begin to draw again.
    image
      .resizable()
      .scaledToFit()
      .frame(width: side, height: side)
      .foregroundStyle(isFolder ? Color.accentColor : Color.secondary)
      .accessibilityLabel(kind)
      .task(id: id) {
        // It is drawn again when the document is another one, or was written. Off screen it is given up.
        guard let file = await file() else { return }
        let drawn = await Thumbnails.picture(of: file, side: side, scale: displayScale)
        // Of many there is none, and then nothing changes.
        if drawn !== picture { picture = drawn }
      }
  }

  private var image: Image {
    let symbol = isFolder ? "folder.fill" : isLink ? "link" : "doc"
    return picture.map { Image(uiImage: $0) } ?? Image(systemName: symbol)
  }

  private var kind: Text {
    if isFolder { return Text("Folder") }
    return type.localizedDescription.map { Text(verbatim: $0) } ?? Text("Document")
  }
}

/// The pictures that the system draws of documents.
@MainActor
private enum Thumbnails {
  /// As many at a time as a phone has cores to draw them with.
  private static let semaphore = AsyncSemaphore(4)

  /// The picture of a document; nil if there is none, or the task was cancelled, as most are while the user scrolls fast.
  static func picture(of url: URL, side: CGFloat, scale: CGFloat) async -> UIImage? {
    guard await semaphore.wait() else { return nil }
    defer { semaphore.signal() }
    // Unsafe because the handler below cancels it on any thread, which the generator allows; no code changes it.
    nonisolated(unsafe) let request = QLThumbnailGenerator.Request(
      fileAt: url, size: CGSize(width: side, height: side), scale: scale, representationTypes: .thumbnail)
    // Not the generator's `async` form, which ends only when the generator answers: a cancelled request may be drawn to its
    // end first.
    let pictures = AsyncStream<UIImage?> { told in
      told.onTermination = { reason in
        if case .cancelled = reason { QLThumbnailGenerator.shared.cancel(request) }
      }
      QLThumbnailGenerator.shared.generateBestRepresentation(for: request) { picture, _ in
        // An error means that there is no picture.
        told.yield(picture?.uiImage)
        told.finish()
      }
    }
    for await picture in pictures { return picture }
    return nil
  }
}
