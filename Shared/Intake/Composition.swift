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
  var spellings: [URL] = []
  /// Why what the sender offered first is not in it.
  var failure: ShareError?
  /// The name of a file of which the sender gave only an address that leads nowhere.
  var absent: String?

  var isEmpty: Bool { file == nil && link == nil && text == nil && page == nil }

  /// The words that are handed over with the thing, and are not the thing.
  var words: [String] {
    [page?.title, title, itemText, file == nil ? suggestedName : nil].compactMap { $0 } + remarks
  }

  /// The same, with text that is one web address and nothing else as that address.
  fileprivate var withAddressAsLink: StagedItem {
    guard let text, let found = WebLink.lone(in: text) else { return self }
    var item = self
    item.text = nil
    if link == nil { item.link = found.url } else { item.spellings.append(found.url) }
    item.remarks += found.rest.isEmpty ? [] : [found.rest]
    return item
  }

  /// The same, with words that are too long for the comment of a picture as a text of their own.
  fileprivate var withLongCaptionApart: [StagedItem] {
    guard let file, file.naming.isPicture, let text, text.count > Words.longestComment else { return [self] }
    var picture = self
    picture.text = nil
    return [picture, StagedItem(item: item, text: text)]
  }

  /// Equal for what may be the same thing; nil of what is none but itself.
  fileprivate var key: String? {
    if let file { return file.contents.map { "file " + $0.text } }
    if page != nil { return nil }
    if let link { return text == nil ? "link " + WebLink.Key(link).page : nil }
    // Of a long text enough that few others have it.
    return text.map { "text \($0.utf8.count > 4_000 ? $0.utf8.count : 0) \(Words.head(Words.trimmed($0)))" }
  }
}

/// What a share leaves out. The sheet says it.
public struct LeftOut: Hashable, Sendable {
  /// A picture that only shows what is saved.
  public struct Preview: Hashable, Sendable {
    /// The name that it gets when the user keeps it.
    public let name: DocumentName
    let bytes: Data
    let whereFrom: [String]
  }

  /// Texts that only advertise the sender.
  public internal(set) var advertisements: [String] = []
  public internal(set) var preview: Preview?
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
    let shared = Set(compactMap(\.link).map { WebLink.Key($0).page })
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
      if piece.file == nil, piece.link == nil, piece.page == nil, advertises(piece.text) { piece.text = nil }
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
    kept.takeOrigins()
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
  private mutating func takeOrigins() {
    let files = indices.filter { self[$0].file != nil }
    guard files.count > 1 else { return }
    var owners: [String: Int] = [:]
    for index in files.reversed() {
      let naming = self[index].file?.naming
      for name in [naming?.suggestedName, naming?.fileName].compactMap({ $0 }) {
        for stem in [name, (name as NSString).deletingPathExtension] { owners[Naming.letters(stem)] = index }
      }
    }
    for (index, piece) in enumerated() {
      guard let link = piece.link, piece.file == nil, piece.text == nil, piece.page == nil else { continue }
      let stem = Naming.letters((link.lastPathComponent as NSString).deletingPathExtension)
      guard !stem.isEmpty, let owner = owners[stem] else { continue }
      if self[owner].link == nil { self[owner].link = link } else { self[owner].spellings.append(link) }
      self[owner].remarks += piece.words.filter { $0 != self[owner].title }
      self[index].link = nil
      (self[index].title, self[index].remarks) = (nil, [])
    }
  }

  private mutating func leaveOutPreview(_ leftOut: inout LeftOut) {
    let files = indices.filter { self[$0].file != nil }
    guard files.count == 1, let file = self[files[0]].file, let bytes = file.preview, file.naming.isPreview,
      let owner = firstIndex(where: { $0.link != nil }), let link = self[owner].link,
      !Naming.isPicture(link.lastPathComponent),
      owner == files[0] ? self[owner].isLinkFirst : WebLink.isPost(link) || owner < files[0]
    else { return }
    var naming = file.naming
    (naming.title, naming.address) = (self[files[0]].title ?? self[owner].title, link)
    leftOut.preview = LeftOut.Preview(name: naming.name, bytes: bytes, whereFrom: [link.absoluteString])
    self[files[0]].file = nil
    if files[0] == owner { return }
    self[owner].remarks += self[files[0]].words.filter { $0 != naming.suggestedName }
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
  var missingFile: String? {
    file == nil && link == nil && page == nil ? text.flatMap(fileName) : nil
  }

  var isAdvertisement: Bool {
    file == nil && link == nil && page == nil && text.map { Advertisement.isAll(of: $0) } == true
  }

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
    if let spelling = other.link, link != nil { spellings.append(spelling) }
    if file != nil, let caption = other.text, text != nil { remarks.append(caption) }
    (film, link, text) = (film ?? other.film, link ?? other.link, text ?? other.text)
    (title, suggestedName) = (title ?? other.title, suggestedName ?? other.suggestedName)
    spellings += other.spellings
    remarks += other.words.filter { $0 != title && $0 != suggestedName && $0 != itemText }
    failure = failure ?? other.failure
  }
}

extension StagedItem.File {
  /// Whether a name is that under which the sender has it: with another spelling of the extension, or none, it is, too.
  func isCalled(_ name: String) -> Bool {
    if [naming.fileName, naming.suggestedName, original?.lastPathComponent].contains(name) { return true }
    let (given, own) = (name as NSString, naming.name.text as NSString)
    return Naming.letters(given.deletingPathExtension) == Naming.letters(own.deletingPathExtension)
      && [given, own].map { UTType(filenameExtension: $0.pathExtension.lowercased()) }.allEqual
  }
}

extension Collection where Element: Equatable {
  fileprivate var allEqual: Bool { allSatisfy { $0 == first } }
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
  /// What was written with it.
  var comment: String?
  /// Whether it is the film of a Live Photo whose still is the document before it.
  var isFilm = false

  fileprivate var isLink: Bool { if case .link = contents { true } else { false } }

  /// Whether the user sees a text in it: as its name, its comment, an address of its source, or in its text.
  fileprivate func says(_ text: String) -> Bool {
    if comment?.contains(text) == true || whereFrom.contains(text) { return true }
    // Longer texts are not looked through; what is in them twice is then in the comment, too.
    if case .text(let whole) = contents, whole.utf8.count <= WebLink.longest, whole.contains(text) {
      return true
    }
    // A name has no addresses in it; those of the source may have been in the text.
    let rest = whereFrom.reduce(text) { $0.replacing($1, with: "") }
    let line = DocumentName(Words.stem(text)).text
    // One that is longer may be cut.
    return !text.contains(where: \.isNewline) && !Words.hasAddress(rest) && line.utf8.count < 200
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
/// First each text gets a ``Role``, by the rows of ``role(of:_:)``; then the rows of ``kinds`` say which documents there are.
///
/// **Every text and every address that was handed over is afterwards in a name, in contents, in a comment or among the
/// addresses of the source.** What a role leaves out of them becomes part of a comment in the end.
struct Composition {
  /// What a text is for the thing that it was handed over with.
  private enum Role {
    /// Its name.
    case title
    /// A document, or lines of one.
    case body
    /// Its comment.
    case remark
  }

  /// How a text was handed over.
  private enum Source { case selection, text, nextText, itemText }

  /// What the documents are made of.
  private enum Kind { case file, link, text }

  private let file: StagedItem.File?
  private let film: StagedItem.File?
  private let link: URL?
  /// Whether the address needs no document, because it is that of the file.
  private let isOfFile: Bool
  /// What a picture or rich text was offered with as a form of it: the name of one without a name, else its comment.
  private let caption: String?
  /// The title that the item or the page has.
  private let given: String?
  private var titles: [String] = []
  private var bodies: [String] = []
  private var remarks: [String] = []
  /// A name that something other than the file was offered under.
  private let suggestedName: String?
  /// What is said in a comment because no role says it.
  private var asides: [String] = []
  /// What must be seen in the end.
  private var handedOver: [String] = []
  private var whereFrom: [String] = []

  private var needsLink: Bool { link != nil && !isOfFile }
  private var isAlone: Bool { file == nil && link == nil }
  /// Whether something has no name yet, and no text that is more than one.
  private var wantsName: Bool {
    let isNameless = file.map { $0.naming.isNameless && $0.words.isEmpty && caption == nil } ?? false
    return given == nil && titles.isEmpty && bodies.isEmpty && (needsLink || isNameless)
  }

  /// How a text was handed over, what it is, and when: the first row that fits counts.
  private static let roles: [(source: Source, role: Role, when: @Sendable (String, Composition) -> Bool)] = [
    (.selection, .body, { _, _ in true }),
    (.text, .title, { $1.wantsName && Words.title(in: $0, of: $1.link) != nil }),
    (
      .text, .remark,
      {
        $1.file == nil && $1.needsLink && $1.bodies.isEmpty && Words.isTitle($0)
          && Words.hasNoOther($0, than: $1.link)
      }
    ),
    (.text, .body, { _, _ in true }),
    (.nextText, .remark, { _, _ in true }),
    (.itemText, .body, { $1.isAlone || !$1.bodies.isEmpty }),
    (.itemText, .title, { $1.wantsName && Words.title(in: $0, of: $1.link) != nil }),
    (.itemText, .body, { $1.file != nil && !Words.isTitle($0) }),
    (.itemText, .remark, { _, _ in true }),
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

  /// The documents that some pieces become, in the order in which they were shared, and what is left out of them.
  ///
  /// - Parameter areApart: whether each piece stands alone, because the user dropped or picked it individually.
  static func documents(
    of pieces: [StagedItem], areApart: Bool = false
  ) -> (documents: [PlannedDocument], leftOut: LeftOut) {
    var leftOut = LeftOut()
    let pieces = pieces.flatMap(\.withLongCaptionApart)
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
    // One attachment always becomes one document. What is written with all of them is a text of its own.
    let written = Words.together(pieces.compactMap(\.itemText)).filter { text in
      !pieces.contains { Words.isSame(text, $0.title) || Words.isSame(text, $0.text) }
    }
    let apart = pieces.enumerated().map { index, piece in
      var piece = piece
      piece.itemText = nil
      return (piece, isFirst: index == 0)
    }
    return (apart + written.map { (StagedItem(item: pieces[0].item, text: $0), isFirst: true) })
      .flatMap { piece, isFirst in Composition([piece], saysTitle: isFirst)?.documents ?? [] }
  }

  /// Whether a text in an item of its own is only the title of the one thing that there is beside it.
  private static func isTitle(_ loose: [StagedItem], of pieces: [StagedItem]) -> Bool {
    let files = pieces.compactMap(\.file)
    guard loose.count == 1, loose[0].text.map(Words.isTitle) == true, loose[0].link == nil,
      pieces.allSatisfy({ $0.words.isEmpty && $0.itemText == nil })
    else { return false }
    return files.isEmpty || files.count == 1 && files[0].naming.isNameless
  }

  /// Pieces that have at most one file, one address and one text between them; nil of others.
  ///
  /// - Parameter saysTitle: whether the title of the item must be seen in these pieces: it is enough once.
  private init?(_ pieces: [StagedItem], saysTitle: Bool = true) {
    let files = pieces.compactMap(\.file)
    let pages = pieces.compactMap(\.page)
    var links = pieces.compactMap(\.link)
    guard files.count <= 1, pages.count <= 1,
      links.dropFirst().allSatisfy({ WebLink.isSame($0, links[0]) })
    else { return nil }
    var texts = pieces.filter { $0.file == nil }.compactMap(\.text)
    if files.isEmpty, links.isEmpty, pages.isEmpty, texts.count == 1, let titled = WebLink.titled(texts[0]) {
      (links, texts) = ([titled.url], [titled.title])
      asides.append(titled.words)
    }
    (file, film) = (files.first, pieces.lazy.compactMap(\.film).first)
    let (page, url) = (pages.first, links.first ?? pages.first?.url)
    link = url
    let address = url?.absoluteString
    let selection = page?.selection
    caption = pieces.first { $0.file != nil }?.text
    let isAlone = files.isEmpty && url == nil
    let names = files.flatMap { [$0.naming.suggestedName, $0.naming.fileName] }.compactMap { $0 }
    suggestedName = pieces.lazy.filter { $0.file == nil }.compactMap(\.suggestedName).first

    var named = ([page?.title] + pieces.map(\.title)).compactMap { $0 }
    handedOver = saysTitle ? named : [page?.title].compactMap { $0 }
    named.removeAll { Words.isSame($0, address) }
    let isAddress = files.isEmpty && url != nil && selection == nil
    if let line = texts.first, isAddress, let name = named.first, let host = url?.host(),
      Words.title(in: line, of: url) != nil, Naming.letters(host).contains(Naming.letters(name))
    {
      // The name of the site says less.
      handedOver.removeAll { $0 == name }
      named = []
    }
    let title = named.first
    given = title
    handedOver += pieces.filter { $0.file == nil }.compactMap(\.suggestedName) + pieces.flatMap(\.remarks)
    let said = [selection, address] + names
    if !isAlone {
      let again = texts.filter { text in
        Words.isSaid(text, by: title) || said.contains { Words.isSame(text, $0) }
      }
      texts.removeAll(where: again.contains)
      handedOver += again
    }
    guard
      texts.count <= 1
        || isAddress && Words.isTitle(texts[0])
          && texts.dropFirst().allSatisfy({
            $0.utf8.count <= 4 * Words.longestComment && Words.hasNoOther($0, than: url)
          })
    else { return nil }
    let written = Words.together(pieces.compactMap(\.itemText)).filter { comment in
      !(Words.isSaid(comment, by: title) || (said + [texts.first]).contains { Words.isSame(comment, $0) })
    }
    handedOver += pieces.compactMap(\.itemText)
    let stems = names + [title].compactMap { $0 } + (texts + written).filter(Words.isTitle)
    isOfFile =
      files.first.map { file in
        url.map { url in
          pieces.contains { $0.file != nil && ($0.link ?? $0.page?.url) == url }
            || WebLink.isAddress(url, of: file.naming, knownAs: stems)
        } ?? true
      } ?? false
    take(selection.map { [$0] } ?? [], .selection)
    take(Array(texts.prefix(1)), .text)
    take(Array(texts.dropFirst()), .nextText)
    take(written, .itemText)
    handedOver += titles
    whereFrom = places(
      [url] + pieces.flatMap { [$0.link] + $0.spellings } + [page?.url] + titles.flatMap(Words.addresses))
  }

  private mutating func take(_ texts: [String], _ source: Source) {
    for text in texts {
      switch Self.roles.first(where: { $0.source == source && $0.when(text, self) })?.role {
      case .title: titles.append(text)
      case .body: bodies.append(text)
      case .remark, nil: remarks.append(text)
      }
    }
  }

  /// The addresses, each once. What does not fit into a list of them is an aside.
  private mutating func places(_ urls: [URL?]) -> [String] {
    var (seen, places, length): (Set<String>, [String], Int) = ([], [], 0)
    // Not a file of the sender's.
    for url in urls.compactMap({ $0 }) where !url.isFileURL && seen.insert(WebLink.Key(url).exact).inserted {
      let place = url.absoluteString
      length += place.utf8.count
      if length < PropertyList.longest / 2 { places.append(place) } else { asides.append(place) }
    }
    return places
  }

  private var documents: [PlannedDocument] {
    var whole = self
    while true {
      let documents = whole.planned
      let unsaid = whole.handedOver.filter { text in
        let core = String(Words.trimmed(text))
        let url = WebLink.webAddress(core).map { WebLink.Key($0).exact }
        return !core.isEmpty && !documents.contains { $0.says(core) }
          && !(url != nil && whereFrom.contains { URL(string: $0).map { WebLink.Key($0).exact } == url })
      }
      if unsaid.isEmpty { return documents }
      whole.asides += unsaid
      whole.handedOver.removeAll(where: unsaid.contains)
    }
  }

  /// The documents that the roles lead to.
  private var planned: [PlannedDocument] {
    var bodies = bodies + (bodies.isEmpty ? [] : remarks)
    var comments = Words.together((bodies.isEmpty ? remarks : []) + asides)
    if !Words.isComment(Words.joined(comments)) || isAlone && bodies.isEmpty {
      (bodies, comments) = (bodies + comments, [])
    }
    let lines = Words.together(bodies)
    let kinds = Self.kinds(file != nil, needsLink, !lines.isEmpty)
    var documents: [PlannedDocument] = []
    for kind in kinds {
      switch kind {
      case .file: documents += file.map { self.documents(of: $0) } ?? []
      case .link:
        let name = link.map { WebLink.name(of: $0, title: title ?? file?.naming.stem) }
        if let link, let name { documents.append(document(.link(link), name)) }
      case .text: documents.append(document(of: lines, from: needsLink ? link : nil))
      }
    }
    // What was written is about the page, if there is one.
    if let index = documents.lastIndex(where: \.isLink) ?? documents.indices.first, !comments.isEmpty {
      documents[index].comment = Words.joined([documents[index].comment].compactMap { $0 } + comments)
    }
    return documents
  }

  private var title: String? {
    given ?? titles.lazy.compactMap { Words.title(in: $0, of: link) }.first ?? suggestedName
  }

  /// The file, and the film that belongs to it, under one stem.
  private func documents(of file: StagedItem.File) -> [PlannedDocument] {
    var naming = file.naming
    let own = [caption.map(Words.firstWords) ?? "", file.words].first { !$0.isEmpty }
    naming.title = own ?? title
    naming.address = link
    // Words that a picture was offered with are not in it. Those that fit are its name.
    let words = caption.flatMap { naming.isPicture && !(naming.isNameless && $0 == own) ? $0 : nil }
    var still = document(.staged(file.staged), naming.name)
    still.comment = words
    guard let film else { return [still] }
    naming = film.naming
    naming.isOriginal = false
    naming.suggestedName = (still.name.text as NSString).deletingPathExtension
    var second = document(.staged(film.staged), naming.name)
    second.isFilm = true
    return [still, second]
  }

  private func document(of lines: [String], from address: URL?) -> PlannedDocument {
    let address = address?.absoluteString
    // A text of megabytes is not looked through.
    let isSaid =
      address.map { address in lines.contains { $0.utf8.count <= WebLink.longest && $0.contains(address) } }
      ?? true
    let text = Words.joined(isSaid ? lines : lines + [address ?? ""])
    return document(.text(text), Words.name(of: text, title: title))
  }

  private func document(_ contents: PlannedDocument.Contents, _ name: DocumentName) -> PlannedDocument {
    PlannedDocument(contents: contents, name: name, whereFrom: whereFrom, title: title)
  }
}
