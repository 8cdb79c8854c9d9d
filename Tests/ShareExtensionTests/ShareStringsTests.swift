import Foundation
import Testing

/// Everything that the sheet says is in the extension's own catalogue, in every language of it.
@Suite struct ShareStringsTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "ShareExtension")

  private struct Catalogue: Decodable {
    struct Entry: Decodable {
      var localizations: [String: Localization]?
    }
    struct Localization: Decodable {
      var stringUnit: Unit
    }
    struct Unit: Decodable {
      var state: String
      var value: String
    }
    var sourceLanguage: String
    var strings: [String: Entry]
  }

  private func catalogue(_ name: String) throws -> Catalogue {
    try JSONDecoder().decode(
      Catalogue.self, from: Data(contentsOf: Self.folder.appending(path: name + ".xcstrings")))
  }

  @Test func theStringCatalogueHasExactlyTheStringsOfTheSheet() throws {
    let keys = Set(try catalogue("Localizable").strings.keys.map(Self.shape))
    let said = try sentences()
    #expect(said.count > 25)
    #expect(said.subtracting(keys).sorted() == [])
    #expect(keys.subtracting(said).sorted() == [])
  }

  @Test(arguments: ["Localizable", "InfoPlist"]) func everyStringOfTheSheetIsTranslated(name: String) throws {
    let catalogue = try catalogue(name)
    #expect(catalogue.sourceLanguage == "en")
    for (key, entry) in catalogue.strings {
      let german = try #require(entry.localizations?["de"]?.stringUnit, "\(key)")
      #expect(german.state == "translated" && !german.value.isEmpty, "\(key)")
      // The same values go in, in any order.
      #expect(Self.values(german.value) == Self.values(key) || name == "InfoPlist", "\(key)")
    }
  }

  /// The literals that are looked up, with a placeholder for each value.
  private func sentences() throws -> Set<String> {
    let calls = try Regex(
      #"(?:String\(\s*localized:\s*|\b(?:Text|TextField|Label|Button|Picker)\(\s*|\.navigationTitle\()"((?:[^"\\]|\\\((?:[^()]|\([^()]*\))*\)|\\.)*)""#,
      as: (Substring, Substring).self)
    var found: Set<String> = []
    let path = Self.folder.path(percentEncoded: false)
    for name in try FileManager.default.contentsOfDirectory(atPath: path) where name.hasSuffix(".swift") {
      let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
      for match in text.matches(of: calls) {
        found.insert(String(match.output.1).replacing(try Regex(#"\\\((?:[^()]|\([^()]*\))*\)"#), with: "%"))
      }
    }
    return found
  }

  private static func shape(_ key: String) -> String {
    key.replacing(/%(?:@|lld)/, with: "%")
  }

  private static func values(_ text: String) -> [String] {
    text.matches(of: /%(?:\d\$)?(@|lld)/).map { String($0.output.1) }.sorted()
  }
}
