import Foundation
import Shared
import SwiftUI
import Testing

@testable import HostApp

#if canImport(AppleFoundation)
  import AppleFoundation

  /// The screens in languages other than English.
  @MainActor
  @Suite struct LanguageTests {
    private func language(_ identifier: String) throws -> Language {
      let catalogue = repository.appending(path: "HostApp/Localizable.xcstrings")
      return try Language(identifier, catalogue: catalogue)
    }

    @Test(arguments: [
      ("de", "Noch nichts da", "Dokumente"), ("ja", "まだ何もありません", "書類"),
      ("ar", "لا شيء هنا بعد", "المستندات"),
    ])
    func theEmptyListIsTranslated(identifier: String, title: String, documents: String) async throws {
      try await Language.$current.withValue(language(identifier)) {
        try await withApp { (model: HostModel, _: String) async throws in
          await model.activate()
          let text = ViewHarness(ContentView(model: model)).text
          #expect(text.contains(title) && text.contains(documents))
        }
      }
    }

    @Test(arguments: [
      ("en", 1, "1 item"), ("en", 2, "2 items"), ("de", 1, "1 Objekt"), ("de", 3, "3 Objekte"),
      ("ja", 1, "1項目"), ("ar", 1, "عنصر واحد"), ("ar", 2, "عنصران"), ("ar", 3, "3 عناصر"),
      ("ar", 11, "11 عنصرًا"),
    ])
    func countsOfDocumentsArePluralised(identifier: String, count: Int, text: String) async throws {
      try await Language.$current.withValue(language(identifier)) {
        try await withApp { (model: HostModel, path: String) async throws in
          for number in 0..<count { try put("x", at: path + "/AppGroup/Documents/\(number).txt") }
          await model.activate()
          let lines = ViewHarness(ContentView(model: model)).text
          #expect(lines.contains(text))
          #expect(identifier != "en" || count != 1 || !lines.contains("1 items"))
        }
      }
    }

    @Test(arguments: [("de", "nur ein Verweis", "Nicht hinzugefügt"), ("ja", "リンクにすぎない", "追加されていない")])
    func aRefusedDocumentShowsItsReason(identifier: String, why: String, title: String) async throws {
      try await Language.$current.withValue(language(identifier)) {
        try await withApp { (model: HostModel, path: String) async throws in
          try FileManager.default.createDirectory(
            atPath: path + "/AppGroup/Inbox/a.parcel", withIntermediateDirectories: true)
          try FileManager.default.createSymbolicLink(
            atPath: path + "/AppGroup/Inbox/a.parcel/link", withDestinationPath: "/etc/passwd")
          await model.activate()
          let text = ViewHarness(ContentView(model: model)).text
          #expect(text.contains(why) && text.contains(title))
        }
      }
    }

    @Test(arguments: [
      ("en", 1, "“1.txt” is in Recently Deleted."), ("en", 2, "2 items are in Recently Deleted."),
      ("de", 3, "3 Objekte sind unter „Zuletzt gelöscht“."), ("ja", 2, "2項目は“最近削除した項目”にあります。"),
      ("ar", 2, "عنصران"), ("ar", 3, "3 عناصر"),
    ])
    func theDeletionMessageCountsTheDocuments(identifier: String, count: Int, text: String) async throws {
      try await Language.$current.withValue(language(identifier)) {
        try await withApp { (model: HostModel, path: String) async throws in
          for number in 1...count { try put("x", at: path + "/AppGroup/Documents/\(number).txt") }
          await model.activate()
          model.browser.throwAway(model.browser.list.entries.map(\.path))
          await model.browser.work?.value
          #expect(ViewHarness(ContentView(model: model)).text.contains(text))
        }
      }
    }

    @Test(arguments: [
      ("en", "1 of 2 items couldn’t be changed. The others were."),
      ("de", "1 von 2 Objekten ließen sich nicht ändern."),
    ])
    func aPartialFailureCountsTheDocuments(identifier: String, text: String) async throws {
      try await Language.$current.withValue(language(identifier)) {
        try await withApp { (model: HostModel, path: String) async throws in
          try put("x", at: path + "/AppGroup/Documents/a.txt")
          await model.activate()
          let gone = DocumentPath([FileName("gone.txt")])
          model.browser.throwAway(model.browser.list.entries.map(\.path) + [gone])
          await model.browser.work?.value
          let shown = ViewHarness(ContentView(model: model)).text
          #expect(shown.contains(text) && shown.contains("gone.txt: "))
        }
      }
    }

    @Test(arguments: [
      ("en", "The name “b.txt” is already taken"), ("de", "Der Name „b.txt“ ist bereits vergeben"),
    ])
    func aTakenNameShowsAMessageBesideTheField(identifier: String, why: String) async throws {
      try await Language.$current.withValue(language(identifier)) {
        try await withApp { (model: HostModel, path: String) async throws in
          for name in ["a.txt", "b.txt"] { try put(name, at: path + "/AppGroup/Documents/" + name) }
          model.browser.beginRenaming(DocumentPath([FileName("a.txt")]))
          model.browser.typed = "b.txt"
          await model.browser.name()
          #expect(ViewHarness(NamingView(browser: model.browser)).text.contains(why))
        }
      }
    }
  }
#endif
