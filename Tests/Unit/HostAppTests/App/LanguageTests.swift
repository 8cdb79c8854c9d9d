import Foundation
import SwiftUI
import Testing

@testable import HostApp
@testable import IntrayCore

#if canImport(AppleFoundation)
  import AppleFoundation

  /// The screens in languages other than English.
  @MainActor
  @Suite(.inApp) struct LanguageTests {
    @Test(arguments: [
      ("en", 1, "1 item"), ("en", 2, "2 items"), ("de", 1, "1 Objekt"), ("de", 3, "3 Objekte"),
      ("ja", 1, "1項目"), ("ar", 1, "عنصر واحد"), ("ar", 2, "عنصران"), ("ar", 3, "٣ عناصر"),
      ("ar", 11, "١١ عنصرًا"),
    ])
    func countsOfDocumentsArePluralised(identifier: String, count: Int, text: String) async throws {
      try await reading(identifier) {
        let (model, path) = try openApp()
        for number in 0..<count { try put("x", at: path + "/AppGroup/Documents/\(number).txt") }
        await model.activate()
        #expect(await show(model).text.contains(text))
      }
    }

    /// In Egypt, whose digits are others than those of this file. What a name has of them stays.
    @Test func everyDigitOfAnArabicScreenIsOneOfItsRegion() async throws {
      try await reading("ar") {
        let (model, path) = try openApp()
        let old = FileTime(Date.now - 5 * 86_400)
        for (name, added) in [("a", FileTime(Date.now)), ("b", old)] {
          let place = path + "/AppGroup/Documents/" + name
          try put("some text", at: place)
          try model.library.container.open(.documents)[FileName(name)].open(.file)
            .setAttribute(ItemAttribute.arrival, ArrivalRecord(time: added, share: nil).bytes)
        }
        try put("part", at: path + "/App/Documents/film.part")
        await model.activate()
        let harness = await show(model)
        let browser = model.browser
        for place in [Place.recents, .documents, .trash] {
          await browser.finish { $0.place = place }
          let digits = harness.text.filter { $0.isASCII && $0.isNumber }
          #expect(digits.isEmpty, "\(place): \(harness.text)")
          if place == .documents { try await browser.finish { _ in try harness.swipe("a", "Delete") } }
        }
        #expect(harness.text.contains("٣٠"))
      }
    }
  }
#endif
