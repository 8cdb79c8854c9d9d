import Foundation
import IntrayCore
import IntrayIntake
import SwiftUI

/// The verbs: what the user does with documents in a window. It has no state. Each verb names the documents as the user saw them, so
/// it does nothing to another one that has the place by now: see `SeenDocument`.
@MainActor
struct DocumentActions {
  let window: WindowModel

  var app: HostModel { window.app }
  var library: DocumentLibrary { window.library }
  var notices: Notices { window.notices }

  /// A document that was moved, renamed, deleted or recovered.
  struct Change: Sendable {
    var old: SeenDocument
    var new: DocumentPath

    /// The document where it is now.
    var now: SeenDocument { SeenDocument(new, old.identity) }
  }

  /// What a change leaves to be done.
  enum Kind {
    case add, move, rename, delete, recover, remove, decide, tag

    /// Whether a document is elsewhere, or gone, when it is done.
    var movesAway: Bool { ![.add, .decide, .tag].contains(self) }
  }

  func duplicate(_ entries: [DocumentEntry]) {
    perform(.add, for: entries.map(\.seen)) { documents, seen in
      seen.map { one in
        Result { () throws(DiskError) in
          try documents.duplicate(one.path, copier: Copier(isCancelled: { Task.isCancelled }))
        }
      }
    }
  }

  /// Moves documents to a folder, or to a new one in it. If the process is killed in between, the new folder is there, and the
  /// documents not moved yet are where they were.
  func move(_ documents: [SeenDocument], to folder: DocumentPath, new name: DocumentName? = nil) {
    perform(.move, for: documents, to: folder) { all, documents in
      do throws(DiskError) {
        let target = if let name { try all.makeFolder(name, in: folder) } else { folder }
        return all.move(documents, to: target, isCancelled: { Task.isCancelled })
      } catch {
        return documents.map { _ in .failure(error) }
      }
    } done: { changes in
      if let change = changes.first { Preferences.noteUsed(change.new.parent) }
    }
  }

  func rename(_ document: SeenDocument, to name: DocumentName) {
    perform(.rename, for: [document]) { all, documents in
      documents.map { document in
        Result { () throws(DiskError) in
          try all.move(document, to: document.path.parent.appending(name.fileName))
        }
      }
    }
  }

  /// Gives documents a tag, or takes one of its name from them.
  func set(_ tag: DocumentTag, of entries: [DocumentEntry], to isSet: Bool) {
    perform(.tag, for: entries.map(\.seen)) { documents, seen in
      seen.map { one in
        Result { () throws(DiskError) in
          let info = try documents.info(of: one.path)
          guard try documents.file(of: one) == info.file else { throw DiskError(.changed, at: "") }
          let own = info.tags?.first { $0.name == tag.name } ?? tag
          return try documents.set(own, of: info, to: isSet).path
        }
      }
    }
  }

  func setFavorite(_ folder: DocumentEntry, to isFavorite: Bool) {
    perform(.tag, for: [folder.seen]) { documents, seen in
      seen.map { folder in
        Result { () throws(DiskError) in try documents.setFavourite(folder, to: isFavorite) }
      }
    }
  }

  func makeFolder(_ name: DocumentName, in folder: DocumentPath) {
    perform(.add, for: [SeenDocument(folder)]) { documents, _ in
      [Result { () throws(DiskError) in try documents.makeFolder(name, in: folder) }]
    }
  }

  func delete(_ entries: [DocumentEntry]) { delete(entries.map(\.seen)) }

  func delete(_ documents: [SeenDocument]) {
    perform(.delete, for: documents) { $0.trash($1, isCancelled: { Task.isCancelled }) }
  }

  func recover(_ entries: [DocumentEntry]) {
    let folders = Dictionary(
      entries.compactMap { entry in entry.formerFolder.map { (entry.path, $0) } },
      uniquingKeysWith: { first, _ in first })
    perform(.recover, for: entries.map(\.seen)) {
      $0.putBack($1, isCancelled: { Task.isCancelled })
    } done: { changes in
      guard let last = changes.last else { return }
      // Of several the user must know of one that is not where it was.
      let elsewhere = changes.first { change in
        folders[change.old.path].map { $0 != change.new.parent } == true
      }
      notices.outcome = .recovered((elsewhere ?? last).new, isElsewhere: elsewhere != nil)
    }
  }

  /// Takes back the last deletion.
  func undo() {
    guard case .deleted(let changes)? = notices.outcome else { return }
    window.undoManager?.removeAllActions(withTarget: window)
    perform(.recover, for: changes.map(\.now)) { $0.putBack($1, isCancelled: { Task.isCancelled }) }
  }

  /// Removes them for good. The user has confirmed it.
  func remove(_ entries: [DocumentEntry]) {
    perform(.remove, for: entries.map(\.seen)) { $0.remove($1, isCancelled: { Task.isCancelled }) }
  }

  /// Asks whether everything in Recently Deleted is to be removed for good.
  func beginEmptyingTrash() {
    window.run {
      switch await library.list(DocumentQuery(folder: .trash, limit: .max)) {
      case .success(let list): window.question = .remove(list.entries)
      case .failure(let error): notices.problem = Messages.problem(error)
      }
    }
  }

  /// Moves documents that were dragged within Intray into a folder, or into Recently Deleted. Each counts once.
  func moveDragged(to folder: DocumentPath, _ load: @escaping @MainActor () async -> [SeenDocument]) {
    window.run {
      var known: Set<DocumentPath> = []
      // A document that lies in the folder already stays there.
      let seen = await load().filter { $0.path.parent != folder && known.insert($0.path).inserted }
      guard !seen.isEmpty else { return }
      await change(folder == .trash ? .delete : .move, for: seen, to: folder) {
        $0.move($1, to: folder, isCancelled: { Task.isCancelled })
      }
    }
  }

  /// Moves what is in a folder that came into the one whose name it was to get: see `Documents.merge`. What is left of it asks again.
  func merge(_ arrival: Arrival) {
    guard let target = arrival.counterpart else { return }
    notices.forget()
    app.recents.keep(arrival)
    window.run {
      guard let folder = await library.index.entries(at: [arrival.path]).first?.seen else { return }
      let merged = await library.run { documents in
        documents.merge(folder, into: target, isPackage: \.isPackage, isCancelled: { Task.isCancelled })
      }
      if (try? merged.last?.result.get()) == nil { app.recents.ask(arrival) }
      await finish(.move, merged, to: target)
    }
  }

  // MARK: How a change is made

  /// Does something with each of several. A failure does not stop the others.
  ///
  /// - Parameter folder: where they are to be moved, if they are.
  func perform(
    _ kind: Kind, for documents: [SeenDocument], to folder: DocumentPath? = nil,
    _ body: @escaping @Sendable (Documents, [SeenDocument]) -> [Result<DocumentPath, DiskError>],
    done: @escaping @MainActor ([Change]) -> Void = { _ in }
  ) {
    notices.forget()
    window.run { await change(kind, for: documents, to: folder, body, done: done) }
  }

  private func change(
    _ kind: Kind, for documents: [SeenDocument], to folder: DocumentPath? = nil, isUndo: Bool = false,
    _ body: @escaping @Sendable (Documents, [SeenDocument]) -> [Result<DocumentPath, DiskError>],
    done: @MainActor ([Change]) -> Void = { _ in }
  ) async {
    let results = await library.run { body($0, documents) }
    await finish(kind, Array(zip(documents, results)), to: folder, isUndo: isUndo, done: done)
  }

  /// Tells what became of each, and offers to take it back.
  private func finish(
    _ kind: Kind, _ results: [(SeenDocument, Result<DocumentPath, DiskError>)], to folder: DocumentPath?,
    isUndo: Bool = false, done: @MainActor ([Change]) -> Void = { _ in }
  ) async {
    var (changes, failures): ([Change], [ActionFailure]) = ([], [])
    for (document, result) in results {
      switch result {
      case .success(let path):
        // What was added is another document than the one that it was made of, or in.
        changes.append(Change(old: kind == .add ? SeenDocument(document.path) : document, new: path))
      case .failure(let error):
        let isDone = kind.movesAway ? await isGone(document, after: error) : false
        failures.append(ActionFailure(path: document.path, folder: folder, error: error, isDone: isDone))
      }
    }
    notices.problem = Messages.failures(failures, of: results.count)
    if !changes.isEmpty {
      done(changes)
      if kind == .delete { notices.outcome = .deleted(changes) }
      if [.move, .rename, .recover].contains(kind) { changes.forEach(follow) }
      if !isUndo { offerUndo(of: kind, changes) }
    }
    // Also where nothing was changed: the list shows what is there now.
    await app.changed(isDone: !changes.isEmpty)
  }

  /// Whether a document is no longer where the user saw it, although a verb failed: then the verb moved it before it failed.
  private func isGone(_ document: SeenDocument, after error: DiskError) async -> Bool {
    // These say that it was gone or another one before.
    if [.notFound, .changed, .swept, .cancelled].contains(error.code) { return false }
    return await library.run { documents in
      do throws(DiskError) {
        _ = try documents.file(of: document)
        return false
      } catch {
        return [.notFound, .changed].contains(error.code)
      }
    }
  }

  /// What is kept by its path has another one now.
  private func follow(_ change: Change) {
    for page in window.preview?.all ?? [] where page.path == change.old.path { page.path = change.new }
    Preferences.follow(change.old.path, to: change.new)
  }

  // MARK: Undo and redo

  /// Where documents are after the last step of undo and redo.
  private final class Trail {
    var changes: [Change]

    init(_ changes: [Change]) { self.changes = changes }
  }

  private typealias Step = @MainActor (DocumentActions, Trail) -> Void

  /// Lets the user take an action back by shaking the device, with a keyboard, or in the menu, and do it again.
  private func offerUndo(of kind: Kind, _ changes: [Change]) {
    let (name, undo, redo): (String, Step, Step)
    switch kind {
    case .move: (name, undo, redo) = (String(localized: "Move"), { $0.moveBack($1) }, { $0.moveBack($1) })
    case .rename: (name, undo, redo) = (String(localized: "Rename"), { $0.moveBack($1) }, { $0.moveBack($1) })
    case .delete:
      (name, undo, redo) = (String(localized: "Delete"), { $0.recover($1) }, { $0.deleteAgain($1) })
    case .add: (name, undo, redo) = (String(localized: "Add"), { $0.deleteAgain($1) }, { $0.recover($1) })
    // What was recovered is deleted again on purpose only, what was removed is gone, and of two versions the one that the
    // user did not keep is in Recently Deleted. A tag is set and taken by the same row.
    case .recover, .remove, .decide, .tag: return
    }
    // What was added has no earlier place.
    offer(name, Trail(changes), undo: undo, redo: redo)
  }

  /// What is registered while the undo manager takes something back is what it does again, and the other way round:
  /// <https://developer.apple.com/documentation/foundation/undomanager>. So it is registered at once, before the change is made.
  private func offer(_ name: String, _ trail: Trail, undo: @escaping Step, redo: @escaping Step) {
    window.undoManager?.registerUndo(withTarget: window) { window in
      let actions = DocumentActions(window: window)
      undo(actions, trail)
      actions.offer(name, trail, undo: redo, redo: undo)
    }
    window.undoManager?.setActionName(name)
  }

  /// Gives documents their earlier folders and names, the last one first: it may be the folder that the others were in.
  private func moveBack(_ trail: Trail) {
    trail.changes.reverse()
    let places = trail.changes.map(\.old.path)
    take(trail, .recover) { all, documents in
      zip(places, documents).map { place, document in
        Result { () throws(DiskError) in try all.move(document, to: place) }
      }
    }
  }

  private func recover(_ trail: Trail) {
    take(trail, .recover) { $0.putBack($1, isCancelled: { Task.isCancelled }) }
  }

  private func deleteAgain(_ trail: Trail) {
    take(trail, .delete) { $0.trash($1, isCancelled: { Task.isCancelled }) }
  }

  private func take(
    _ trail: Trail, _ kind: Kind,
    _ body: @escaping @Sendable (Documents, [SeenDocument]) -> [Result<DocumentPath, DiskError>]
  ) {
    notices.forget()
    window.run {
      await change(kind, for: trail.changes.map(\.now), isUndo: true, body) { trail.changes = $0 }
    }
  }
}

extension Documents {
  /// Gives a document another folder and name; a name that is taken there becomes the next free one. The trash notes where each was.
  func move(_ document: SeenDocument, to path: DocumentPath) throws(DiskError) -> DocumentPath {
    let file = try file(of: document)
    if path.directory == .trash { return try trash(document.path, expecting: file) }
    if document.path.directory == .trash { return try putBack(document.path, expecting: file) }
    return try move(
      document.path, expecting: file, to: path.parent, as: path.names.last.map { DocumentName($0) })
  }
}
