import Foundation
import IntrayCore
import UIKit
import UniformTypeIdentifiers

/// What came of one attachment: everything in it that can be a document or say something of one. Empty where nothing did.
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
    /// Equal for files of one share with the same bytes.
    var contents: DocumentName?
    /// The film of a Live Photo, when both came in one bundle; at most one.
    var others: [File] = []
  }

  /// Which extension item it belongs to.
  var item = 0
  var file: File?
  /// The film of a Live Photo, whose still is the file.
  var film: File?
  var link: URL?
  /// Whether the sender offered the address before the file.
  var isLinkFirst = false
  var text: String?
  var page: WebPage?
  /// The title and the text of the item.
  var title: String?
  var itemText: String?
  var suggestedName: String?
  /// Why what the sender offered first is not in it.
  var failure: ShareError?

  var isEmpty: Bool { file == nil && link == nil && text == nil && page == nil }

  /// The same, with text that is one web address, but for what the sender advertises, as that address.
  var withAddressAsLink: StagedItem {
    guard
      let url = text.flatMap({ text in
        WebLink.webAddress(text) ?? WebLink.webAddress(Advertisement.removed(from: text))
      })
    else { return self }
    var item = self
    (item.link, item.text) = (link ?? url, nil)
    return item
  }

  /// The same, with words that are too long for the comment of a picture as a text of their own.
  fileprivate var withLongCaptionApart: [StagedItem] {
    guard let file, file.naming.isPicture, let text, text.count > Words.longestComment else { return [self] }
    var picture = self
    picture.text = nil
    return [picture, StagedItem(item: item, text: text)]
  }
}

extension [StagedItem] {
  /// The pieces without what only repeats, names or advertises another of them.
  ///
  /// - Attachments with equal bytes, equal texts, and addresses that lead to the same place are one; the better name wins.
  ///   Two files of the sender's own under two names are two: the user chose both.
  /// - The address of a file that is there is its origin; its name, or a `file:` address, as text is nothing.
  /// - What a sender advertises beside something else is nothing.
  /// - The one picture without a name beside the address of a film or a post is its preview, and so is one that the
  ///   sender offers after the address.
  var distinct: [StagedItem] {
    let isOnlyAdvertised = allSatisfy { $0.isEmpty || $0.isAdvertisement }
    var kept: [StagedItem] = []
    for piece in self {
      var piece = piece.withAddressAsLink
      if !isOnlyAdvertised, piece.isAdvertisement { piece.text = nil }
      if let comment = piece.itemText, !isOnlyAdvertised, Advertisement.isAll(of: comment) {
        piece.itemText = nil
      }
      if let text = piece.text, piece.file == nil, contains(where: { $0.file?.isNamed(by: text) == true }) {
        piece.text = nil
      }
      if let same = kept.firstIndex(where: { $0.isSame(as: piece) }) {
        kept[same].absorb(piece)
      } else {
        kept.append(piece)
      }
    }
    kept.takeOrigins()
    kept.dropPreview()
    return kept.compactMap { piece in
      if !piece.isEmpty { return piece }
      // What is written with an item of which nothing else is left is a text.
      guard let comment = piece.itemText, !kept.contains(where: { $0.item == piece.item && !$0.isEmpty })
      else { return nil }
      return StagedItem(item: piece.item, text: comment, title: piece.title)
    }
  }

  /// Gives each address that is plainly that of one of several files to that file.
  private mutating func takeOrigins() {
    guard count(where: { $0.file != nil }) > 1 else { return }
    for (index, piece) in enumerated() {
      guard let link = piece.link, piece.file == nil, piece.text == nil, piece.page == nil,
        let owner = firstIndex(where: { owner in
          owner.file.map { file in
            let names = [file.naming.suggestedName, file.naming.fileName].compactMap { $0 }
            return WebLink.isAddress(link, of: file.naming, isOneThing: false, knownAs: names)
          } == true
        })
      else { continue }
      self[owner].link = self[owner].link ?? link
      self[index].link = nil
    }
  }

  private mutating func dropPreview() {
    let files = indices.filter { self[$0].file != nil }
    guard files.count == 1, let file = self[files[0]].file, file.naming.isPreview,
      let owner = firstIndex(where: { $0.link != nil }), let link = self[owner].link,
      !Naming.isPicture(link.lastPathComponent),
      WebLink.isPost(link) || owner < files[0] || owner == files[0] && self[owner].isLinkFirst
    else { return }
    self[files[0]].file = nil
  }
}

/// The name of the file that a text is the address of.
private func fileName(at text: String) -> String? {
  let url = URL(string: text.trimmingCharacters(in: .whitespacesAndNewlines))
  return url?.isFileURL == true ? url?.lastPathComponent : nil
}

extension StagedItem {
  /// The name of a file of which the sender gave only the address, as text; nil when there is something of it.
  var missingFile: String? {
    file == nil && link == nil && page == nil ? text.flatMap(fileName) : nil
  }

  var isAdvertisement: Bool {
    file == nil && link == nil && page == nil && text.map { Advertisement.isAll(of: $0) } == true
  }

  fileprivate func isSame(as other: StagedItem) -> Bool {
    if let file, let otherFile = other.file {
      return file.contents != nil && file.contents == otherFile.contents
        && (film == nil || other.film == nil || film?.contents == other.film?.contents)
        && !(file.naming.isOriginal && otherFile.naming.isOriginal
          && file.naming.fileName != otherFile.naming.fileName)
    }
    guard file == nil, other.file == nil, page == nil, other.page == nil else { return false }
    if let link, let otherLink = other.link, text == nil, other.text == nil {
      return WebLink.isSame(link, otherLink)
    }
    guard let text, let otherText = other.text, link == nil, other.link == nil else { return false }
    return Words.isSame(text, otherText)
  }

  /// Takes over what the same thing has beside it.
  fileprivate mutating func absorb(_ other: StagedItem) {
    if let better = other.file, better.naming.rank > file?.naming.rank ?? 0 { file = better }
    (film, link, text) = (film ?? other.film, link ?? other.link, text ?? other.text)
    page = page ?? other.page
    (title, suggestedName) = (title ?? other.title, suggestedName ?? other.suggestedName)
    if other.item != item { itemText = itemText ?? other.itemText }
    failure = failure ?? other.failure
  }
}

extension StagedItem.File {
  /// Whether a text is the address at which the sender has it.
  fileprivate func isNamed(by text: String) -> Bool {
    guard let name = fileName(at: text) else { return false }
    return [naming.fileName, naming.suggestedName, original?.lastPathComponent].contains(name)
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
    func text(_ key: String) -> String? {
      (results[key] as? String).flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }
    (title, url, selection) = (text("title"), text("url").flatMap { URL(string: $0) }, text("selection"))
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
  /// What was written with an address.
  var comment: String?
  /// Whether it is the film of a Live Photo whose still is the document before it.
  var isFilm = false
}

/// From the loaded attachments to documents: two representations of one thing are one document, and two things are two.
///
/// One thing is offered as one attachment, as several of one item (Firefox: address and title), or as several
/// items (Safari: a PDF and its address). So attachments with at most one file, one address and one text are one thing,
/// first of the whole share, else of each item, else of each attachment. Text in its own item is a document of its own.
///
/// - An address stays where the user sees it. Only one that is plainly the file's own is kept as nothing but its
///   provenance; any other is a document beside the file, or the last line of the text that was shared with it.
/// - A comment beside a text is a line of that text. One beside an address is its comment, unless it is too long for one:
///   then it is a text with the address. What the user selected in a page is a text.
/// - A title becomes the name. The first of several texts beside an address is its title.
struct Composition {
  private let file: StagedItem.File?
  private let film: StagedItem.File?
  private let link: URL?
  /// Words that stand for the file itself: the plain form of a rich text.
  private let words: String?
  private let title: String?
  /// What is saved as text, the address not among it.
  private let lines: [String]
  /// What is kept as the comment of the address.
  private let comment: String?
  /// Whether the address needs no document, because it is that of the file.
  private let isOfFile: Bool

  /// The documents that some pieces become, in the order in which they were shared.
  ///
  /// - Parameter areApart: whether each piece stands alone, because the user dropped or picked it individually.
  static func documents(of pieces: [StagedItem], areApart: Bool = false) -> [PlannedDocument] {
    let pieces = pieces.flatMap(\.withLongCaptionApart)
    if areApart { return pieces.flatMap { Composition([$0.withAddressAsLink])?.documents ?? [] } }
    return documents(ofDistinct: pieces.distinct)
  }

  private static func documents(ofDistinct pieces: [StagedItem]) -> [PlannedDocument] {
    let items = Dictionary(grouping: pieces, by: \.item)
    let hasLooseText = items.count > 1 && pieces.contains { $0.text != nil && $0.file == nil }
    if !hasLooseText, let whole = Composition(pieces) { return whole.documents }
    if items.count > 1 { return items.keys.sorted().flatMap { documents(ofDistinct: items[$0] ?? []) } }
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
    guard files.count <= 1, links.allSatisfy({ WebLink.isSame($0, links[0]) }),
      pieces.count(where: { $0.page != nil }) <= 1
    else { return nil }
    let file = files.first
    let link = links.first ?? page?.url
    let address = link?.absoluteString
    var given = ([page?.title] + pieces.map(\.title)).compactMap { $0 }.first { !Words.isSame($0, address) }
    let names = files.flatMap { [$0.naming.suggestedName, $0.naming.fileName] }
    let said = [page?.selection, address] + names
    let isAlone = file == nil && link == nil
    let texts = pieces.filter { $0.file == nil }.compactMap(\.text).filter { text in
      isAlone || !(Words.isSaid(text, by: given) || said.contains { Words.isSame(text, $0) })
    }
    let text = texts.first
    let isAddress = file == nil && link != nil && page?.selection == nil
    let summary = texts.dropFirst().filter {
      $0.count <= Words.longestComment && Words.hasNoOther($0, than: address)
    }
    guard texts.count <= 1 || isAddress && Words.isTitle(texts[0]) && summary.count == texts.count - 1
    else { return nil }
    if let line = text, isAddress, let name = given, Words.title(in: line, of: address) != nil,
      let host = link?.host(), Naming.letters(host).contains(Naming.letters(name))
    {
      // The name of the site says less.
      given = nil
    }
    let unsaid =
      summary
      + Words.together(pieces.compactMap(\.itemText)).filter { comment in
        !(Words.isSaid(comment, by: given) || (said + [text]).contains { Words.isSame(comment, $0) })
      }
    isOfFile =
      file.map { file in
        guard let link else { return true }
        let isOneThing = pieces.contains { $0.file != nil && ($0.link ?? $0.page?.url) == link }
        let stems = names + [given] + (texts + unsaid).filter { Words.isTitle($0) }
        return WebLink.isAddress(
          link, of: file.naming, isOneThing: isOneThing, knownAs: stems.compactMap { $0 })
      } ?? false
    // One line beside a file or an address is its title, if nothing else is.
    let canBeTitled = given == nil && page?.selection == nil && !isAlone
    let textTitle = canBeTitled && !isOfFile ? text.flatMap { Words.title(in: $0, of: address) } : nil
    let spoken = [page?.selection, textTitle == nil ? text : nil].compactMap { $0 }
    let commentTitle =
      canBeTitled && spoken.isEmpty && textTitle == nil
      ? unsaid.first.flatMap { Words.title(in: $0, of: address) } : nil
    let comments = commentTitle == nil ? unsaid : Array(unsaid.dropFirst())
    // With a comment, a title that was shared as text is what the comment is about.
    let subject = textTitle != nil && !comments.isEmpty ? [text].compactMap { $0 } : spoken
    let isRemark =
      given != nil && textTitle == nil
      && subject.allSatisfy { Words.isTitle($0) && Words.hasNoOther($0, than: address) }
    let remarks =
      isAddress && (textTitle != nil || subject.isEmpty || isRemark)
      ? Words.joined(Words.together((textTitle == nil ? subject : []) + comments)) : ""
    comment = remarks.isEmpty || remarks.count > Words.longestComment ? nil : remarks
    lines = comment == nil ? Words.together(subject + comments) : []
    self.file = file
    self.link = link
    film = pieces.lazy.compactMap(\.film).first
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
    let name = WebLink.name(of: address, title: title ?? self.file?.naming.stem)
    return file + [document(.link(address), name, comment: comment)]
  }

  /// The file, and the film that belongs to it, under one stem.
  private func documents(of file: StagedItem.File) -> [PlannedDocument] {
    var naming = file.naming
    let own = [words.map(Words.firstWords) ?? "", file.words].first { !$0.isEmpty }
    naming.title = own ?? title
    naming.address = link
    // Words that a picture was offered with are not in it. Those that fit are its name.
    let caption = words.flatMap { naming.isPicture && $0 != own ? $0 : nil }
    let still = document(.staged(file.staged), naming.name, comment: caption)
    guard let film else { return [still] }
    naming = film.naming
    naming.isOriginal = false
    naming.suggestedName = (still.name.text as NSString).deletingPathExtension
    return [still, document(.staged(film.staged), naming.name, isFilm: true)]
  }

  private func document(of lines: [String], from address: URL?) -> PlannedDocument {
    let address = address?.absoluteString
    let isSaid = address.map { address in lines.contains { $0.contains(address) } } ?? true
    let text = Words.joined(isSaid ? lines : lines + [address ?? ""])
    return document(.text(text), Words.name(of: text, title: title))
  }

  private func document(
    _ contents: PlannedDocument.Contents, _ name: DocumentName, comment: String? = nil, isFilm: Bool = false
  ) -> PlannedDocument {
    // The web page, not a file of the sender's.
    let page = link.flatMap { $0.isFileURL ? nil : $0.absoluteString }
    return PlannedDocument(
      contents: contents, name: name, whereFrom: page.map { [$0] } ?? [], title: title, comment: comment,
      isFilm: isFilm)
  }
}
