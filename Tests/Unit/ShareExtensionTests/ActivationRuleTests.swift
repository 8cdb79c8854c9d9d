import Foundation
import Testing
import UniformTypeIdentifiers

/// When the share sheet shows Intray: the rule of the Info.plist, evaluated as the system would.
@Suite struct ActivationRuleTests {
  private let rule: ActivationRule

  init() throws {
    let file = repository.appending(path: "ShareExtension/Info.plist")
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
}

/// A rule that is met when an attachment conforms to one of some types: the one form that Intray's has.
///
/// <https://developer.apple.com/library/archive/documentation/General/Conceptual/ExtensibilityPG/ExtensionScenarios.html>
private struct ActivationRule {
  private let types: [String]

  init(_ text: String) throws {
    let type = #"ANY \$attachment\.registeredTypeIdentifiers UTI-CONFORMS-TO "([\w.-]+)""#
    let rule = try Regex(
      #"SUBQUERY\(extensionItems, \$extensionItem, SUBQUERY\(\$extensionItem\.attachments, \$attachment, "#
        + "\(type)( \\|\\| \(type))*" + #"\)\.@count >= 1\)\.@count >= 1"#)
    try #require(text.wholeMatch(of: rule) != nil)
    types = text.matches(of: try Regex(type, as: (Substring, Substring).self)).map { String($0.output.1) }
  }

  /// - Parameter items: the types of every attachment of every item.
  func accepts(_ items: [[[String]]]) -> Bool {
    items.joined().joined().contains { identifier in
      types.contains { wanted in
        guard let type = UTType(identifier), let wanted = UTType(wanted) else { return identifier == wanted }
        return type.conforms(to: wanted)
      }
    }
  }
}
