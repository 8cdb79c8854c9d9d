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
    /// The film of a Live Photo, when both came in one bundle; at most one.
    var others: [File] = []
  }

  /// Which extension item it belongs to.
  var item = 0
  var file: File?
  /// The film of a Live Photo, whose still is the file.
  var film: File?
  /// The types in which the same thing was offered, too.
  var leftOut: [String] = []
  var link: URL?
  var text: String?
  var page: WebPage?
  /// The title and the text of the item.
  var title: String?
  var itemText: String?
  var suggestedName: String?
  /// Why what the sender offered first is not in it, though something else is.
  var failure: ShareError?

  var isEmpty: Bool { file == nil && link == nil && text == nil && page == nil }

  /// The same, with text that is exactly one web address as that address. Beside the address of the same attachment it
  /// is that address once more, as text.
  var withAddressAsLink: StagedItem {
    guard let url = text.flatMap(Link.webAddress) else { return self }
    var item = self
    (item.link, item.text) = (link ?? url, nil)
    return item
  }
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
  /// The types in which the same thing was offered, too.
  var leftOut: [String] = []
  /// Whether it is the film of a Live Photo whose still is the document before it.
  var isFilm = false
}

/// From the loaded attachments to documents: two representations of one thing are one document, and two things are two.
///
/// Pure. One thing is offered as one attachment, as several of one item (Firefox: address and title), or as several
/// items (Safari: a PDF and its address). So attachments with at most one file, one address and one text are one thing,
/// first of the whole share, else of each item, else of each attachment. Text in its own extension item becomes its own
/// document.
///
/// - An address stays where the user sees it. Only one that is plainly the file's own is kept as nothing but its
///   provenance; any other is a document beside the file, or the last line of the text that was shared with it.
/// - A comment beside a text is a line of that text. A link with a comment is a text with the address.
/// - A title becomes the name.
struct Composition {
  private let file: StagedItem.File?
  private let film: StagedItem.File?
  private let leftOut: [String]
  private let link: URL?
  /// Words that stand for the file itself: the plain form of a rich text.
  private let words: String?
  private let title: String?
  /// What is saved as text, the address not among it.
  private let lines: [String]
  /// Whether the address needs no document, because it is that of the file.
  private let isOfFile: Bool

  /// The documents that some pieces become, in the order in which they were shared.
  ///
  /// - Parameter areApart: whether each piece stands alone, because the user dropped or picked it individually.
  static func documents(of pieces: [StagedItem], areApart: Bool = false) -> [PlannedDocument] {
    let pieces = pieces.map(\.withAddressAsLink)
    if areApart { return pieces.flatMap { Composition([$0])?.documents ?? [] } }
    let items = Dictionary(grouping: pieces, by: \.item)
    let hasLooseText = items.count > 1 && pieces.contains { $0.text != nil && $0.file == nil }
    if !hasLooseText, let whole = Composition(pieces) { return whole.documents }
    if items.count > 1 { return items.keys.sorted().flatMap { documents(of: items[$0] ?? []) } }
    // One attachment always becomes one document. Text that belongs to all of them is kept once.
    return pieces.enumerated().flatMap { index, piece in
      var piece = piece
      if index > 0 { piece.itemText = nil }
      return Composition([piece])?.documents ?? []
    }
  }

  /// Pieces that have at most one file, one address and one text between them; nil of others.
  private init?(_ pieces: [StagedItem]) {
    let files = pieces.compactMap(\.file)
    let links = pieces.compactMap(\.link)
    let page = pieces.compactMap(\.page).first
    guard files.count <= 1, links.allSatisfy({ Words.isSame($0.absoluteString, links[0].absoluteString) }),
      pieces.count(where: { $0.page != nil }) <= 1
    else {
      return nil
    }
    let file = files.first
    let link = links.first ?? page?.url
    let address = link?.absoluteString
    let given = ([page?.title] + pieces.map(\.title)).compactMap { $0 }.first { !Words.isSame($0, address) }
    let names = files.flatMap { [$0.naming.suggestedName, $0.naming.fileName] }
    let said = [page?.selection, address] + names
    let isAlone = file == nil && link == nil
    let texts = pieces.filter { $0.file == nil }.compactMap(\.text).filter { text in
      isAlone || !(Words.isSaid(text, by: given) || said.contains { Words.isSame(text, $0) })
    }
    guard texts.count <= 1 else { return nil }
    let text = texts.first
    let unsaid = Words.together(pieces.compactMap(\.itemText)).filter { comment in
      !(Words.isSaid(comment, by: given) || (said + [text]).contains { Words.isSame(comment, $0) })
    }
    isOfFile =
      file.map { file in
        guard let link else { return true }
        let isOneThing = pieces.contains { $0.file != nil && ($0.link ?? $0.page?.url) == link }
        let stems = names + [given] + (texts + unsaid).filter { Words.isTitle($0) }
        return Link.isAddress(link, of: file.naming, isOneThing: isOneThing, knownAs: stems.compactMap { $0 })
      } ?? false
    // One line beside a file or an address is its title, if nothing else is. Text beside nothing but a file is a document.
    let canBeTitled = given == nil && page?.selection == nil && !isAlone
    let textTitle = canBeTitled && !isOfFile ? text.flatMap { Words.title(in: $0, of: address) } : nil
    let spoken = [page?.selection, textTitle == nil ? text : nil].compactMap { $0 }
    let commentTitle =
      canBeTitled && spoken.isEmpty && textTitle == nil
      ? unsaid.first.flatMap { Words.title(in: $0, of: address) } : nil
    let comments = commentTitle == nil ? unsaid : Array(unsaid.dropFirst())
    // With a comment, a title that was shared as text is what the comment is about.
    let subject = textTitle != nil && !comments.isEmpty ? [text].compactMap { $0 } : spoken
    lines = Words.together(subject + comments)
    self.file = file
    self.link = link
    film = pieces.lazy.compactMap(\.film).first
    leftOut = pieces.first { $0.file != nil }?.leftOut ?? []
    words = pieces.first { $0.file != nil }?.text
    title =
      given ?? textTitle ?? commentTitle
      ?? (isAlone ? nil : comments.lazy.compactMap { Words.title(in: $0, of: address) }.first)
      ?? (isAlone ? nil : pieces.lazy.filter { $0.file == nil }.compactMap(\.suggestedName).first)
  }

  private var documents: [PlannedDocument] {
    let file = file.map { documents(of: $0) } ?? []
    let address = isOfFile ? nil : link
    if !lines.isEmpty { return file + [document(of: lines, from: address)] }
    guard let address else { return file }
    let name = Link.name(of: address, title: title ?? self.file?.naming.stem)
    return file + [PlannedDocument(contents: .link(address), name: name, whereFrom: whereFrom, title: title)]
  }

  /// The file, and what belongs to it, under one stem.
  private func documents(of file: StagedItem.File) -> [PlannedDocument] {
    let document = document(of: file)
    guard let film else { return [document] }
    var naming = film.naming
    naming.isOriginal = false
    naming.suggestedName = (document.name.text as NSString).deletingPathExtension
    return [
      document,
      PlannedDocument(
        contents: .staged(film.staged), name: naming.name, whereFrom: whereFrom, title: title, isFilm: true),
    ]
  }

  private func document(of file: StagedItem.File) -> PlannedDocument {
    var naming = file.naming
    let own = [words.map(Words.firstWords) ?? "", file.words].first { !$0.isEmpty }
    naming.title = own ?? title
    return PlannedDocument(
      contents: .staged(file.staged), name: naming.name, whereFrom: whereFrom, title: title, leftOut: leftOut)
  }

  private func document(of lines: [String], from address: URL?) -> PlannedDocument {
    let address = address?.absoluteString
    let isSaid = address.map { address in lines.contains { $0.contains(address) } } ?? true
    let text = Words.joined(isSaid ? lines : lines + [address ?? ""])
    return PlannedDocument(
      contents: .text(text), name: Words.name(of: text, title: title), whereFrom: whereFrom, title: title)
  }

  /// The web page, not a file of the sender's.
  private var whereFrom: [String] {
    link.flatMap { $0.isFileURL ? nil : [$0.absoluteString] } ?? []
  }
}
