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
    /// The bytes of a picture that is small enough to be the preview of something.
    var preview: Data?
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
  /// What else was handed over with it or with the same thing: words, and other spellings of its address.
  var remarks: [String] = []
  /// Whether another piece of its item says the title.
  var isTitleSaid = false
  /// Why what the sender offered first is not in it.
  var failure: ShareError?
  /// The name of a file of which the sender gave only an address that leads nowhere.
  var absent: String?

  var isEmpty: Bool { file == nil && link == nil && text == nil && page == nil }

  fileprivate var isText: Bool { file == nil && link == nil && page == nil && text != nil }

  /// The words that are handed over with the thing, and are not the thing.
  var words: [String] {
    [page?.title, title, itemText, file == nil ? suggestedName : nil].compactMap { $0 } + remarks
  }

  /// The same, with text that is one web address and nothing else as that address.
  fileprivate var withAddressAsLink: StagedItem {
    guard let text, let found = WebLink.lone(in: text) else { return self }
    var item = self
    (item.link, item.text) = (link ?? found.url, nil)
    item.remarks += [found.url.absoluteString, found.rest].filter { !$0.isEmpty }
    return item
  }

  /// Equal for what may be the same thing; nil of what is none but itself.
  fileprivate var key: String? {
    if let file { return file.contents.map { "file " + $0.text } }
    if page != nil || link != nil && text != nil { return nil }
    // Of a text its beginning, which few others have.
    return link.map { "link " + WebLink.Key($0).page } ?? text.map { "text " + Words.head(Words.trimmed($0)) }
  }
}

/// What a share leaves out. The sheet says it.
public struct LeftOut: Sendable {
  /// Texts that only advertise the sender.
  public internal(set) var advertisements: [String] = []
  /// A picture that only shows what is saved: the name that it gets when the user keeps it, its bytes and its source.
  public internal(set) var preview: (name: DocumentName, bytes: Data, whereFrom: [String])?
  /// Whether everything is saved.
  public var isEmpty: Bool { advertisements.isEmpty && preview == nil }
}

extension [StagedItem] {
  /// The pieces without what only repeats, names or advertises another of them.
  ///
  /// - Attachments with equal bytes under one name, or of which one has none, equal texts, and addresses of one page are one.
  ///   What was handed over with either stays with it.
  /// - The address of a file that is there is its origin; its name, or a `file:` address, as text is nothing.
  /// - What a sender advertises beside something else is nothing.
  /// - The one small picture without a name beside the address of a film or a post is its preview, and so is one that the
  ///   sender offers after the address.
  fileprivate func distinct(_ leftOut: inout LeftOut) -> [StagedItem] {
    // Alone, it is what was shared; and the address that was shared advertises nothing.
    let isOnlyAdvertised = allSatisfy { $0.isEmpty || $0.isAdvertisement }
    lazy var shared = Set(compactMap(\.link).map { WebLink.Key($0).page })
    func advertises(_ text: String?) -> Bool {
      guard !isOnlyAdvertised, let text, Advertisement.isAll(of: text),
        shared.isDisjoint(with: Words.addresses(in: text).map { WebLink.Key($0).page })
      else { return false }
      if !leftOut.advertisements.contains(text) { leftOut.advertisements.append(text) }
      return true
    }
    let files = compactMap(\.file)
    var kept: [StagedItem] = []
    var places: [String: [Int]] = [:]
    for var piece in self {
      if piece.isText, advertises(piece.text) { piece.text = nil }
      if advertises(piece.itemText) { piece.itemText = nil }
      piece = piece.withAddressAsLink
      if let name = piece.missingFile, files.contains(where: { $0.isCalled(name) }) { piece.text = nil }
      if piece.text.map(WebLink.isDead) == true { piece.text = nil }
      let key = piece.key
      if let key, let same = places[key]?.first(where: { kept[$0].isSame(as: piece) }) {
        kept[same].absorb(piece)
      } else {
        if let key { places[key, default: []].append(kept.count) }
        kept.append(piece)
      }
    }
    kept.removeOrigins()
    kept.leaveOutPreview(&leftOut)
    // What is written with an item of which nothing else is left is a text.
    var items = Set(kept.filter { !$0.isEmpty }.map(\.item))
    return kept.compactMap { piece in
      if !piece.isEmpty { return piece }
      guard let words = piece.itemText ?? (piece.failure == nil ? piece.title : nil),
        items.insert(piece.item).inserted
      else { return nil }
      return StagedItem(item: piece.item, text: words, title: piece.title, remarks: piece.remarks)
    }
  }

  /// Gives each address that is plainly that of one of several files to that file.
  private mutating func removeOrigins() {
    let files = indices.filter { self[$0].file != nil }
    guard files.count > 1 else { return }
    var owners: [String: Int] = [:]
    for index in files.reversed() {
      let naming = self[index].file?.naming
      for stem in Naming.stems(of: [naming?.suggestedName, naming?.fileName]) where !stem.isEmpty {
        owners[stem] = index
      }
    }
    for (index, piece) in enumerated() {
      guard let link = piece.link, piece.file == nil, piece.text == nil, piece.page == nil,
        let owner = owners[WebLink.stem(of: link)]
      else { continue }
      self[owner].link = self[owner].link ?? link
      self[owner].remarks += [link.absoluteString] + piece.words
      self[index] = StagedItem(item: piece.item)
    }
  }

  private mutating func leaveOutPreview(_ leftOut: inout LeftOut) {
    let files = indices.filter { self[$0].file != nil }
    guard files.count == 1, let file = self[files[0]].file, let bytes = file.preview, file.naming.isPreview,
      let owner = firstIndex(where: { $0.link != nil }), let link = self[owner].link,
      !Naming.isPicture(link.lastPathComponent),
      // One of another page shows that page.
      self[files[0]].link.map({ WebLink.isSame($0, link) }) ?? true,
      owner == files[0] ? self[owner].isLinkFirst : WebLink.isPost(link) || owner < files[0]
    else { return }
    var naming = file.naming
    (naming.title, naming.address) = (self[files[0]].title ?? self[owner].title, link)
    leftOut.preview = (naming.name, bytes, [link.absoluteString])
    self[files[0]].file = nil
    if files[0] == owner { return }
    self[owner].remarks +=
      [self[files[0]].link?.absoluteString].compactMap { $0 }
      + self[files[0]].words.filter { $0 != naming.suggestedName }
    self[files[0]] = StagedItem(item: self[files[0]].item, text: self[files[0]].text)
  }
}

/// The name of the file that a text is the address of.
private func fileName(at text: String) -> String? {
  guard text.utf8.count <= WebLink.longest else { return nil }
  let url = URL(string: text.trimmingCharacters(in: .whitespacesAndNewlines))
  return url?.isFileURL == true ? url?.lastPathComponent : nil
}

extension StagedItem {
  /// The name of a file of which the sender gave only the address, as text; nil when there is something of it.
  var missingFile: String? { isText ? text.flatMap(fileName) : nil }

  var isAdvertisement: Bool { isText && text.map(Advertisement.isAll) == true }

  /// Whether two pieces of one key are the same.
  fileprivate func isSame(as other: StagedItem) -> Bool {
    if let file, let otherFile = other.file {
      return (film == nil || other.film == nil || film?.contents == other.film?.contents)
        && file.naming.isAsGood(as: otherFile.naming)
    }
    if let link, let otherLink = other.link { return WebLink.isSame(link, otherLink) }
    return Words.isSame(text ?? "", other.text)
  }

  /// Takes over what the same thing has beside it.
  fileprivate mutating func absorb(_ other: StagedItem) {
    if let better = other.file, better.naming.rank > file?.naming.rank ?? 0 { file = better }
    remarks +=
      [other.link?.absoluteString, other.file == nil ? nil : other.text].compactMap { $0 } + other.words
    (film, link, text) = (film ?? other.film, link ?? other.link, text ?? other.text)
    (title, suggestedName) = (title ?? other.title, suggestedName ?? other.suggestedName)
    failure = failure ?? other.failure
  }
}

extension StagedItem.File {
  /// Whether a name is that under which the sender has it: with another spelling of the extension, or none, it is, too.
  func isCalled(_ name: String) -> Bool {
    if [naming.fileName, naming.suggestedName, original?.lastPathComponent].contains(name) { return true }
    let (given, own) = (name as NSString, naming.name.text as NSString)
    return Naming.letters(given.deletingPathExtension) == Naming.letters(own.deletingPathExtension)
      && UTType(filenameExtension: given.pathExtension) == UTType(filenameExtension: own.pathExtension)
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
    (title, url, selection) = (
      text("title"), text("url").flatMap { URL(string: $0) }.flatMap(WebLink.living), text("selection")
    )
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
  /// What was written with it.
  var comment: String?
  /// Whether it is the film of a Live Photo whose still is the document before it.
  var isFilm = false

  /// Whether a text is in its contents.
  func holds(_ text: String) -> Bool {
    switch contents {
    case .staged: false
    case .link(let url): url.absoluteString == text
    case .text(let whole): whole.utf8.count <= WebLink.longest && Words.isPart(text, of: whole)
    }
  }

  fileprivate var isLink: Bool { if case .link = contents { true } else { false } }

  /// Whether the user sees a text in it: as its name, its comment, an address of its source, or in its text.
  fileprivate func says(_ text: String) -> Bool {
    // Longer texts are not looked through; what is in them twice is then in the comment, too.
    if comment.map({ Words.isPart(text, of: $0) }) == true || whereFrom.contains(text) || holds(text) {
      return true
    }
    // One that is longer may be cut.
    guard text.utf8.count <= WebLink.longest, !text.contains(where: \.isNewline) else { return false }
    // A name has no addresses in it; those of the source may have been in the text.
    let rest = text.replacing(Words.webAddress) { whereFrom.contains(String($0.output)) ? "" : $0.output }
    let line = DocumentName(Words.stem(text)).text
    return !Words.hasAddress(rest) && line.utf8.count < 200
      && [name.text, name.withoutExtension.text].contains { Words.isSaid(line, by: $0) }
  }
}

/// From the loaded attachments to documents: two representations of one thing are one document, and two things are two.
///
/// One thing is offered as one attachment, as several of one item (Firefox: address and title), or as several
/// items (Safari: a PDF and its address). So attachments with at most one file, one address and one text are one thing,
/// first of the whole share, else of each item, else of each attachment. Text in its own item is a document of its own, but
/// for one line that names the one thing beside it.
///
/// First each text gets a role, by ``rows``; then ``kinds`` says which documents there are.
///
/// **Every text and every address that was handed over is afterwards in a name, in contents, in a comment or among the
/// addresses of the source.** What the roles leave out is part of a comment in the end.
struct Composition {
  /// How a text was handed over: as the title of an item or page, as what is selected in a page, as an attachment, as the text
  /// of an item, as the name of something that is no file, or with what was offered again.
  private enum Handover { case title, selection, text, itemText, name, again }

  /// What a text is: the name of the thing, a document or lines of one, a comment, or nothing of its own.
  private enum Role { case title, body, remark, nothing }

  /// What the documents are made of.
  private enum Kind { case file, link, text }

  private let file: StagedItem.File?
  private let film: StagedItem.File?
  private let link: URL?
  /// Whether the address needs a document, because it is not that of the file.
  private let needsLink: Bool
  /// What a picture or rich text was offered with as a form of it: the name of one without a name, else its comment.
  private let caption: String?
  private let texts: [String]
  private var title: String?
  private var bodies: [String] = []
  private var remarks: [String] = []
  /// What no role says, and a comment therefore.
  private var asides: [String] = []
  /// What must be seen in the end.
  private var handedOver: [String] = []
  private var whereFrom: [String] = []

  /// The first row that fits gives a text its role; without one it is nothing.
  private static let rows: [(source: Handover, role: Role, when: @Sendable (String, Composition) -> Bool)] = [
    (.title, .title, { $1.title == nil && !$1.repeats($0) && !$1.isSite($0) }),
    (.selection, .body, { _, _ in true }),
    (.text, .nothing, { !$1.isAlone && $1.repeats($0) }),
    (.text, .title, { $1.wantsName && $1.isName($0) }),
    (.text, .remark, { $1.isAboutLink($0) && (Words.isTitle($0) || $1.texts.count > 1) }),
    (.text, .body, { _, _ in true }),
    (.itemText, .nothing, { $1.repeats($0) }),
    (.itemText, .body, { $1.isAlone || !$1.bodies.isEmpty }),
    (.itemText, .title, { $1.wantsName && $1.isName($0) }),
    (.itemText, .body, { $1.file != nil && !Words.isTitle($0) }),
    (.itemText, .remark, { _, _ in true }),
    (.name, .title, { $1.title == nil && !$0.isEmpty }),
  ]

  /// Which documents there are, by what there is: a file, an address that needs one, text.
  private static func kinds(_ hasFile: Bool, _ hasLink: Bool, _ hasText: Bool) -> [Kind] {
    switch (hasFile, hasLink, hasText) {
    case (true, false, false): [.file]
    case (true, true, false): [.file, .link]
    // The address is a line of the text.
    case (true, _, true): [.file, .text]
    case (false, true, false): [.link]
    case (false, _, true): [.text]
    case (false, false, false): []
    }
  }

  private var isAlone: Bool { file == nil && link == nil }
  /// Whether something has no name yet, and no text that is more than one.
  private var wantsName: Bool {
    let isNameless = file.map { $0.naming.isNameless && $0.words.isEmpty && caption == nil } ?? false
    return title == nil && bodies.isEmpty && (needsLink || isNameless)
  }

  private func isName(_ text: String) -> Bool { Words.title(in: text, of: link) != nil }

  /// Whether a title is the name of the site, and a text says more.
  private func isSite(_ name: String) -> Bool {
    guard let host = link?.host(), file == nil, bodies.isEmpty, let text = texts.first, isName(text) else {
      return false
    }
    return Naming.letters(host).contains(Naming.letters(name))
  }

  /// Whether a text can be the comment of an address: it has no other.
  private func isAboutLink(_ text: String) -> Bool {
    file == nil && needsLink && bodies.isEmpty && Words.hasNoOther(text, than: link)
  }

  private func repeats(_ text: String) -> Bool {
    let names = [file?.naming.suggestedName, file?.naming.fileName, link?.absoluteString]
    return Words.isSaid(text, by: title) || (names + bodies + remarks).contains { Words.isSame(text, $0) }
  }

  /// The documents that some pieces become, in the order in which they were shared, and what is left out of them.
  ///
  /// - Parameter areApart: whether each piece stands alone, because the user dropped or picked it individually.
  static func documents(
    of pieces: [StagedItem], areApart: Bool = false
  ) -> (documents: [PlannedDocument], leftOut: LeftOut) {
    var leftOut = LeftOut()
    if areApart {
      return (pieces.flatMap { Composition([$0.withAddressAsLink])?.documents ?? [] }, leftOut)
    }
    return (documents(ofDistinct: pieces.distinct(&leftOut)), leftOut)
  }

  private static func documents(ofDistinct pieces: [StagedItem]) -> [PlannedDocument] {
    let items = Dictionary(grouping: pieces, by: \.item)
    let loose = items.count > 1 ? pieces.filter { $0.text != nil && $0.file == nil } : []
    if loose.isEmpty || isTitle(loose, of: pieces), let whole = Composition(pieces) { return whole.documents }
    if items.count > 1 { return items.keys.sorted().flatMap { documents(ofDistinct: items[$0] ?? []) } }
    // One attachment always becomes one document. What is written with all of them is a text of its own, and their title
    // must be seen once.
    var apart = pieces
    for index in apart.indices {
      apart[index].itemText = nil
      apart[index].isTitleSaid = apart[..<index].contains { $0.title == apart[index].title }
    }
    let written = Words.together(pieces.compactMap(\.itemText)).filter { text in
      !pieces.contains { Words.isSame(text, $0.title) || Words.isSame(text, $0.text) }
    }
    return (apart + written.map { StagedItem(item: pieces[0].item, text: $0) })
      .flatMap { Composition([$0])?.documents ?? [] }
  }

  /// Whether a text in an item of its own is only the title of the one thing that there is beside it.
  private static func isTitle(_ loose: [StagedItem], of pieces: [StagedItem]) -> Bool {
    let files = pieces.compactMap(\.file)
    return loose.count == 1 && loose[0].link == nil && loose[0].text.map(Words.isTitle) == true
      && pieces.allSatisfy { $0.words.isEmpty && $0.itemText == nil }
      && files.count <= 1 && files.allSatisfy(\.naming.isNameless)
  }

  /// Pieces that have at most one file, one address and one text between them; nil of others. Beside an address there may be
  /// more texts, if the first is a title.
  private init?(_ pieces: [StagedItem]) {
    let (files, pages) = (pieces.compactMap(\.file), pieces.compactMap(\.page))
    var links = pieces.compactMap(\.link)
    guard files.count <= 1, pages.count <= 1, links.allSatisfy({ WebLink.isSame($0, links[0]) }) else {
      return nil
    }
    var texts = pieces.filter { $0.file == nil }.compactMap(\.text)
    if files.isEmpty, links.isEmpty, pages.isEmpty, texts.count == 1, let titled = WebLink.titled(texts[0]) {
      (links, texts, asides) = ([titled.url], [titled.title], [titled.words])
    }
    let (page, url) = (pages.first, links.first ?? pages.first?.url)
    let isAbout = files.isEmpty && url != nil && page?.selection == nil
    guard
      texts.count <= 1
        || isAbout && Words.isTitle(texts[0])
          && texts.allSatisfy({ $0.utf8.count <= 4_000 && Words.hasNoOther($0, than: url) })
    else { return nil }
    (file, film, link, self.texts) = (files.first, pieces.lazy.compactMap(\.film).first, url, texts)
    let form = pieces.first { $0.file != nil }?.text
    let isLong = files.first?.naming.isPicture == true && form.map(Words.isComment) == false
    caption = isLong ? nil : form
    bodies = isLong ? [form].compactMap { $0 } : []

    let titles = [page?.title] + pieces.map(\.title)
    let written = Words.together(pieces.compactMap(\.itemText))
    let names = files.flatMap { [$0.naming.suggestedName, $0.naming.fileName] }
    let stems = (titles + names).compactMap { $0 } + (texts + written).filter(Words.isTitle)
    needsLink =
      url.map { url in
        !files.contains { WebLink.isAddress(url, of: $0.naming, knownAs: stems) }
          && !pieces.contains { $0.file != nil && ($0.link ?? $0.page?.url) == url }
      } ?? false
    let again = pieces.flatMap(\.remarks)
    let spellings = again.filter { Words.isSame($0, url?.absoluteString) }
    let said: [(Handover, [String?])] = [
      (.title, titles), (.selection, [page?.selection]), (.text, texts), (.itemText, written),
      (.name, pieces.map { $0.file == nil ? $0.suggestedName : nil }),
      (.again, again.filter { !spellings.contains($0) }),
    ]
    for (source, texts) in said {
      for case let text? in texts { take(text, source) }
    }
    if pieces.contains(where: \.isTitleSaid) { handedOver.removeAll { $0 == pieces[0].title } }

    var seen: Set<String> = []
    let others =
      spellings.map(WebLink.webAddress)
      + (texts + written).flatMap(Words.addresses).filter { other in
        url.map { WebLink.isSame($0, other) } == true
      }
    let places = ([url, page?.url] + pieces.map(\.link) + others).compactMap { $0 }
      .filter { !$0.isFileURL && seen.insert(WebLink.Key($0).exact).inserted }.map(\.absoluteString)
    // A longer list may be too long to be read.
    whereFrom = Array(places.prefix(12))
    handedOver += places
  }

  private mutating func take(_ text: String, _ source: Handover) {
    switch Self.rows.first(where: { $0.source == source && $0.when(text, self) })?.role ?? .nothing {
    case .title:
      title = Words.title(in: text, of: link) ?? text
      handedOver.append(text)
    case .body: bodies.append(text)
    case .remark: remarks.append(text)
    case .nothing: handedOver.append(text)
    }
  }

  private var documents: [PlannedDocument] {
    var whole = self
    while true {
      let documents = whole.planned
      let unsaid = whole.handedOver.filter { text in
        let core = String(Words.trimmed(text))
        return !core.isEmpty && !documents.contains { $0.says(core) }
      }
      if unsaid.isEmpty { return documents }
      whole.asides += unsaid
      whole.handedOver.removeAll(where: unsaid.contains)
    }
  }

  /// The documents that the roles lead to.
  private var planned: [PlannedDocument] {
    var lines = bodies.isEmpty ? [] : bodies + remarks
    var comments = Words.together((bodies.isEmpty ? remarks : []) + asides)
    if isAlone && lines.isEmpty || !Words.isComment(Words.joined(comments)) {
      (lines, comments) = (lines + comments, [])
    }
    lines = Words.together(lines)
    var documents: [PlannedDocument] = []
    for kind in Self.kinds(file != nil, needsLink, !lines.isEmpty) {
      switch kind {
      case .file: documents += file.map(documents(of:)) ?? []
      case .link:
        documents +=
          link.map { [document(.link($0), WebLink.name(of: $0, title: title ?? file?.naming.stem))] } ?? []
      case .text:
        let text = text(of: lines)
        documents.append(document(.text(text), Words.name(of: text, title: title)))
      }
    }
    // What was written is about the page, if there is one.
    if let index = documents.lastIndex(where: \.isLink) ?? documents.indices.first, !comments.isEmpty {
      documents[index].comment = Words.joined([documents[index].comment].compactMap { $0 } + comments)
    }
    return documents
  }

  /// The lines, and the address that needs a document. A text of megabytes is not looked through for it.
  private func text(of lines: [String]) -> String {
    guard needsLink, let address = link?.absoluteString,
      !lines.contains(where: { $0.utf8.count <= WebLink.longest && $0.contains(address) })
    else { return Words.joined(lines) }
    return Words.joined(lines + [address])
  }

  /// The file, and the film that belongs to it, under one stem.
  private func documents(of file: StagedItem.File) -> [PlannedDocument] {
    var naming = file.naming
    let own = [caption.map(Words.firstWords) ?? "", file.words].first { !$0.isEmpty }
    (naming.title, naming.address) = (own ?? title, link)
    var still = document(.staged(file.staged), naming.name)
    // Words that a picture was offered with are not in it. Those that fit are its name.
    if naming.isPicture, !naming.isNameless || caption != own { still.comment = caption }
    guard let film else { return [still] }
    naming = film.naming
    (naming.isOriginal, naming.suggestedName) = (false, (still.name.text as NSString).deletingPathExtension)
    var second = document(.staged(film.staged), naming.name)
    second.isFilm = true
    return [still, second]
  }

  private func document(_ contents: PlannedDocument.Contents, _ name: DocumentName) -> PlannedDocument {
    PlannedDocument(contents: contents, name: name, whereFrom: whereFrom, title: title)
  }
}
