import Foundation
import Shared
import SwiftUI
import Testing

@testable import HostApp

#if canImport(AppleFoundation)
  import AppleFoundation

  /// The screens in languages other than English.
  @MainActor
  @Suite(.inApp) struct LanguageTests {
    @Test(arguments: [
      ("en", 1, "1 item"), ("en", 2, "2 items"), ("de", 1, "1 Objekt"), ("de", 3, "3 Objekte"),
      ("ja", 1, "1項目"), ("ar", 1, "عنصر واحد"), ("ar", 2, "عنصران"), ("ar", 3, "3 عناصر"),
      ("ar", 11, "11 عنصرًا"),
    ])
    func countsOfDocumentsArePluralised(identifier: String, count: Int, text: String) async throws {
      try await reading(identifier) {
        let (model, path) = try openApp()
        for number in 0..<count { try put("x", at: path + "/AppGroup/Documents/\(number).txt") }
        await model.activate()
        let lines = ViewHarness(ContentView(model: model)).text
        #expect(lines.contains(text))
        #expect(identifier != "en" || count != 1 || !lines.contains("1 items"))
      }
    }

    @Test(arguments: [
      ("en", 1, "“1.txt” is in Recently Deleted."), ("en", 2, "2 items are in Recently Deleted."),
      ("de", 3, "3 Objekte sind unter „Zuletzt gelöscht“."), ("ja", 2, "2項目は“最近削除した項目”にあります。"),
      ("ar", 2, "عنصران"), ("ar", 3, "3 عناصر"),
    ])
    func theDeletionMessageCountsTheDocuments(identifier: String, count: Int, text: String) async throws {
      try await reading(identifier) {
        let (model, path) = try openApp()
        for number in 1...count { try put("x", at: path + "/AppGroup/Documents/\(number).txt") }
        await model.activate()
        await model.browser.finish { $0.throwAway(model.browser.list.entries.map(\.path)) }
        #expect(ViewHarness(ContentView(model: model)).text.contains(text))
      }
    }

  }
#endif
