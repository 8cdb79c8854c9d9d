extension StandIn {
  /// The system's side: Spotlight, as far as it keeps what apps tell it.
  public final class Spotlight: @unchecked Sendable {
    // Unchecked: the lock guards what changes.

    /// The one of this process, or of a test; nil is a device without an index.
    @TaskLocal public static var current: Spotlight?

    /// One item of an index.
    public struct Entry: Codable, Sendable {
      let index: String
      /// The identifier that the app gave it.
      public let identifier: String
      /// The group that the app put it into.
      public let domain: String?
      /// What the user sees as its name.
      public let name: String
      /// What the user sees below the name.
      public let details: String?
      /// The identifier of its type.
      public let type: String
      let words: [String]
      let expires: Date

      var key: [String] { [index, identifier] }

      init(_ item: CSSearchableItem, index: String) {
        let set = item.attributeSet
        (self.index, identifier, domain) = (index, item.uniqueIdentifier, item.domainIdentifier)
        (name, details) = (set.displayName ?? set.title ?? "", set.contentDescription)
        type = set.contentType.identifier
        words = [set.title, set.displayName, set.contentDescription].compactMap { $0 } + (set.keywords ?? [])
        // Apple only says “after a period of time”: a month, as developers report.
        expires = item.expirationDate ?? Date.now.addingTimeInterval(30 * 24 * 60 * 60)
      }
    }

    private let lock = NSLock()
    private let file: URL?
    private var entries: [[String]: Entry] = [:]
    private var sizes: [Int] = []
    private var isDeviceLocked = false

    /// Spotlight that knows nothing, or what another process kept in a file.
    public init(file: URL? = nil) {
      self.file = file
      // Without the file it knows nothing.
      let kept = file.flatMap { try? Data(contentsOf: $0) }
      let entries = kept.flatMap { try? JSONDecoder().decode([Entry].self, from: $0) } ?? []
      self.entries = Dictionary(entries.map { ($0.key, $0) }) { $1 }
    }

    /// Whether the device is locked.
    public var isLocked: Bool {
      get { lock.withLock { isDeviceLocked } }
      set { lock.withLock { isDeviceLocked = newValue } }
    }

    /// How many items each call was about.
    public var calls: [Int] { lock.withLock { sizes } }

    /// What the user finds, by name. What an app did not want to be kept is gone by its date.
    public func find(_ text: String, at date: Date = .now) -> [Entry] {
      lock.withLock {
        entries.values
          .filter { $0.expires > date && $0.words.contains { $0.localizedStandardContains(text) } }
          .sorted { ($0.name, $0.identifier) < ($1.name, $1.identifier) }
      }
    }

    func change(
      _ count: Int, _ protection: FileProtectionType?, _ body: (inout [[String]: Entry]) -> Void
    ) throws {
      try lock.withLock {
        sizes.append(count)
        // CSIndexErrorCode.indexUnavailableError: <https://developer.apple.com/documentation/corespotlight/csindexerror>
        if isDeviceLocked, protection?.rawValue == FileProtectionType.complete.rawValue {
          throw NSError(domain: "CSIndexErrorDomain", code: -1000)
        }
        body(&entries)
        if let file { try JSONEncoder().encode(Array(entries.values)).write(to: file, options: .atomic) }
      }
    }
  }
}
