import Foundation
import Intake
import Shared
import SwiftUI

/// What the user does with documents. Each action names the documents that the user saw: see `SeenDocument`.
extension NavigationModel {
  /// Makes a copy of it beside it.
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
    perform(.move, for: documents, to: folder) { all in
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

  /// Throws them away, into Recently Deleted.
  func throwAway(_ paths: [DocumentPath]) {
    let documents = seen(paths)
    perform(
      .delete, for: documents, { $0.trash(documents, isCancelled: { Task.isCancelled }) },
      done: { self.thrownAway = $0 })
  }

  /// Takes back what was just thrown away.
  func undo() {
    let paths = thrownAway.map(\.new)
    undoManager?.removeAllActions(withTarget: self)
    putBack(paths)
  }

  /// Puts them back to where they were.
  func putBack(_ paths: [DocumentPath]) {
    let documents = seen(paths)
    let folders = Dictionary(
      list.entries.compactMap { entry in entry.formerFolder.map { (entry.path, $0) } },
      uniquingKeysWith: { first, _ in first })
    perform(.putBack, for: documents) {
      $0.putBack(documents, isCancelled: { Task.isCancelled })
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
    let documents = seen(paths)
    perform(.remove, for: documents) { $0.remove(documents, isCancelled: { Task.isCancelled }) }
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

  /// The document of a path as it is on screen.
  func seen(_ path: DocumentPath) -> SeenDocument { seen([path])[0] }

  /// The documents of these paths as they are on screen.
  private func seen(_ paths: [DocumentPath]) -> [SeenDocument] {
    let shown = Dictionary(list.entries.map { ($0.path, $0.seen) }, uniquingKeysWith: { first, _ in first })
    return paths.map { shown[$0] ?? SeenDocument($0) }
  }
}

/// How an action is done and taken back.
extension NavigationModel {
  /// What an action does to a document.
  enum Action {
    case add, move, rename, delete, putBack, remove, decide
  }

  /// Does something, then looks again.
  func perform(
    _ action: Action, for document: SeenDocument? = nil,
    _ body: @escaping @Sendable (Documents) throws(DiskError) -> DocumentPath
  ) {
    perform(action, for: [document ?? SeenDocument(folder)]) { documents in
      [Result { () throws(DiskError) in try body(documents) }]
    }
  }

  /// Does something with each of several, then looks again. A failure does not stop the others.
  ///
  /// - Parameters:
  ///   - folder: where they are to be moved, if they are.
  ///   - done: receives where the items that were changed were, and where they are.
  func perform(
    _ action: Action, for documents: [SeenDocument], to folder: DocumentPath? = nil,
    _ body: @escaping @Sendable (Documents) -> DocumentLibrary.Each,
    done: @escaping @MainActor ([Change]) -> Void = { _ in }
  ) {
    (problem, thrownAway) = (nil, [])
    outgoing.forgetEdited()
    run {
      var (changes, failures): ([Change], [ActionFailure]) = ([], [])
      for (document, result) in zip(documents, await self.library.run(body)) {
        switch result {
        case .success(let path): changes.append(Change(old: document.path, new: path))
        case .failure(let error):
          failures.append(ActionFailure(path: document.path, folder: folder, error: error))
        }
      }
      self.problem = Messages.failures(failures, of: documents.count)
      if !changes.isEmpty {
        done(changes)
        if [.move, .rename, .putBack].contains(action) { self.follow(changes) }
        self.offerUndo(of: action, changes)
        await self.changed()
      }
      await self.refresh()
    }
  }

  /// What is kept by its path has another one now.
  private func follow(_ changes: [Change]) {
    for change in changes {
      for page in looking?.all ?? [] where page.path == change.old { page.path = change.new }
      Preferences.follow(change.old, to: change.new)
    }
  }

  /// Where a document was, and where it is.
  struct Change {
    var old: DocumentPath
    var new: DocumentPath
  }

  /// Lets the user take an action back by shaking the device, with a keyboard, or in the menu.
  private func offerUndo(of action: Action, _ changes: [Change]) {
    guard let undoManager else { return }
    switch action {
    case .move, .rename:
      undoManager.registerUndo(withTarget: self) { $0.moveBack(changes) }
      undoManager.setActionName(
        action == .move ? String(localized: "Move") : String(localized: "Rename"))
    case .delete:
      undoManager.registerUndo(withTarget: self) { $0.putBack(changes.map(\.new)) }
      undoManager.setActionName(String(localized: "Delete"))
    case .add:
      undoManager.registerUndo(withTarget: self) { $0.throwAway(changes.map(\.new)) }
      undoManager.setActionName(String(localized: "Add"))
    // What was put back is deleted again on purpose only, what was removed is gone, and of two versions the one that the
    // user did not keep is in Recently Deleted.
    case .putBack, .remove, .decide: break
    }
  }

  /// Gives documents their earlier folders and names.
  private func moveBack(_ changes: [Change]) {
    let documents = seen(changes.map(\.new))
    perform(.putBack, for: documents) { all in
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
  /// Ends it. Nothing of it is left.
  let stop: @Sendable () -> Void

  var banner: Banner {
    Banner(
      id: "\(id)", text: Text(verbatim: title), mark: .progress(nil),
      actions: [.init(title: "Stop", role: .cancel) { stop() }])
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
}

/// What the user does with several documents.
extension NavigationModel {
  /// Whether several are being chosen, as the list asks it.
  var editMode: EditMode {
    get { isSelecting ? .active : .inactive }
    set { isSelecting = newValue.isEditing }
  }

  /// The selected documents on screen, in their order.
  var selected: [DocumentEntry] {
    list.entries.filter { selection.contains($0.path) }
  }

  /// Chooses a document, or unchooses it.
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
