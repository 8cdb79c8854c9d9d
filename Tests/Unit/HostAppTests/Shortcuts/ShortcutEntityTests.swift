import AppIntents
import Foundation
import IntrayCore
import IntrayIntake
import Testing

@testable import HostApp

/// The documents and folders that shortcuts keep.
@MainActor
@Suite(.inApp) struct ShortcutEntityTests {
  /// A document as it comes in, and a folder.
  private func openDocument() async throws -> (DocumentLibrary, DocumentEntity, FolderEntity) {
    let (model, _) = try openApp()
    let library = model.library
    _ = try await library.run { documents throws(DiskError) in
      try documents.makeFolder(DocumentName("Work"), in: DocumentPath())
    }
    try library.deposit("a.txt", "a")
    await model.drains.drain()
    let document = try #require(try await library.latest(1).get().first)
    let folders = try await library.entries(DocumentQuery(limit: 10), .folders)
    let folder = try #require(folders.first)
    return (library, DocumentEntity(document), FolderEntity(folder))
  }

  /// On a locked device an action may run: <https://developer.apple.com/documentation/appintents/intentauthenticationpolicy>.
  @Test func onlyWhatSavesRunsOnALockedDevice() {
    let actions: [(any AppIntent.Type, IntentAuthenticationPolicy)] = [
      (SaveFiles.self, .alwaysAllowed), (AddWaitingDocuments.self, .alwaysAllowed),
      (SaveLink.self, .alwaysAllowed), (SaveText.self, .alwaysAllowed),
      (OpenDocument.self, .requiresAuthentication),
      (GetLatestDocuments.self, .requiresAuthentication), (GetDocumentFiles.self, .requiresAuthentication),
      (MoveDocuments.self, .requiresAuthentication),
    ]
    for (action, policy) in actions { #expect(action.authenticationPolicy == policy, "\(action)") }
  }

  @Test func theActionsAndTheWindowsShareOneIndex() throws {
    let (model, _) = try openApp()
    let (container, sandbox) = (model.library.container, model.library.sandbox)
    let library = DocumentLibrary.one(over: container, sandbox)
    #expect(library.index === DocumentLibrary.one(over: container, sandbox).index)
    // An app has one group. A test has another one.
    #expect(DocumentLibrary.one(over: Container(path: "/nowhere"), sandbox).container.path == "/nowhere")
  }

  @Test func theyFollowADocumentAndAFolderThatGetOtherNames() async throws {
    let (library, document, folder) = try await openDocument()
    let moved = try await library.run { documents throws(DiskError) in
      let work = try documents.move(SeenDocument(DocumentPath(["Work"])), to: DocumentPath(["Done"]))
      return try documents.move([SeenDocument(DocumentPath(["a.txt"]))], to: work)[0].get()
    }
    #expect(try await library.path(of: folder) == DocumentPath(["Done"]))
    #expect(try await library.documents(of: [document]).map(\.path) == [moved])
    #expect(try await library.path(of: .root) == DocumentPath())
    let shown = DocumentEntity(try await library.documents(of: [document])[0]).displayRepresentation
    #expect(String(localized: shown.title) == "a.txt")
    #expect(shown.subtitle.map { String(localized: $0) } == "Done")
  }

  @Test func aDocumentOrFolderThatWasDeletedIsReportedByName() async throws {
    let (library, document, folder) = try await openDocument()
    _ = await library.run { $0.trash(["a.txt", "Work"].map { SeenDocument(DocumentPath([$0])) }) }
    await #expect {
      try await library.documents(of: [document])
    } throws: {
      ($0 as? ShortcutProblem)?.sentence == "“a.txt” is no longer in Intray."
    }
    await #expect {
      try await library.path(of: folder)
    } throws: {
      ($0 as? ShortcutProblem)?.sentence
        == "The folder “Work” is no longer in Intray. Choose another folder in the shortcut."
    }
  }

  @Test func aShortcutStopsWhenTheMediumReportedAnErrorThoughItsDocumentIsSaved() async throws {
    let disk = Disk.system.failing(
      Fuse(at: 1, of: .flush, isLasting: true), with: .of(.failed, number: 5, call: "fsync"))
    let (model, path) = try openApp(disk: disk)
    let library = model.library
    try put("a", at: path + "/Elsewhere/a.txt")
    await #expect {
      try await library.save(into: DocumentPath()) {
        Share(files: [PickedFile(URL(filePath: path + "/Elsewhere/a.txt"))], container: library.container)
      }
    } throws: {
      ($0 as? ShortcutProblem)?.sentence == ShareError.mayBeLost
    }
    #expect(try stored("Documents/a.txt") == "a")
  }

  @Test func aDocumentWithoutAnIdentifierIsLeftOut() async throws {
    let (model, path) = try openApp()
    let library = model.library
    try put("a", at: path + "/AppGroup/Documents/a.txt")
    let found = try await library.entries(DocumentQuery(limit: 10), .documents)
    #expect(found.isEmpty)
    #expect(await library.list(DocumentQuery(limit: 10)).map(\.total) == .success(1))
  }

  @Test func aPackageIsADocumentAndNoFolder() async throws {
    let (model, _) = try openApp()
    let library = model.library
    try await library.run { documents throws(DiskError) in
      for name in ["a.rtfd", "b"] { _ = try documents.makeFolder(DocumentName(name), in: DocumentPath()) }
    }
    let query = DocumentQuery(limit: 10)
    let (documents, folders) = (
      try await library.entries(query, .documents), try await library.entries(query, .folders)
    )
    #expect(documents.map(\.path) == [DocumentPath(["a.rtfd"])])
    #expect(folders.map(\.path) == [DocumentPath(["b"])])
  }
}
