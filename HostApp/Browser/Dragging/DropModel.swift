import Foundation
import Shared
import UIKit
import UniformTypeIdentifiers

/// Decides what becomes of a drop in a window: a move of Intray's own documents, or an import.
@MainActor
struct DropModel {
  let browser: NavigationModel
  let importer: Importer

  /// Everything with bytes or files in it, and everything with contents: a package is of the second kind only.
  static let types: [UTType] = [.item, .content]

  /// Where a drop goes that no row takes: the folder on screen; nil where nothing can be put.
  var place: DocumentPath? {
    switch browser.shownPlace {
    case .documents, .trash: browser.folder
    case .recents: DocumentPath()
    case .cloud, .conflicts, .links: nil
    }
  }

  /// What a drop does.
  enum Action: Hashable {
    case move(to: DocumentPath)
    case importFiles(into: DocumentPath)
  }

  /// What a drop on a row or, where that is nil, beside all rows does; nil is nothing.
  ///
  /// - Parameter isOwn: whether Intray's own documents are dragged.
  func action(on target: DocumentPath?, isOwn: Bool) -> Action? {
    guard let folder = target ?? place else { return nil }
    if isOwn { return folder.directory == .trash && folder != .trash ? nil : .move(to: folder) }
    return folder.directory == .documents ? .importFiles(into: folder) : nil
  }

  /// Does it. Requests the contents before it returns: the system grants no later request for dropped items.
  func perform(_ action: Action, _ providers: [NSItemProvider]) {
    switch action {
    case .importFiles(let folder): importer.take(providers, into: folder)
    case .move(let folder):
      let (parts, told) = AsyncStream.makeStream(of: (index: Int, data: Data?).self)
      for (index, provider) in providers.enumerated() {
        _ = provider.loadDataRepresentation(forTypeIdentifier: DraggedDocuments.type) { data, _ in
          told.yield((index, data))
        }
      }
      let count = providers.count
      browser.moveDragged(to: folder) {
        var documents: [Int: [SeenDocument]] = [:]
        for await part in parts {
          documents[part.index] = part.data.map(DraggedDocuments.documents) ?? []
          if documents.count == count { break }
        }
        return documents.sorted { $0.key < $1.key }.flatMap(\.value)
      }
    }
  }
}

extension NavigationModel {
  /// Moves documents that were dragged within Intray into a folder, or into Recently Deleted.
  ///
  /// - Parameter load: which they are; each counts once.
  func moveDragged(to folder: DocumentPath, _ load: @escaping @MainActor () async -> [SeenDocument]) {
    run {
      var known: Set<DocumentPath> = []
      // A document that lies in the folder already stays there.
      let seen = await load().filter { $0.path.parent != folder && known.insert($0.path).inserted }
      guard !seen.isEmpty else { return }
      self.perform(
        folder == .trash ? .delete : .move, for: seen, to: folder,
        { $0.move(seen, to: folder, isCancelled: { Task.isCancelled }) },
        done: { if folder == .trash { self.thrownAway = $0 } })
      await self.work?.value
    }
  }
}
