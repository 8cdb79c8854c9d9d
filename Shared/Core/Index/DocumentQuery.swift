/// A query of the user: the scope, the order, the search text, and which part of the answer.
public struct DocumentQuery: Hashable, Sendable {
  /// Among which documents.
  public enum Scope: Hashable, Sendable {
    /// What is in a folder of Documents or of the trash. A search also finds what is in its subfolders.
    case folder(DocumentPath)
    /// Documents and folders that were shared or imported, in any folder of Documents.
    case recents
    /// The documents and folders of one share, in any folder of Documents, and not what is in those folders.
    case share(ShareID)
    /// Every document in any folder of Documents, and no folder.
    case all
    /// Conflict copies in any folder of Documents, which the user has not decided upon.
    case conflicts
    /// Saved links in any folder of Documents.
    case links

    /// Whether it lists what was shared or imported. Then folders stand among the documents, and shares are counted.
    var isOfArrivals: Bool {
      switch self {
      case .recents, .share: true
      case .folder, .all, .conflicts, .links: false
      }
    }
  }

  /// By what documents are ordered. Folders come first, except in ``Scope/recents`` and ``Scope/share(_:)``; equals are ordered by name.
  public enum Order: String, CaseIterable, Hashable, Sendable {
    /// By name, as the user's language sorts; `page 2` comes before `page 10`.
    case name
    /// By the time at which a document was shared or imported, else made; the latest first.
    case added
    /// By the modification time; the latest first.
    case modified
    /// Largest first.
    case size
    /// By extension.
    case kind
    /// By the names of their tags; what has none comes last.
    case tags
    /// By the time at which anything about the file changed; the latest first.
    case changed
  }

  /// What of it counts.
  public enum Members: Hashable, Sendable {
    /// Documents and folders.
    case all
    /// Documents only; a package is one.
    case documents
    /// Folders only.
    case folders
  }

  /// Among which documents.
  public var scope: Scope
  /// What of them counts.
  public var members = Members.all
  /// The order.
  public var order: Order
  /// Whether the order is the other way round. Folders come first all the same.
  public var isReversed = false
  /// Words that the user remembers of a document, in any order: of its name, site, comment, tags, folder or kind, or of when it came
  /// or was changed. An empty text matches all.
  public var text: String
  /// The kinds that words of the text name in the user's language.
  public var kindWords: [String: DocumentKind] = [:]
  /// The times that words of the text name in the user's language, as today, a month or a year.
  public var timeWords: [String: [Range<FileTime>]] = [:]
  /// One of these the document must be; none is any.
  public var kinds: Set<DocumentKind> = []
  /// All of these tags it must have, by name.
  public var tags: Set<String> = []
  /// For each word of the text the documents that have it in their contents, as far as that is known. What is found by its contents
  /// comes behind what has the words in its name.
  public var found: [Set<FileSnapshot>] = []
  /// Whether it searches, in a folder and in the folders in it, and does not only list.
  public var isSearch: Bool { !text.allSatisfy(\.isWhitespace) || !kinds.isEmpty || !tags.isEmpty }
  /// Which of the documents, counted in that order from 0. It may reach beyond the last one.
  public var range: Range<Int>

  /// A query of its parts.
  public init(
    scope: Scope, order: Order = .name, isReversed: Bool = false, text: String = "", range: Range<Int>
  ) {
    self.scope = scope
    self.order = order
    self.isReversed = isReversed
    self.text = text
    self.range = range
  }

  /// A query for the first documents of a folder.
  public init(folder: DocumentPath = DocumentPath(), order: Order = .name, text: String = "", limit: Int) {
    self.init(scope: .folder(folder), order: order, text: text, range: 0..<limit)
  }

  /// The query for all documents of which this one wants a part.
  var whole: DocumentQuery {
    var whole = self
    whole.range = 0..<0
    return whole
  }
}

/// A part of what a query asks for.
public struct DocumentList: Hashable, Sendable {
  /// The documents of the part, in order.
  public var entries: [DocumentEntry] = []
  /// How many there are in all.
  public var total = 0
  /// Whether every folder could be listed in which there may be some.
  public var isComplete = true
  /// The shares that the documents of the part belong to, if the scope is ``DocumentQuery/Scope/recents`` or
  /// ``DocumentQuery/Scope/share(_:)``; else empty.
  public var shares: [ShareID: Share] = [:]

  /// How much of a share the whole query finds, however small the part is.
  public struct Share: Hashable, Sendable {
    /// How many of its documents and folders.
    public var count = 0
    /// How many of them are images.
    public var images = 0
    /// The sites that they are from; nil stands for those from none.
    var sites: Set<String?> = []
    /// The site that all of them are from; nil when there is none.
    public var site: String? { sites.count == 1 ? sites.first ?? nil : nil }
  }

  /// Nothing.
  public init() {}
}

/// One document or folder, as a list shows it. A hundred thousand are in memory, so what is small stands together.
@dynamicMemberLookup
public struct DocumentEntry: Hashable, Sendable, Identifiable {
  /// The folder that it is in. All entries of a folder share the memory of this.
  public var folder: DocumentPath
  /// What it is.
  public var kind: FileKind
  /// Whether it is a folder that the user sees as one document.
  public var isPackage = false
  /// Whether the user has opened it since it came; known of saved links only.
  public var isOpened = false
  /// Whether it could not be opened, so that its attributes are unknown. The next look reads it again.
  var isSealed = false
  /// Its name.
  public var name: FileName
  /// Size in bytes; of a folder a number without meaning.
  public var size: Int64
  /// Which document it is.
  public var identity: SeenIdentity
  /// When it was made, where the file system keeps it.
  public var created: FileTime?
  /// When it was shared or imported, and with which share: one value, so that the identifier takes no more memory.
  var arrival: ArrivalRecord?
  /// When the contents last changed.
  public var modified: FileTime
  /// When anything about the file last changed.
  var changed: FileTime
  /// The state of its contents: another number for each, compared only for equality; nil when it carries none.
  public var version: Int64?
  /// The name without case and accents, as a search compares it; nil where that is the name itself.
  var folded: [UInt8]?
  /// What few documents have; nil where nothing of it is set.
  var kept: Kept?

  /// In how many days it is removed for good, by the date that the user sees: ``AgeClock`` decides, and may be later. nil
  /// outside the trash, and of what is in a folder there.
  public func daysLeft(now: FileTime = .now) -> Int? {
    guard folder == .trash else { return nil }
    let end = (self.thrownAway?.time ?? changed).seconds + Documents.trashKeeps
    // The day that has begun counts, as Photos counts it.
    return Int(min(max(0, end - now.seconds), Documents.trashKeeps) + 86_399) / 86_400
  }

  /// The folder that it was in before it was thrown away; nil outside the trash, and when nothing says so.
  public var formerFolder: DocumentPath? { folder.directory == .trash ? self.thrownAway?.path.parent : nil }

  /// Where it is.
  public var path: DocumentPath { folder.appending(name) }
  /// Its path: two entries never share one.
  public var id: DocumentPath { path }
  /// When it was shared or imported; nil when its import route does not store the time.
  public var added: FileTime? { arrival?.time }
  /// Whether it was shared or imported, and was on screen in no visit that has ended.
  public var isNew: Bool { arrival.map { !$0.isSeen } ?? false }
  /// The share that it came with; nil when it came in by itself.
  public var share: ShareID? { arrival?.share }
  /// The document for an action on it.
  public var seen: SeenDocument { SeenDocument(path, identity) }
  /// Whether it is a saved link: a web address as Safari writes it.
  public var isLink: Bool { kind == .file && name.isLink }
  /// Whether the user can go into it.
  public var isFolder: Bool { kind == .folder && !isPackage }
}

extension DocumentEntry {
  /// A document or folder of iCloud, for the same lists. It has no file here that an action could name.
  ///
  /// - Parameter isPackage: whether it is a folder that the user sees as one document.
  public init(_ entry: CloudEntry, isPackage: Bool) {
    let status = entry.status
    self.init(
      folder: entry.path.parent, kind: status.kind, isPackage: status.kind == .folder && isPackage,
      name: entry.path.names.last ?? "", size: status.size ?? 0,
      identity: SeenIdentity(file: FileID(0)),
      modified: status.modified ?? FileTime(seconds: 0), changed: status.modified ?? FileTime(seconds: 0))
    self.cloud = status
  }

  /// What few documents have.
  public struct Notes: Hashable, Sendable {
    /// Its tags, as far as the app can read them.
    public var tags: [DocumentTag] = []
    /// The place of a folder among the favorites; nil if it is none.
    public var favouriteRank: UInt64?
    /// The site that it is from; nil if unknown.
    public var source: String?
    /// Its title, if that is not its name.
    public var title: String?
    /// Its comment.
    public var comment: String?
    /// Whether the user has said that it is wanted beside another of the same contents.
    public var isWantedCopy = false
    /// The folder that the user chose for it, if that was gone when it was delivered.
    public var missingFolder: DocumentPath?
    /// The document of which it is a conflict copy, until the user decides; nil of any other.
    public var conflict: ItemID?
    /// Its status in iCloud; nil of a document of this device.
    public var cloud: CloudStatus?
    /// When it was thrown away, and where it was before; outside the trash without meaning.
    var thrownAway: TrashInfo?

    fileprivate static let empty = Notes()
  }

  /// Notes in memory of their own: a search walks over a hundred thousand entries, and the smaller they are the shorter it
  /// takes.
  indirect enum Kept: Hashable, Sendable { case notes(Notes) }

  /// One of the notes.
  public subscript<Value>(dynamicMember part: WritableKeyPath<Notes, Value>) -> Value {
    get {
      guard case .notes(let notes)? = kept else { return Notes.empty[keyPath: part] }
      return notes[keyPath: part]
    }
    set {
      var notes = Notes.empty
      if case .notes(let known)? = kept { notes = known }
      notes[keyPath: part] = newValue
      kept = notes == Notes.empty ? nil : .notes(notes)
    }
  }
}
