import Foundation
import SwiftUI
import Testing
import UIKit
import UniformTypeIdentifiers

@testable import HostApp
@testable import IntrayCore

/// A drag within Intray moves what the user saw; a drop from another app is an import.
@MainActor
@Suite(.inApp) struct DraggingTests {
  private func provider(_ name: String, in browser: WindowDriver) throws -> NSItemProvider {
    browser.page.itemProvider(for: try #require(browser.list.entries.first { $0.path.description == name }))
  }

  private func drop(
    _ providers: [NSItemProvider], on folder: DocumentPath, _ model: HostModel
  ) async {
    let drops = DropModel(window: model.browser.window)
    if let action = drops.action(on: folder, isOwn: true) { drops.perform(action, providers) }
    await model.browser.settle()
  }

  private func openDocuments(_ names: [String]) async throws -> (HostModel, String) {
    let (model, path) = try await openActiveApp(names)
    await model.browser.settle()
    return (model, path + "/AppGroup/")
  }

  @Test func severalChosenDocumentsAreDraggedAtOnce() async throws {
    let (model, path) = try await openDocuments(["a.txt", "b.txt", "c.txt", "Work/d.txt"])
    let browser = model.browser
    browser.page.isSelecting = true
    browser.page.selection = [DocumentPath(["a.txt"]), DocumentPath(["b.txt"])]
    // The user has added the second one to the drag, too.
    let dragged = try ["a.txt", "b.txt"].map { try provider($0, in: browser) }
    await drop(dragged, on: DocumentPath(["Work"]), model)
    #expect(try contents(of: path + "Documents/Work") == ["a.txt", "b.txt", "d.txt"])
    #expect(browser.listed == ["Work", "c.txt"] && browser.problem == nil)
  }

  @Test func whatIsDraggedOutOfRecentlyDeletedIsADocumentAgain() async throws {
    let (model, path) = try await openDocuments(["a.txt", "Work/b.txt"])
    await model.browser.finish { $0.delete("a.txt") }
    await model.browser.finish { $0.place = .trash }
    await drop([try provider("a.txt", in: model.browser)], on: DocumentPath(["Work"]), model)
    #expect(try contents(of: path + "Documents/Work") == ["a.txt", "b.txt"])
    #expect(try contents(of: path + "Trash").isEmpty && model.browser.listed.isEmpty)
  }

  @Test func anotherDocumentThatTookTheNameIsNotMoved() async throws {
    let (model, path) = try await openDocuments(["a.txt", "Work/b.txt"])
    let dragged = try provider("a.txt", in: model.browser)
    await dragBegins(dragged)
    try FileManager.default.moveItem(atPath: path + "Documents/a.txt", toPath: path + "Documents/earlier.txt")
    try put("another", at: path + "Documents/a.txt")
    await drop([dragged], on: DocumentPath(["Work"]), model)
    #expect(try contents(of: path + "Documents") == ["Work", "a.txt", "earlier.txt"])
    #expect(model.browser.problem?.contains("was changed") == true)
  }

  @Test func aDocumentThatWasEditedMeanwhileIsMoved() async throws {
    let (model, path) = try await openDocuments(["Work/b.txt"])
    let documents = model.library.documents
    let staged = try documents.stage(.bytes(Array("old".utf8)), as: DocumentName("a.txt"))
    _ = try documents.add(staged, in: DocumentPath())
    await model.browser.refresh()
    let dragged = try provider("a.txt", in: model.browser)
    await dragBegins(dragged)
    let known = try documents.info(of: DocumentPath(["a.txt"]))
    let base = FileSnapshot(
      file: known.file, size: known.status.size, modified: known.status.modified, changed: nil)
    let edit = try documents.stage(.bytes(Array("edited".utf8)), as: DocumentName("a.txt"))
    _ = try documents.replaceContents(of: DocumentPath(["a.txt"]), with: edit, expecting: base)
    #expect(try documents.info(of: DocumentPath(["a.txt"])).file != known.file)
    await drop([dragged], on: DocumentPath(["Work"]), model)
    #expect(try String(contentsOfFile: path + "Documents/Work/a.txt", encoding: .utf8) == "edited")
  }

  @Test func whatADropDoesDependsOnWhereItBegan() async throws {
    let (model, _) = try await openDocuments(["Work/b.txt"])
    let drops = DropModel(window: model.browser.window)
    let work = DocumentPath(["Work"])
    #expect(drops.action(on: work, isOwn: true) == .move(to: work))
    #expect(drops.action(on: work, isOwn: false) == .importFiles(into: work))
    #expect(drops.action(on: nil, isOwn: false) == .importFiles(into: DocumentPath()))
    #expect(drops.action(on: .trash, isOwn: true) == .move(to: .trash))
    #expect(drops.action(on: .trash, isOwn: false) == nil)
    model.browser.place = .cloud
    #expect(drops.action(on: nil, isOwn: true) == nil)
    model.browser.place = .trash
    #expect(drops.action(on: nil, isOwn: false) == nil)
    await model.browser.settle()
  }

  @Test func aForeignRepresentationNamesNoDocument() {
    #expect(DraggedDocuments.documents(in: Data("nonsense".utf8)).isEmpty)
    for line in ["", "1-2", "1-2\n", "x y\na.txt", "1-2\n..", "1-2\na/../b"] {
      #expect(SeenDocument(Array(line.utf8)) == nil, "\(line)")
    }
  }
}

#if canImport(AppleFoundation)
  /// The same, on screen.
  @MainActor
  @Suite(.inApp) struct DraggingScreenTests {
    private func drag(_ name: String, _ harness: ViewHarness) throws -> NSItemProvider {
      try #require(try harness.drag(name) as? NSItemProvider)
    }

    @Test func aRowIsDroppedOnAFolderAndOnTheSidebar() async throws {
      let (harness, model, path) = try await openScreen(["a.txt", "b.txt", "Work/c.txt"])
      harness.horizontalSizeClass = .regular
      #expect(try harness.drop([try drag("a.txt", harness)], on: "Work", isLocal: true))
      await model.browser.settle()
      #expect(try contents(of: path + "/AppGroup/Documents/Work") == ["a.txt", "c.txt"])
      #expect(try harness.drop([try drag("b.txt", harness)], on: "Recently Deleted", isLocal: true))
      await model.browser.settle()
      #expect(try contents(of: path + "/AppGroup/Trash") == ["b.txt"])
      try await model.browser.finish { _ in try harness.press("Work") }
      #expect(try harness.drop([try drag("a.txt", harness)], on: "Documents", isLocal: true))
      await model.browser.settle()
      #expect(try contents(of: path + "/AppGroup/Documents") == ["Work", "a.txt"])
    }

    @Test func aDropFromAnotherAppGoesIntoTheFolderBelowTheFinger() async throws {
      let (harness, model, path) = try await openScreen(["Work/old.txt"])
      for (name, folder) in [("in.txt", "Work"), ("beside.txt", nil)] {
        try put("new", at: path + "/Elsewhere/" + name)
        let file = try #require(NSItemProvider(contentsOf: URL(filePath: path + "/Elsewhere/" + name)))
        #expect(try harness.drop([file], on: folder))
        await model.importer.finish()
      }
      #expect(try contents(of: path + "/AppGroup/Documents") == ["Work", "beside.txt"])
      #expect(try contents(of: path + "/AppGroup/Documents/Work") == ["in.txt", "old.txt"])
    }

    @Test func anotherAppThatOffersThePrivateTypeMovesNothing() async throws {
      let (harness, model, path) = try await openScreen(["a.txt", "Work/b.txt"])
      let seen = try #require(model.browser.list.entries.first { $0.path == DocumentPath(["a.txt"]) }).seen
      let forged = NSItemProvider()
      forged.registerDataRepresentation(forTypeIdentifier: DraggedDocuments.type, visibility: .all) {
        done in
        done(DraggedDocuments.data(of: [seen]), nil)
        return nil
      }
      #expect(try !harness.drop([forged], on: "Work"))
      await model.importer.finish()
      #expect(try contents(of: path + "/AppGroup/Documents") == ["Work", "a.txt"])
    }

    @Test func anotherAppSeesOnlyTheFile() async throws {
      let (harness, _, _) = try await openScreen(["a.pdf"])
      let document = try drag("a.pdf", harness)
      #expect(document.fromAnotherProcess.registeredTypeIdentifiers == [UTType.pdf.identifier])
      await dragBegins(document)
    }
  }
#endif

/// Waits until Intray has read which documents are dragged; before that a test's folders cannot go.
@MainActor
func dragBegins(_ provider: NSItemProvider) async {
  await withCheckedContinuation { done in
    _ = provider.loadDataRepresentation(forTypeIdentifier: DraggedDocuments.type) { _, _ in done.resume() }
  }
}
