import Foundation
import IntrayCore
import IntrayIntake
import SwiftUI

/// What the user does with documents. Each action names the documents that the user saw: see `SeenDocument`.
extension NavigationModel {
  func duplicate(_ path: DocumentPath) {
    perform(.add) { documents throws(DiskError) in
      try documents.duplicate(path, copier: Copier(isCancelled: { Task.isCancelled }))
    }
  }

  /// Asks for the folder to move documents to.
  func beginMoving(_ paths: [DocumentPath]) {
    moving = seen(paths)
  }

  /// Moves documents to a folder, or to a new one in it. If the process is killed in between, the new folder is there, and the
  /// documents not moved yet are where they were.
  func move(_ documents: [SeenDocument], to folder: DocumentPath, new name: DocumentName? = nil) {
    moving = []
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

  func throwAway(_ paths: [DocumentPath]) {
    perform(.delete, for: seen(paths)) { $0.trash($1, isCancelled: { Task.isCancelled }) }
  }

  func undo() {
    let paths = thrownAway.map(\.new)
    undoManager?.removeAllActions(withTarget: self)
    putBack(paths)
  }

  func putBack(_ paths: [DocumentPath]) {
    let folders = Dictionary(
      list.entries.compactMap { entry in entry.formerFolder.map { (entry.path, $0) } },
      uniquingKeysWith: { first, _ in first })
    perform(.putBack, for: seen(paths)) {
      $0.putBack($1, isCancelled: { Task.isCancelled })
    } done: { changes in
      guard self.shownPlace == .trash, let last = changes.last else { return }
      // Of several the user must know of one that is not where it was.
      let isElsewhere = { (change: Change) in folders[change.old].map { $0 != change.new.parent } == true }
      let elsewhere = changes.first(where: isElsewhere)
      self.outgoing.recovered = ((elsewhere ?? last).new, elsewhere != nil)
    }
  }

  /// Removes them for good. The user has confirmed it.
  func remove(_ paths: [DocumentPath]) {
    removing = []
    perform(.remove, for: seen(paths)) { $0.remove($1, isCancelled: { Task.isCancelled }) }
  }

  /// Asks whether everything in Recently Deleted is to be removed for good.
  func beginEmptyingTrash() {
    run {
      switch await self.library.list(DocumentQuery(folder: .trash, limit: .max)) {
      case .success(let list): self.removing = list.entries.map(\.path)
      case .failure(let error): self.problem = Messages.problem(error)
      }
    }
  }

  func seen(_ path: DocumentPath) -> SeenDocument { seen([path])[0] }

  /// The documents of these paths as they are on screen.
  private func seen(_ paths: [DocumentPath]) -> [SeenDocument] {
    let shown = Dictionary(list.entries.map { ($0.path, $0.seen) }, uniquingKeysWith: { first, _ in first })
    return paths.map { shown[$0] ?? SeenDocument($0) }
  }

  enum Action {
    case add, move, rename, delete, putBack, remove, decide
  }

  /// Does something, then looks again.
  func perform(
    _ action: Action, for document: SeenDocument? = nil,
    _ body: @escaping @Sendable (Documents) throws(DiskError) -> DocumentPath
  ) {
    perform(action, for: [document ?? SeenDocument(folder)]) { documents, _ in
      [Result { () throws(DiskError) in try body(documents) }]
    }
  }

  /// Does something with each of several, then looks again. A failure does not stop the others.
  ///
  /// - Parameter folder: where they are to be moved, if they are.
  func perform(
    _ action: Action, for documents: [SeenDocument], to folder: DocumentPath? = nil,
    _ body: @escaping @Sendable (Documents, [SeenDocument]) -> [Result<DocumentPath, DiskError>],
    done: @escaping @MainActor ([Change]) -> Void = { _ in }
  ) {
    forget()
    thrownAway = []
    run {
      var (changes, failures): ([Change], [ActionFailure]) = ([], [])
      for (document, result) in zip(documents, await self.library.run { body($0, documents) }) {
        switch result {
        case .success(let path): changes.append(Change(old: document.path, new: path))
        case .failure(let error):
          failures.append(ActionFailure(path: document.path, folder: folder, error: error))
        }
      }
      self.problem = Messages.failures(failures, of: documents.count)
      if !changes.isEmpty {
        done(changes)
        if action == .delete { self.thrownAway = changes }
        if [.move, .rename, .putBack].contains(action) {
          for change in changes { self.follow(change) }
        }
        self.offerUndo(of: action, changes)
        await self.changed()
      }
      await self.refresh()
    }
  }

  /// What is kept by its path has another one now.
  private func follow(_ change: Change) {
    for page in looking?.all ?? [] where page.path == change.old { page.path = change.new }
    Preferences.follow(change.old, to: change.new)
  }

  struct Change {
    var old: DocumentPath
    var new: DocumentPath
  }

  /// Lets the user take an action back by shaking the device, with a keyboard, or in the menu.
  private func offerUndo(of action: Action, _ changes: [Change]) {
    let paths = changes.map(\.new)
    let (name, undo): (String, @MainActor (NavigationModel) -> Void)
    switch action {
    case .move: (name, undo) = (String(localized: "Move"), { $0.moveBack(changes) })
    case .rename: (name, undo) = (String(localized: "Rename"), { $0.moveBack(changes) })
    case .delete: (name, undo) = (String(localized: "Delete"), { $0.putBack(paths) })
    case .add: (name, undo) = (String(localized: "Add"), { $0.throwAway(paths) })
    // What was put back is deleted again on purpose only, what was removed is gone, and of two versions the one that the
    // user did not keep is in Recently Deleted.
    case .putBack, .remove, .decide: return
    }
    undoManager?.registerUndo(withTarget: self, handler: undo)
    undoManager?.setActionName(name)
  }

  /// Gives documents their earlier folders and names.
  private func moveBack(_ changes: [Change]) {
    perform(.putBack, for: seen(changes.map(\.new))) { all, documents in
      zip(changes, documents).map { change, document in
        Result { () throws(DiskError) in try all.move(document, to: change.old) }
      }
    }
  }
}

extension Documents {
  /// Gives a document another folder and name; a name that is taken there becomes the next free one.
  func move(_ document: SeenDocument, to path: DocumentPath) throws(DiskError) -> DocumentPath {
    try move(
      document.path, expecting: file(of: document), to: path.parent,
      as: path.names.last.map { DocumentName($0) })
  }
}

/// Work with documents that takes a while, until it is done or the user ends it.
struct LongWork: Identifiable {
  let id = UUID()
  let title: String
  /// How much of it is done, from 0 to 1; nil if unknown.
  var part: Double?
  /// Ends it. Nothing of it is left.
  let stop: @MainActor () -> Void

  var banner: Banner {
    Banner(
      id: "\(id)", text: Text(verbatim: title), mark: .progress(part),
      actions: [.init(title: "Stop", role: .cancel, perform: stop)])
  }
}

extension NavigationModel {
  /// Does work that takes a while. Meanwhile a banner shows it.
  func perform<Value: Sendable>(
    _ title: String, _ body: @escaping @Sendable () async -> Value,
    done: @escaping @MainActor (Value) async -> Void
  ) {
    let task = Task { await body() }
    let work = LongWork(title: title) { task.cancel() }
    works.append(work)
    // The system writes the words into its logs: no name of a document.
    let activity = BackgroundActivity("Working with documents") { task.cancel() }
    run {
      let value = await task.value
      activity.end()
      self.works.removeAll { $0.id == work.id }
      await done(value)
    }
  }

  /// The selected documents on screen, in their order.
  var selected: [DocumentEntry] {
    list.entries.filter { selection.contains($0.path) }
  }

  func toggle(_ path: DocumentPath) {
    if selection.remove(path) == nil { selection.insert(path) }
  }

  /// Does something with all that a command is for, and ends choosing.
  func withSelected(_ body: ([DocumentPath]) -> Void) {
    let paths = commanded.map(\.path)
    isSelecting = false
    body(paths)
  }
}
