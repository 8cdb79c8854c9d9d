import AppIntents
import Foundation
import IntrayCore
import IntrayIntake

/// Why a shortcut did not work, in a sentence that Shortcuts shows as it is.
struct ShortcutProblem: Error, CustomLocalizedStringResourceConvertible {
  let sentence: String

  var localizedStringResource: LocalizedStringResource { LocalizedStringResource(verbatim: sentence) }

  /// The disk, or why there is none.
  static func library() throws -> DocumentLibrary {
    guard let library = DocumentLibrary.current else { throw ShortcutProblem(sentence: Messages.noContainer) }
    return library
  }

  /// What Shortcuts is told of an error of Intray as a whole.
  static func error(_ error: DiskError) -> any Error {
    // There is no sentence for what was cancelled.
    Messages.problem(error).map { ShortcutProblem(sentence: $0) } ?? CancellationError()
  }
}

extension DocumentLibrary {
  /// Does something for a shortcut, also while the app is not on screen, until the system's time is up.
  static func inBackground<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let task = Task { try await body() }
    let activity = BackgroundActivity("Shortcut") { task.cancel() }
    defer { activity.end() }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Takes in every waiting item.
  ///
  /// - Throws: a ``ShortcutProblem`` when Intray's folder cannot be used; an error when it was cancelled.
  @discardableResult
  func addWaiting() async throws -> Results {
    let results = try await Self.inBackground {
      await perform { progress, report throws(DiskError) in
        try drain.run(isCancelled: { Task.isCancelled }, progress: progress, report)
      } _: { _ in
      }
    }
    if results.outcomes.contains(where: \.isImport) { await FilesRegistration().signal() }
    if let error = results.error { throw ShortcutProblem.error(error) }
    return results
  }

  /// Saves what another app handed over, and takes in every waiting item.
  ///
  /// - Parameter newFolder: a folder that is made in the other for it, unless it exists.
  /// - Returns: the documents that came of it. One that the app took in at the same moment is left out.
  /// - Throws: a ``ShortcutProblem`` when nothing was saved, when Intray's folder cannot be used, or when everything was taken in
  ///   but the medium reported an error, so that the shortcut deletes no original; an error when it was cancelled.
  func save(
    into folder: DocumentPath, creating newFolder: DocumentName? = nil,
    _ share: @escaping @MainActor @Sendable () -> Share
  ) async throws -> [DocumentEntity] {
    // What waits already is none of it.
    try await addWaiting()
    let failure = try await Self.inBackground {
      do throws(ShareError) {
        return try await deposit(await share(), into: folder, creating: newFolder)
      } catch {
        let sentences = Messages.notSaved([error])
        if sentences.isEmpty { throw CancellationError() }
        throw ShortcutProblem(sentence: sentences.joined(separator: "\n"))
      }
    }
    let paths = try await addWaiting().outcomes.compactMap(\.document)
    await update()
    if failure != nil { throw ShortcutProblem(sentence: ShareError.mayBeLost) }
    return await index.entries(at: paths).identified.map(DocumentEntity.init)
  }

  /// Publishes a share as one parcel: all of it, or nothing.
  ///
  /// - Returns: an error of the medium after that; nil when there was none.
  @MainActor
  private func deposit(
    _ share: Share, into folder: DocumentPath, creating newFolder: DocumentName?
  ) async throws(ShareError) -> DiskError? {
    let loaded = try await share.load()
    guard loaded.failures.isEmpty else {
      await share.discard(loaded)
      throw .of(loaded.failures)
    }
    return try await share.publish(loaded, to: Destination(folder, creating: newFolder))
  }

  /// Documents and folders by their identifiers; what is gone is left out. Every lookup of a shortcut goes through this method.
  func documents(of items: Set<ItemID>) async throws -> [ItemID: DocumentEntry] {
    do throws(DiskError) {
      try await index.update()
    } catch {
      throw ShortcutProblem.error(error)
    }
    return await index.entries(of: items)
  }

  /// The documents of a shortcut, where they are by now.
  ///
  /// - Throws: a ``ShortcutProblem`` that names the first that is gone.
  func documents(of entities: [DocumentEntity]) async throws -> [DocumentEntry] {
    let found = try await documents(of: Set(entities.compactMap { ItemID($0.id) }))
    return try entities.map { entity in
      guard let document = ItemID(entity.id).flatMap({ found[$0] }) else {
        throw ShortcutProblem(sentence: String(localized: "“\(entity.name)” is no longer in Intray."))
      }
      return document
    }
  }

  /// Where a folder of a shortcut is by now.
  ///
  /// - Throws: a ``ShortcutProblem`` when it is gone.
  func path(of folder: FolderEntity) async throws -> DocumentPath {
    if folder.id == FolderEntity.root.id { return DocumentPath() }
    let item = ItemID(folder.id) ?? .none
    guard let found = try await documents(of: [item])[item], found.isFolder else {
      throw ShortcutProblem(
        sentence: String(
          localized:
            "The folder “\(folder.name)” is no longer in Intray. Choose another folder in the shortcut."))
    }
    return found.path
  }

  /// The documents or folders of a query. A shortcut can keep only those that carry an identifier.
  func entries(_ query: DocumentQuery, _ members: DocumentQuery.Members) async throws -> [DocumentEntry] {
    var query = query
    query.members = members
    return try await list(query).mapError(ShortcutProblem.error).get().entries.identified
  }
}

extension [DocumentEntry] {
  var identified: [DocumentEntry] { filter { $0.identity.item != nil } }
}
