import Foundation
import Testing

/// The strings of the three bundles, in every language.
@Suite struct StringsTests {
  private static let languages: Set = ["en", "de", "ja", "ar"]
  /// What each language tells apart, by CLDR.
  private static let plurals: [String: Set<String>] = [
    "en": ["one", "other"], "de": ["one", "other"], "ja": ["other"],
    "ar": ["zero", "one", "two", "few", "many", "other"],
  ]
  private static let catalogues = [
    "HostApp/Localizable", "HostApp/InfoPlist", "HostApp/AppShortcuts", "ShareExtension/Localizable",
    "ShareExtension/InfoPlist",
    "FileProviderExtension/InfoPlist", "FileProviderExtension/Localizable",
  ]

  private struct StringCatalogue: Decodable {
    struct Entry: Decodable {
      var comment: String?
      var extractionState: String?
      var localizations: [String: Localization]
    }
    struct Localization: Decodable {
      var stringUnit: Unit?
      var stringSet: Phrases?
      var variations: [String: [String: Localization]]?
    }
    struct Unit: Decodable {
      var state: String
      var value: String
    }
    /// The phrases that the user may say for the same action.
    struct Phrases: Decodable {
      var state: String
      var values: [String]
    }
    var sourceLanguage: String
    var strings: [String: Entry]
  }

  private func catalogue(_ name: String) throws -> StringCatalogue {
    let file = repository.appending(path: name + ".xcstrings")
    return try JSONDecoder().decode(StringCatalogue.self, from: Data(contentsOf: file))
  }

  @Test(arguments: catalogues)
  func everyLanguageHasEveryStringAndEachIsExplainedToTranslators(name: String) throws {
    let catalogue = try catalogue(name)
    #expect(catalogue.sourceLanguage == "en" && !catalogue.strings.isEmpty)
    for (key, entry) in catalogue.strings {
      // The key is the English, unless another one is written down.
      #expect(Set(entry.localizations.keys).union(["en"]) == Self.languages, "\(key)")
      #expect(entry.localizations["en"]?.stringUnit?.value != key, "\(key)")
      #expect(entry.comment?.isEmpty == false, "\(key)")
      for (language, localization) in entry.localizations {
        if let phrases = localization.stringSet {
          #expect(phrases.state == "translated" && !phrases.values.isEmpty, "\(key), \(language)")
          #expect(phrases.values.allSatisfy { $0.contains("${applicationName}") }, "\(key), \(language)")
          continue
        }
        let forms = localization.variations?["plural"]
        if let forms { #expect(Set(forms.keys) == Self.plurals[language], "\(key), \(language)") }
        for (form, unit) in forms ?? ["": localization] {
          let unit = try #require(unit.stringUnit, "\(key), \(language)")
          #expect(unit.state == "translated" && !unit.value.isEmpty, "\(key), \(language)")
          guard !name.hasSuffix("InfoPlist") else { continue }
          // The noun of these forms is the number.
          if language == "ar", ["zero", "one", "two"].contains(form) {
            let named = Self.values(of: unit.value)
            #expect(named.allSatisfy { $1 == "@" && Self.values(of: key)[$0] == "@" }, "\(key), \(form)")
            continue
          }
          // The same values in the same places; their order in the sentence may differ.
          #expect(Self.values(of: unit.value) == Self.values(of: key), "\(key), \(language)")
          #expect(Self.parameters(of: unit.value) == Self.parameters(of: key), "\(key), \(language)")
        }
      }
    }
  }

  /// Of the screens and of Intake, whose sentences `String(localized:)` looks up in the bundle of the process. Xcode does not find
  /// those in the code of the bundle's target, so they are marked as kept by hand.
  @Test(arguments: [("HostApp", 50), ("ShareExtension", 25)])
  func theStringCatalogueHasExactlyTheStringsOfTheScreens(bundle: String, least: Int) throws {
    let strings = try catalogue(bundle + "/Localizable").strings
    let said = try sentences(of: bundle)
    let intake = try sentences(of: "Shared/Intake")
    #expect(said.count > least && intake.count > 15)
    var keys: Set<String> = []
    for (key, entry) in strings {
      let key = key.replacing(/%(?:@|lld)|\$\{\w+\}/, with: "%")
      keys.insert(key)
      #expect((entry.extractionState == "manual") == !said.contains(key), "\(key)")
    }
    #expect(said.union(intake).subtracting(keys).sorted() == [])
    #expect(keys.subtracting(said.union(intake)).sorted() == [])
  }

  @Test func everyCountedStringHasPlurals() throws {
    for (key, entry) in try catalogue("HostApp/Localizable").strings where key.hasPrefix("%lld ") {
      // Two numbers without a noun agree with nothing.
      guard !key.hasPrefix("%lld of") else { continue }
      for (language, localization) in entry.localizations {
        #expect(localization.variations?["plural"] != nil, "\(key), \(language)")
      }
    }
  }

  /// What is typed on a keyboard stands for several characters of print.
  @Test(arguments: catalogues) func quotationMarksAreThoseOfPrint(name: String) throws {
    for (key, entry) in try catalogue(name).strings {
      #expect(!key.contains("'"), "\(key)")
      for (language, localization) in entry.localizations {
        let units = localization.variations?["plural"].map { Array($0.values) } ?? [localization]
        for text in units.compactMap(\.stringUnit?.value) {
          let marks = language == "ja" ? "'\"「」" : "'\""
          #expect(!text.contains { marks.contains($0) }, "\(text)")
        }
      }
    }
  }

  @Test func thePhrasesForSiriAreTranslated() throws {
    let calls = try Regex(#"phrases: \[((?:"[^"]+",?\s*)+)\]"#, as: (Substring, Substring).self)
    let file = repository.appending(path: "HostApp/Shortcuts/IntrayShortcuts.swift")
    let lists = try String(contentsOf: file, encoding: .utf8).matches(of: calls).map(\.output.1)
    let phrases = lists.flatMap { $0.matches(of: /"([^"]+)"/).map { String($0.output.1) } }
      .map { $0.replacing("\\(.applicationName)", with: "${applicationName}") }
    #expect(!phrases.isEmpty)
    #expect(Set(phrases) == Set(try catalogue("HostApp/AppShortcuts").strings.keys))
  }

  @Test func theNameOfTheActionInFilesIsTranslated() throws {
    let provider = try extensionPoint("FileProviderExtension")
    let actions = try #require(provider["NSExtensionFileProviderActions"] as? [[String: Any]])
    let names = actions.compactMap { $0["NSExtensionFileProviderActionName"] as? String }
    let badges = try #require(provider["NSFileProviderDecorations"] as? [[String: String]])
    // The other one is the code's own.
    #expect(
      Set(names + badges.compactMap { $0["Label"] } + ["conflict"])
        == Set(try catalogue("FileProviderExtension/Localizable").strings.keys))
  }

  @Test func theStringsThatTheSystemShowsAreTranslated() throws {
    let plist = try infoPlist("HostApp")
    let types = try #require(plist["CFBundleDocumentTypes"] as? [[String: Any]])
    let exported = try #require(plist["UTExportedTypeDeclarations"] as? [[String: Any]])
    let names =
      types.compactMap { $0["CFBundleTypeName"] as? String }
      + exported.compactMap { $0["UTTypeDescription"] as? String }
    #expect(Set(names).isSubset(of: try catalogue("HostApp/InfoPlist").strings.keys))
  }

  /// One thing and what it is called on screen: an English word has one word in each other language. Of several in a language,
  /// which are forms of one word, any will do.
  private static let words: [(en: String, de: [String], ja: [String], ar: [String])] = [
    ("document", ["Dokument"], ["書類"], ["مستند"]),
    ("item", ["Objekt"], ["項目"], ["عنصر", "عناصر"]),
    ("Recently Deleted", ["Zuletzt gelöscht"], ["最近削除した項目"], ["المحذوفة مؤخرًا"]),
    ("recover", ["wiederherstellen", "wiederhergestellt"], ["復元"], ["استعادة"]),
    ("Keep ", ["behalten"], ["残す", "ままにする"], ["الاحتفاظ"]),
    ("already", ["bereits"], ["すでに"], ["بالفعل"]),
    (
      "try again", ["versuche es erneut", "erneut versuch", "versuche es später erneut"], ["もう一度"],
      ["حاول مرة أخرى", "تحاول مرة أخرى", "إعادة المحاولة"]
    ),
    ("try again later", ["versuche es später erneut"], ["後でもう一度"], ["حاول مرة أخرى لاحقًا"]),
    ("couldn’t be saved", ["nicht gesichert werden"], ["保存できません", "保存できていません"], ["تعذّر حفظ"]),
    (
      "other version", ["andere"], ["もう一方のバージョン", "ほかのバージョン", "別のバージョン"],
      ["إصدارات أخرى", "الإصدارات الأخرى", "الإصدار الآخر"]
    ),
    ("nothing was changed", ["Es wurde nichts geändert"], ["何も変更されていません"], ["لم يتغيّر شيء"]),
    ("share sheet", ["Teilen-Menü"], ["共有シート"], ["صفحة المشاركة"]),
    ("turned off", ["deaktiviert"], ["オフ"], ["متوقف"]),
    ("turn on", ["aktivier"], ["オン"], ["شغّل", "تشغيل"]),
    ("at the moment", ["im Moment"], ["現在"], ["حاليًا", "الآن"]),
    ("Loading…", ["Laden"], ["読み込み"], ["التحميل"]),
    ("free up some space", ["schaffe "], ["空きを作って"], ["أفرغ بعض المساحة"]),
    ("original", ["original"], ["オリジナル", "元の"], ["الأصل", "المستند الأصلي"]),
  ]

  /// A word of a language is not looked for within a longer one, nor in the name of a value.
  @Test(arguments: ["HostApp", "ShareExtension", "FileProviderExtension"])
  func oneThingHasOneWordInEachLanguage(bundle: String) throws {
    for (key, entry) in try catalogue(bundle + "/Localizable").strings {
      let english = key.replacing(/\$\{\w+\}/, with: "")
      for word in Self.words where english.lowercased().contains(word.en.lowercased()) {
        for (language, translations) in [("de", word.de), ("ja", word.ja), ("ar", word.ar)] {
          let localization = try #require(entry.localizations[language])
          let units = localization.variations?["plural"].map { Array($0.values) } ?? [localization]
          let text = units.compactMap(\.stringUnit?.value).joined(separator: "\n")
          let scalars = text.lowercased().unicodeScalars
          #expect(
            // By scalars: a mark on the last letter makes another word, and no other thing.
            translations.contains { scalars.contains($0.lowercased().unicodeScalars) },
            "\(word.en): \(key): \(text)")
        }
      }
      // Of two words for one thing these are the others.
      let german = entry.localizations["de"]?.stringUnit?.value ?? ""
      for other in [
        "noch einmal", "beibehalten", "Dateien-App", "ließ sich", "lässt sich", "ausgeschaltet",
        "unter „Zuletzt",
      ] {
        #expect(!german.contains(other), "\(key): \(german)")
      }
    }
  }

  /// A name that is put into an Arabic sentence is read in its own direction: its extension stays at its end, also
  /// beside a word of the sentence. <https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates>
  @Test(arguments: ["HostApp", "ShareExtension"])
  func aNameInAnArabicSentenceIsIsolated(bundle: String) throws {
    for (key, entry) in try catalogue(bundle + "/Localizable").strings {
      let arabic = try #require(entry.localizations["ar"])
      let units = arabic.variations?["plural"].map { Array($0.values) } ?? [arabic]
      for text in units.compactMap(\.stringUnit?.value) {
        #expect(
          text.ranges(of: /%(?:\d\$)?@/).count == text.ranges(of: /\u{2068}%(?:\d\$)?@\u{2069}/).count,
          "\(key): \(text)")
      }
    }
  }

  /// A digit that a translation has itself does not go by the region of the user.
  @Test(arguments: catalogues) func noArabicSentenceHasDigitsOfItsOwn(name: String) throws {
    for (key, entry) in try catalogue(name).strings {
      guard let arabic = entry.localizations["ar"] else { continue }
      let units = arabic.variations?["plural"].map { Array($0.values) } ?? [arabic]
      for text in units.compactMap(\.stringUnit?.value) {
        let digits = text.replacing(/%\d\$/, with: "%").filter { $0.isNumber }
        #expect(digits.isEmpty, "\(key): \(text)")
      }
    }
  }

  /// The literals that are looked up, with a placeholder for each value.
  private func sentences(of folder: String) throws -> Set<String> {
    let value = #"\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"#
    let calls =
      #"(?:localized:|prompt:|title:|\btext:|shortTitle:|dialog:|LocalizedStringResource =|LocalizedStringKey =|TypeDisplayRepresentation\(name:|\b(?:Text|Label|Button|Section|Toggle|Menu|Picker|TextField|LabeledContent|NavigationLink|ContentUnavailableView|ProgressView|navigationTitle|alert|LocalizedStringResource|IntentDescription|Summary)\()"#
    let literal = try Regex(calls + #"\s*"((?:\#(value)|[^"\\]|\\.)*)""#, as: (Substring, Substring).self)
    var found: Set<String> = []
    let place = repository.appending(path: folder)
    for name in try FileManager.default.subpathsOfDirectory(atPath: place.path(percentEncoded: false))
    where name.hasSuffix(".swift") {
      let text = try String(contentsOf: place.appending(path: name), encoding: .utf8)
      for match in text.matches(of: literal) {
        found.insert(String(match.output.1).replacing(try Regex(value), with: "%"))
      }
    }
    return found
  }

  /// What goes in, by its place.
  private static func values(of text: String) -> [Int: String] {
    var values: [Int: String] = [:]
    for (index, match) in text.matches(of: /%(?:(\d)\$)?(@|lld)/).enumerated() {
      values[match.1.flatMap { Int($0) } ?? index + 1] = String(match.2)
    }
    return values
  }

  /// The parameters of an action that a sentence names; the order may differ.
  private static func parameters(of text: String) -> [String] {
    text.matches(of: /\$\{\w+\}/).map { String($0.output) }.sorted()
  }
}
