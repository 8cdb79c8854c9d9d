import Foundation
import UniformTypeIdentifiers

/// A file that keeps its name: the user picked it, or an action of Shortcuts hands it over.
public struct PickedFile: Hashable, Sendable {
  let name: String
  let contents: Contents

  enum Contents: Hashable, Sendable {
    case file(URL)
    case bytes(Data)
  }

  /// A file, which is only read. Without a name it keeps the one at its place.
  public init(_ url: URL, name: String? = nil) {
    (self.name, contents) = (name ?? url.lastPathComponent, .file(url))
  }

  /// Bytes that have no file.
  public init(_ bytes: Data, name: String) {
    (self.name, contents) = (name, .bytes(bytes))
  }
}

/// What to ask the sender of one attachment for, and in which order.
struct Offer: Hashable, Sendable {
  /// How to get at a document.
  enum Way: Hashable, Sendable {
    /// The file at the address that is offered under this type, read where it is.
    case address(String)
    /// A copy of what is offered under this type, which the sender writes into a file.
    case file(String)
    /// An image that is in the sender's memory, and nowhere else.
    case object(String)
    /// What the user picked, or an action of Shortcuts hands over, called what it is called.
    case picked(PickedFile)
  }

  /// Ways to the document; the first that works is taken, and it is one document.
  var document: [Way] = []
  /// Ways to the film of a Live Photo, which is a document of its own beside the still.
  var film: [Way] = []
  /// The type of a web address: the document itself when there is no other, else where that came from.
  var link: String?
  /// The type of plain text: the document itself, or the words to name it by.
  var text: String?
  /// The type under which a page's preprocessing script may have answered.
  var script: String?
  /// The representations to try after all others failed.
  var otherwise: [Way] = []
  /// Whether the sender offers the address before any file.
  var isLinkFirst = false
  /// Whether it is a film, and what else is offered only shows it.
  var isFilm = false
  /// Whether only the sender knows what it offers, and it has not even a name. Kept when nothing else of the share can be.
  var isObscure = false

  /// Whether it is nothing but an address, of a file or of the web.
  var isOnlyAddress: Bool {
    film.isEmpty && document.allSatisfy { if case .address = $0 { true } else { false } }
  }

  /// The last way to an image: senders that have no file of it hand over the object.
  var object: Way? {
    for case .file(let type) in document where UTType(type)?.conforms(to: .image) == true {
      return .object(type)
    }
    return nil
  }
}

extension Offer {
  /// - The file itself before a copy made for us: a file address comes first, its representations after it, for senders
  ///   whose file we cannot read (Mail lets us read *only* the address, others only the representation).
  /// - The original before what was made from it: HEIC and raw before JPEG, QuickTime before MPEG-4, GIF and WebP
  ///   before a still, in any order of the list. Photos lists JPEG first. No sender makes HEIC out of JPEG.
  /// - A film before the picture that only shows it, unless that moves, too.
  /// - A type that says what it is before "image" or "data": a sender asked for just any image transcodes.
  /// - Of a Live Photo both originals, the still and the film: neither was made from the other. Where one of the two is not
  ///   offered by itself, the bundle that holds both comes first.
  /// - A page's PDF or web archive before its address, and an address before the words that describe it.
  /// - Text with a name is a file; text without one is what the user selected.
  /// - Parameter types: in the sender's order of preference.
  init(types: [String], suggestedName: String?) {
    let all = types.map(Representation.init)
    let isFile = all.contains { $0.kind == .fileAddress }
    let hasName = !(suggestedName ?? "").isEmpty
    let link = all.first { $0.kind == .link }
    let namesPropertyList =
      (suggestedName.map { ($0 as NSString).pathExtension } ?? "").lowercased() == "plist"
    let script = isFile || namesPropertyList ? nil : all.first { $0.kind == .propertyList }
    var files = all.filter {
      switch $0.kind {
      case .file, .generic, .richText: true
      case .propertyList: script == nil
      // With an address, a name is the page's.
      case .plainText: isFile || (hasName && link == nil)
      case .fileAddress, .link, .livePhotoBundle, .obscure: false
      }
    }
    let bundles = all.filter { $0.kind == .livePhotoBundle }
    if !isFile, let link, let rich = all.first(where: { $0.kind == .richText }),
      all.firstIndex(of: link) ?? 0 < all.firstIndex(of: rich) ?? 0
    {
      // The sender would rather have us take the address.
      files.removeAll { $0.kind == .richText }
    }
    let isLivePhoto = all.contains(where: \.isLivePhoto)
    let films = files.filter { $0.family == .movie && isLivePhoto }
    let isFilm =
      !isLivePhoto && files.contains { $0.family == .movie } && !files.contains(where: \.isMovingImage)
    if isFilm { files = files.filter { $0.family == .movie } + files.filter { $0.family != .movie } }
    // Without a still, the film is the document.
    let isWhole = files.contains { $0.family == .image } && !films.isEmpty
    if isWhole { files.removeAll { $0.family == .movie } }
    let ranked = isWhole ? Self.ranked(files) + bundles : bundles + Self.ranked(files)
    self.init(
      document: all.filter { $0.kind == .fileAddress }.map { .address($0.identifier) }
        + ranked.map { .file($0.identifier) },
      film: isWhole ? Self.ranked(films).map { .file($0.identifier) } : [],
      link: link?.identifier,
      text: all.first { $0.kind == .plainText }?.identifier,
      script: script?.identifier,
      otherwise: all.filter { [.plainText, .propertyList, .obscure].contains($0.kind) }
        .map { .file($0.identifier) },
      isLinkFirst: all.first { [.link, .file, .generic].contains($0.kind) }?.kind == .link,
      isFilm: isFilm,
      isObscure: all.allSatisfy { $0.kind == .obscure && (!hasName || $0.isObject) })
  }

  private static func ranked(_ files: [Representation]) -> [Representation] {
    let isSelection = files.contains { $0.kind == .richText }
    let specific = files.filter { $0.kind != .generic && !(isSelection && $0.isArchiveOfSelection) }
    let others = files.filter { $0.kind == .generic || (isSelection && $0.isArchiveOfSelection) }
    guard let family = specific.first?.family else { return specific + others }
    let relatives = specific.filter { $0.family == family }
    let best = relatives.min { $0.distance < $1.distance }
    return relatives.filter { $0 == best } + relatives.filter { $0 != best }
      + specific.filter { $0.family != family } + others
  }
}

/// One of the types on offer.
private struct Representation: Hashable {
  enum Kind {
    case fileAddress, link, plainText, richText, propertyList, livePhotoBundle
    /// A folder, or something that is known by its extension.
    case file
    /// "Data", "image" and the like.
    case generic
    /// No app declared it, or its declaration does not tell what a file of it would be.
    case obscure
  }

  let identifier: String
  let type: UTType?
  let kind: Kind

  init(_ identifier: String) {
    self.identifier = identifier
    let type = UTType(identifier)
    self.type = type
    kind = LivePhotoBundle.isType(identifier) ? .livePhotoBundle : type.map(Self.kind) ?? .obscure
  }

  private static func kind(of type: UTType) -> Kind {
    if type.conforms(to: .fileURL) { return .fileAddress }
    if type.conforms(to: .url) { return .link }
    if type == .livePhoto { return .obscure }
    // Only the general type: a property list of a particular kind is a file.
    if type == .propertyList { return .propertyList }
    if type == .rtf || type == .html { return .richText }
    if Self.selections.contains(type) { return .plainText }
    if type.preferredFilenameExtension != nil || type.conforms(to: .directory) { return .file }
    // No content that the user can see, and not just data.
    let isPrivate =
      !type.identifier.hasPrefix("public.") && type.conforms(to: .data) && !type.conforms(to: .content)
      && !type.conforms(to: .archive)
    return isPrivate || objects.contains(type.identifier) ? .obscure : .generic
  }

  /// Whether the system declares an object here, and no file: only programs of the same framework can read it. Maps offers
  /// one beside the address of a place.
  var isObject: Bool { type.map { Self.objects.contains($0.identifier) } == true }
  private static let objects: Set = [
    "com.apple.mapkit.map-item", "com.apple.cocoa.pasteboard.color", "public.url-name",
  ]

  /// The types of a selection of text. Source code, a log or a table is a file.
  private static let selections: Set<UTType> = [
    .text, .plainText, .utf8PlainText, .utf16PlainText, .utf16ExternalPlainText,
  ]

  /// Whether it is the Live Photo itself, as an object of the system's or as a bundle.
  var isLivePhoto: Bool { kind == .livePhotoBundle || type == .livePhoto }

  /// Forms in which a selection of text is archived for pasting; the text itself is what was meant.
  var isArchiveOfSelection: Bool { type == .webArchive || type == .flatRTFD }

  var family: UTType? { [.image, .movie].first { conforms(to: [$0]) } }

  /// Whether it is a picture that may move.
  var isMovingImage: Bool { conforms(to: [.gif, .webP]) }

  /// How far from what a camera or an artist made.
  var distance: Int {
    // HEIC and the sequences are beside HEIF, not below it.
    conforms(to: [.rawImage]) ? 0 : conforms(to: Signature.heifs + [.gif, .webP, .quickTimeMovie]) ? 1 : 2
  }

  private func conforms(to types: [UTType]) -> Bool {
    type.map { types.contains(where: $0.conforms) } == true
  }
}
