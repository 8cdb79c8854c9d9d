import Foundation
import Testing
import UniformTypeIdentifiers

/// When the share sheet shows Intray: the rule of the Info.plist, evaluated as the system would.
@Suite struct ActivationRuleTests {
  private let rule: ActivationRule

  init() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "ShareExtension/Info.plist")
    let list = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
    let point = (list as? [String: Any])?["NSExtension"] as? [String: Any]
    let attributes = point?["NSExtensionAttributes"] as? [String: Any]
    rule = try ActivationRule(try #require(attributes?["NSExtensionActivationRule"] as? String))
  }

  @Test func intrayIsOfferedForEveryRecordedShare() throws {
    // The system offers no extension for an item without attachments, nor Intray for a type of only its sender.
    let exceptions = ["text-item-without-attachments", "only-its-sender-knows-it"]
    for name in try Corpus.names where !exceptions.contains(name) {
      #expect(rule.accepts(try RecordedShare(contentsOf: Corpus.file(name)).types), "\(name)")
    }
    for name in exceptions {
      #expect(!rule.accepts(try RecordedShare(contentsOf: Corpus.file(name)).types), "\(name)")
    }
  }

  @Test func oneAttachmentThatCanBeKeptIsEnoughInAnyMix() {
    #expect(rule.accepts([[["com.example.unheard-of"], ["public.jpeg"]]]))
    #expect(rule.accepts([[["com.example.unheard-of"]], [["public.folder"]]]))
    #expect(rule.accepts([Array(repeating: ["public.heic"], count: 1000)]))
    // No source says what the first of the two Live Photo bundles conforms to: here nothing, as for a type that the
    // system does not know. Launch Services says of a .pvt that it is the second, a package.
    for type in [
      "public.data", "public.url", "public.file-url", "public.plain-text", "com.apple.package",
      "com.apple.live-photo-bundle", "com.apple.private.live-photo-bundle",
    ] {
      #expect(rule.accepts([[[type]]]), "\(type)")
    }
  }

  @Test func intrayIsNotOfferedForAShareWithNothingToKeep() {
    #expect(!rule.accepts([]))
    #expect(!rule.accepts([[]]))
    #expect(!rule.accepts([[[]]]))
    #expect(!rule.accepts([[["com.example.unheard-of"]]]))
    #expect(!rule.accepts([[["com.apple.live-photo"]]]))
  }

  @Test func theEvaluatorUnderstandsTheLanguageThatRulesAreWrittenIn() throws {
    let all = try ActivationRule(
      """
      SUBQUERY(extensionItems, $i, SUBQUERY($i.attachments, $a, ANY $a.registeredTypeIdentifiers \
      UTI-CONFORMS-TO "public.image" && ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO "public.data" \
      || ANY $a.registeredTypeIdentifiers UTI-CONFORMS-TO "public.folder").@count == 2).@count == 1
      """)
    #expect(all.accepts([[["public.png"], ["public.folder"]]]))
    #expect(!all.accepts([[["public.png"], ["public.folder"], ["public.jpeg"]]]))
    #expect(!all.accepts([[["public.png"], ["public.folder"]], [["public.png"], ["public.jpeg"]]]))
    #expect(throws: ActivationRule.Unreadable.self) { try ActivationRule("TRUEPREDICATE") }
  }
}

/// The part of the predicate language that activation rules use: `SUBQUERY`, `@count`, `ANY`,
/// `UTI-CONFORMS-TO`, `&&` before `||`, parentheses.
///
/// <https://developer.apple.com/library/archive/documentation/General/Conceptual/ExtensibilityPG/ExtensionScenarios.html>
private struct ActivationRule {
  struct Unreadable: Error {
    let rest: [String]
  }

  /// What a variable stands for: items, their attachments, their types.
  private indirect enum Node {
    case list([Node])
    case type(String)
  }

  private let predicate: ([String: Node]) -> Bool

  init(_ text: String) throws {
    var parser = Parser(text)
    predicate = try parser.either()
    guard parser.isAtEnd else { throw Unreadable(rest: parser.words) }
  }

  /// - Parameter items: the types of every attachment of every item.
  func accepts(_ items: [[[String]]]) -> Bool {
    predicate([
      "extensionItems": .list(items.map { .list($0.map { .list($0.map(Node.type)) }) })
    ])
  }

  private struct Parser {
    var words: [String]
    var isAtEnd: Bool { words.isEmpty }

    init(_ text: String) {
      words = text.matches(of: /"[^"]*"|&&|\|\||>=|<=|==|[<>(),]|[@$\w.\-]+/).map { String($0.output) }
    }

    mutating func either() throws -> ([String: Node]) -> Bool {
      var left = try both()
      while take("||") {
        let (one, other) = (left, try both())
        left = { one($0) || other($0) }
      }
      return left
    }

    private mutating func both() throws -> ([String: Node]) -> Bool {
      var left = try single()
      while take("&&") {
        let (one, other) = (left, try single())
        left = { one($0) && other($0) }
      }
      return left
    }

    private mutating func single() throws -> ([String: Node]) -> Bool {
      if take("(") {
        let inner = try either()
        try expect(")")
        return inner
      }
      if take("ANY") {
        let path = next()
        try expect("UTI-CONFORMS-TO")
        let wanted = next().trimmingCharacters(in: ["\""])
        return { variables in
          Self.elements(path, variables).contains { element in
            guard case .type(let identifier) = element else { return false }
            guard let type = UTType(identifier), let wanted = UTType(wanted) else {
              return identifier == wanted
            }
            return type.conforms(to: wanted)
          }
        }
      }
      return try count()
    }

    private mutating func count() throws -> ([String: Node]) -> Bool {
      try expect("SUBQUERY")
      try expect("(")
      let collection = next()
      try expect(",")
      let variable = next()
      try expect(",")
      let condition = try either()
      try expect(")")
      try expect(".@count")
      let comparison = next()
      guard let number = Int(next()) else { throw Unreadable(rest: words) }
      return { variables in
        let count = Self.elements(collection, variables).count { element in
          condition(variables.merging([variable: element]) { $1 })
        }
        return switch comparison {
        case ">=": count >= number
        case "<=": count <= number
        case ">": count > number
        case "<": count < number
        default: count == number
        }
      }
    }

    /// The elements behind a key path: every key here leads one level down.
    private static func elements(_ path: String, _ variables: [String: Node]) -> [Node] {
      let name = path.split(separator: ".").first.map(String.init) ?? ""
      guard case .list(let elements)? = variables[name] else { return [] }
      return elements
    }

    private mutating func next() -> String { words.isEmpty ? "" : words.removeFirst() }

    private mutating func take(_ word: String) -> Bool {
      guard words.first == word else { return false }
      words.removeFirst()
      return true
    }

    private mutating func expect(_ word: String) throws {
      guard take(word) else { throw Unreadable(rest: words) }
    }
  }
}
