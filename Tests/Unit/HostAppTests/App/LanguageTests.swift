import Foundation
import IntrayCore
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
        #expect(await show(model).text.contains(text))
      }
    }
  }
#endif
