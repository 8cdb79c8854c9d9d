import Foundation
import Shared
import SwiftUI

/// The user replaces a document by a file of another app, on purpose.
extension NavigationModel {
  /// Asks for the file. Which document is meant is known from now on.
  func beginReplacing(_ path: DocumentPath) {
    problem = nil
    outgoing.forgetEdited()
    pick(for: .replacement(of: seen(path)))
  }

  /// Puts a copy of the file in the place of the document, which goes to Recently Deleted: adds the copy beside the document,
  /// then replaces the document by it. The file is only read. If that fails, or the process is killed between, both are
  /// documents.
  func replace(_ document: SeenDocument, by result: Result<[URL], any Error>) {
    switch result {
    case .success(let urls):
      guard let url = urls.first else { return }
      run {
        await self.replace { documents throws(DiskError) in
          let isScoped = url.startAccessingSecurityScopedResource()
          defer { if isScoped { url.stopAccessingSecurityScopedResource() } }
          let staged = try documents.stage(
            .copy(of: url.path(percentEncoded: false)), as: DocumentName(url.lastPathComponent),
            copier: Copier(isCancelled: { Task.isCancelled }))
          let copy = try documents.add(staged, in: document.path.parent)
          return try documents.replaceContents(
            of: document.path, expecting: documents.file(of: document), by: copy, expecting: staged.file)
        }
      }
    // Closing the picker is no failure.
    case .failure(CocoaError.userCancelled): break
    case .failure(let error): problem = error.localizedDescription
    }
  }
}
