import AppIntents
import Foundation
import Intake
import Shared

/// Why a shortcut did not work, in a sentence that Shortcuts shows as it is.
struct ShortcutProblem: Error, CustomLocalizedStringResourceConvertible {
  let sentence: String

  var localizedStringResource: LocalizedStringResource { LocalizedStringResource("\(sentence)") }

  /// The disk, or why there is none.
  static func library() throws -> DocumentLibrary {
    guard let library = DocumentLibrary.current else { throw ShortcutProblem(sentence: Messages.noContainer) }
    return library
  }

  /// Reports an error of Intray as a whole.
  static func check(_ results: DocumentLibrary.Results) throws {
    if results.error?.code == .cancelled { throw CancellationError() }
    if let sentence = results.error.flatMap(Messages.problem) { throw ShortcutProblem(sentence: sentence) }
  }

  /// The value of a call; reports an error as one of Intray as a whole.
  static func value<Value>(of result: Result<Value, DiskError>) throws -> Value {
    switch result {
    case .success(let value): return value
    case .failure(let error):
      try check(DocumentLibrary.Results(error: error))
      throw error
    }
  }
}

extension DocumentLibrary {
  /// Does something for a shortcut, which may run while the app is not on screen. The task is cancelled when the system's
  /// time is up.
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

  /// Tells Files that documents were changed.
  func reportChange() async { await FilesRegistration().signal() }

  /// Saves files of another app in a folder, and takes in every waiting item.
  ///
  /// - Parameters:
  ///   - folder: where the files are saved.
  ///   - newFolder: a folder that is made there for them, unless it exists.
  /// - Throws: a ``ShortcutProblem`` when nothing was saved of the files, or when Intray's folder cannot be used; an error
  ///   when it was cancelled.
  @discardableResult
  func addWaiting(
    depositing files: [PickedFile] = [], into folder: DocumentPath = DocumentPath(),
    creating newFolder: DocumentName? = nil
  ) async throws -> Results {
    let results = try await Self.inBackground {
      do throws(ShareError) {
        if !files.isEmpty { try await deposit(files, into: folder, creating: newFolder) }
      } catch {
        let sentences = Messages.notSaved([error])
        if sentences.isEmpty { throw CancellationError() }
        throw ShortcutProblem(sentence: sentences.joined(separator: "\n"))
      }
      return await perform { progress, report throws(DiskError) in
        try drain.run(isCancelled: { Task.isCancelled }, progress: progress, report)
      } _: { _ in
      }
    }
    if results.outcomes.contains(where: \.isImport) { await reportChange() }
    try ShortcutProblem.check(results)
    return results
  }

  /// Publishes files of another app as one parcel: all of them, or none.
  @MainActor
  private func deposit(
    _ files: [PickedFile], into folder: DocumentPath, creating newFolder: DocumentName?
  ) async throws(ShareError) {
    let share = Share(files: files, container: container)
    let loaded = try await share.load()
    guard loaded.failures.isEmpty else {
      await share.discard(loaded)
      throw .of(loaded.failures)
    }
    try await share.publish(loaded, into: folder, creating: newFolder)
  }
}

/// What shortcuts ask for.
extension DocumentLibrary {
  /// Finds documents and folders by their identifiers. Every lookup of a shortcut goes through this method.
  func find(_ items: Set<ItemID>) async -> Result<[ItemID: DocumentEntry], DiskError> {
    do throws(DiskError) {
      try await index.update()
      return .success(await index.entries(of: items))
    } catch {
      return .failure(error)
    }
  }
}

/// The same with sentences for errors, which Shortcuts shows.
extension DocumentLibrary {
  /// Documents and folders by their identifiers; what is gone is left out.
  func documents(of items: Set<ItemID>) async throws -> [ItemID: DocumentEntry] {
    try await ShortcutProblem.value(of: find(items))
  }

  /// The documents of a shortcut, where they are by now.
  ///
  /// - Throws: a ``ShortcutProblem`` that names the first that is gone.
  func documents(of entities: [DocumentEntity]) async throws -> [DocumentEntry] {
    let found = try await documents(of: Set(entities.compactMap { ItemID($0.id) }))
    return try entities.map { entity in
      guard let document = ItemID(entity.id).flatMap({ found[$0] }) else {
        throw ShortcutProblem(sentence: Messages.gone(entity.name))
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
      throw ShortcutProblem(sentence: Messages.goneFolder(folder.name))
    }
    return found.path
  }

  /// The documents or folders of a query. A shortcut can keep only those that carry an identifier.
  func entries(_ query: DocumentQuery, _ members: DocumentQuery.Members) async throws -> [DocumentEntry] {
    var query = query
    query.members = members
    return try await ShortcutProblem.value(of: list(query).map(\.entries))
  }
}

extension [DocumentEntry] {
  /// Those that carry an identifier.
  var identified: [DocumentEntry] { filter { $0.identity.item != nil } }
}

extension IntentDialog {
  /// A sentence, and another one about the documents that carry no identifier.
  init(_ sentence: String, leavingOut count: Int) {
    self.init(stringLiteral: count == 0 ? sentence : sentence + " " + Messages.leftOutOfShortcut(count))
  }
}

extension Messages {
  /// A shortcut is about a document that is gone.
  static func gone(_ name: String) -> String {
    String(localized: "“\(name)” is no longer in Intray.")
  }

  /// A shortcut is about a folder that is gone.
  static func goneFolder(_ name: String) -> String {
    String(
      localized: "The folder “\(name)” is no longer in Intray. Choose another folder in the shortcut.")
  }

  /// The provider gives an identifier to each document that has none, when Files asks for it.
  static func leftOutOfShortcut(_ count: Int) -> String {
    String(localized: "\(count) documents left out. Open Intray in the Files app once, then try again.")
  }
}
