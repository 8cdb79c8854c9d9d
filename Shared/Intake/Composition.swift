import Foundation
import Shared
import UIKit
import UniformTypeIdentifiers

/// What came of one attachment: everything in it that can be a document or say something of one.
struct StagedItem: Sendable {
  /// A document that is staged, still without a name of its own.
  struct File: Sendable {
    var staged: DocumentName
    var naming: Naming
    /// The words of a rich text that has no name.
    var words = ""
    /// Where it is, when it is the sender's own.
    var original: URL?
    /// Whether it holds nothing but the address of a file.
    var isAddress = false
  }

  /// Which extension item it belongs to.
  var item = 0
  var file: File?
  var link: URL?
  var text: String?
  var page: WebPage?
  /// What the item is called, and what is written with it.
  var title: String?
  var itemText: String?
  var suggestedName: String?
  /// Why what the sender offered first is not in it, though something else is.
  var failure: ShareError?

  var isEmpty: Bool { file == nil && link == nil && text == nil && page == nil }
}

/// What a page's preprocessing script tells: title, address and selection, and nothing else.
struct WebPage: Hashable, Sendable {
  var title: String?
  var url: URL?
  var selection: String?

  /// Reads the script's answer; nil when it is something else.
  init?(_ answer: Any?) {
    guard let list = answer as? [String: Any],
      let results = list[NSExtensionJavaScriptPreprocessingResultsKey] as? [String: Any]
    else { return nil }
    title = Self.text(results["title"])
    url = Self.text(results["url"]).flatMap { URL(string: $0) }
    selection = Self.text(results["selection"])
  }

  private static func text(_ value: Any?) -> String? {
    guard let text = value as? String, text.contains(where: { !$0.isWhitespace }) else { return nil }
    return text
  }
}

/// A document as it will be.
struct PlannedDocument: Sendable {
  enum Contents: Sendable {
    case staged(DocumentName)
    case link(URL)
    case text(String)
  }

  var contents: Contents
  var name: DocumentName
  var whereFrom: [String] = []
  var title: String?
}

/// From the loaded attachments to documents: two representations of one thing are one document, and two things are two.
///
/// Pure. One thing is offered as one attachment, as several of one item (Firefox: address and title), or as several
/// items (Safari: a PDF and its address). So attachments with at most one file, one address and one text are one thing,
/// first of the whole share, else of each item, else of each attachment. An address or a text that does not become a
/// document is kept as its provenance or title. Text in its own extension item becomes its own document.
enum Composition {
  /// The documents that some pieces become, in the order in which they were shared.
  ///
  /// - Parameter areApart: whether each piece stands alone, because the user dropped or picked it individually.
  static func documents(of pieces: [StagedItem], areApart: Bool = false) -> [PlannedDocument] {
    if areApart { return pieces.flatMap { documents(of: [$0]) } }
    let items = Dictionary(grouping: pieces, by: \.item)
    let hasLooseText = items.count > 1 && pieces.contains { $0.text != nil && $0.file == nil }
    if !hasLooseText, let documents = SharedItem(pieces)?.documents { return documents }
    if items.count > 1 { return items.keys.sorted().flatMap { documents(of: items[$0] ?? []) } }
    // One piece alone is always one thing. What was written with all of them is kept once.
    return pieces.enumerated().flatMap { index, piece in
      var piece = piece
      if index > 0 { piece.itemText = nil }
      return SharedItem([piece])?.documents ?? []
    }
  }
}

/// Pieces that have at most one file, one address and one text between them.
private struct SharedItem {
  private let file: StagedItem.File?
  private let link: URL?
  private let text: String?
  /// Words that stand for the file itself: the plain form of a rich text.
  private let words: String?
  private let page: WebPage?
  private let title: String?

  init?(_ pieces: [StagedItem]) {
    let files = pieces.compactMap(\.file)
    let links = pieces.compactMap(\.link)
    let page = pieces.compactMap(\.page).first
    guard files.count <= 1, Set(links).count <= 1, pieces.count(where: { $0.page != nil }) <= 1 else {
      return nil
    }
    file = files.first
    link = links.first ?? page?.url
    self.page = page
    words = pieces.first { $0.file != nil }?.text
    let isAlone = files.isEmpty && links.isEmpty && page == nil
    let address = (links.first ?? page?.url)?.absoluteString
    let given = ([page?.title] + pieces.map(\.title)).compactMap { $0 }.first { !Self.isSame($0, address) }
    let names = files.flatMap { [$0.naming.suggestedName, $0.naming.fileName] }
    let said = [page?.selection, address] + names
    let texts = pieces.filter { $0.file == nil }.compactMap(\.text).filter { text in
      isAlone || !(Self.isSaid(text, by: given) || said.contains { Self.isSame(text, $0) })
    }
    guard texts.count <= 1 else { return nil }
    text = texts.first
    // A text by itself has no title but one that was given, and beside a file it is a document.
    let titles = isAlone ? [] : [files.isEmpty ? text : nil] + pieces.map(\.itemText)
    title =
      given ?? titles.lazy.compactMap { Self.title(in: $0, of: address) }.first
      ?? pieces.lazy.filter { $0.file == nil }.compactMap(\.suggestedName).first
    isTitled = given != nil
    quote = isAlone || text != nil ? nil : pieces.lazy.compactMap(\.itemText).first { !Words.isTitle($0) }
  }

  /// Whether the title is known from elsewhere than from the text.
  private let isTitled: Bool

  /// What the app wrote with a file or an address, when it is more than a title.
  private let quote: String?

  var documents: [PlannedDocument] {
    if let file { return [document(of: file)] + ((text ?? quote).map { [document(of: $0)] } ?? []) }
    if let selection = page?.selection ?? quote { return [document(of: selection)] }
    guard let link else { return text.map { [document(of: $0)] } ?? [] }
    // The words of a title go into the name; other words are what was meant, and the address is theirs.
    if let text, isTitled || !Words.isTitle(text) { return [document(of: text)] }
    return [
      PlannedDocument(
        contents: .link(link), name: Link.name(of: link, title: title), whereFrom: whereFrom, title: title)
    ]
  }

  private func document(of file: StagedItem.File) -> PlannedDocument {
    var naming = file.naming
    let own = [words.map(Words.firstWords) ?? "", file.words].first { !$0.isEmpty }
    naming.title = own ?? title
    return PlannedDocument(
      contents: .staged(file.staged), name: naming.name, whereFrom: whereFrom, title: title)
  }

  private func document(of text: String) -> PlannedDocument {
    PlannedDocument(
      contents: .text(text), name: Words.name(of: text, title: title), whereFrom: whereFrom,
      title: title)
  }

  /// The web page, not a file of the sender's.
  private var whereFrom: [String] {
    link.flatMap { $0.isFileURL ? nil : [$0.absoluteString] } ?? []
  }

  /// Whether a text says nothing that the title does not say.
  private static func isSaid(_ text: String, by other: String?) -> Bool {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if text.isEmpty || isSame(text, other) { return true }
    // A title with the name of the site behind it, and one without.
    guard let other, Words.isTitle(text), Words.isTitle(other) else { return false }
    return other.contains(text)
  }

  /// Whether two texts are one, or one address.
  private static func isSame(_ text: String, _ other: String?) -> Bool {
    let ends = CharacterSet.whitespacesAndNewlines.union(CharacterSet(charactersIn: "/"))
    return text.trimmingCharacters(in: ends) == other?.trimmingCharacters(in: ends)
  }

  /// A text that goes with an address is its title, once the address is out of it.
  private static func title(in text: String?, of address: String?) -> String? {
    guard let text, Words.isTitle(text), !isSame(text, address) else { return nil }
    let rest = text.replacing(address ?? "", with: "").trimmingCharacters(in: .whitespacesAndNewlines)
    return rest.isEmpty ? nil : rest
  }
}
