/// The identity of a document: one small extended attribute of the document itself. From it a catalogue that was
/// lost, or restored from a backup, is rebuilt with the same identifiers and versions.
///
/// 56 bytes: format 1, identifier 16, content version 8, size 8 and modification time 8, origin 15. It fits into an
/// inode of 256 bytes without another block. It is written on the staged copy, before a document is published. Copies for
/// other programs do not contain it, and an identity that arrives with contents is ignored.
///
/// See <doc:IdentityAndConflicts>.
struct Identity: Hashable, Sendable {
  /// Private to the app: neither reported to the system nor accepted from it.
  static let attribute = prefix + "item"
  /// The beginning of the names of all attributes that only the app writes.
  static let prefix = AppIdentity.current.attributePrefix

  /// Tells whether only the app writes an attribute.
  static func isOwn(_ attribute: String) -> Bool { attribute.hasPrefix(prefix) }

  /// Which item.
  var id: ItemID
  /// A random number for every state of the contents, compared only for equality.
  var version: Int64
  /// Which call made this state.
  var origin = Origin.none
  /// The size and modification time of the contents that the version and the origin belong to.
  private var size: Int64 = 0
  private var modified: Int64 = 0

  /// An identity for the present state of a file.
  init(
    _ id: ItemID, version: Int64 = .random(in: .min ... .max), origin: Origin = .none, of status: FileStatus
  ) {
    self.id = id
    self.version = version
    self.origin = origin
    seal(status)
  }

  /// Updates it to the present state of a file.
  mutating func seal(_ status: FileStatus) { (size, modified) = Self.seal(of: status) }

  /// Tells whether it belongs to the present state of a file. A folder keeps one version, so its identity always fits.
  /// Contents that were changed between two scans, and have the size and the date of before again, count as unchanged.
  func fits(_ status: FileStatus) -> Bool { (size, modified) == Self.seal(of: status) }

  /// The same for the present state of a file that a backup has brought back, with the same size, and with its date in whole
  /// seconds; nil for any other state. See <doc:FilesAndTheSystem>.
  func restored(for status: FileStatus) -> Identity? {
    let present = Self.seal(of: status)
    guard status.modified.nanoseconds == 0, size == present.0,
      (0..<1_000_000_000).contains(modified &- present.1)
    else { return nil }
    var identity = self
    identity.seal(status)
    return identity
  }

  private static func seal(of status: FileStatus) -> (Int64, Int64) {
    if status.kind == .folder { return (0, 0) }
    // In nanoseconds. Dates after the year 2262 overflow, which does no harm because the values are only compared.
    return (status.size, status.modified.seconds &* 1_000_000_000 &+ status.modified.nanoseconds)
  }

  private static let format: UInt8 = 1

  /// Reads what ``bytes`` wrote; nil for anything else, which then counts as absent.
  init?(_ bytes: [UInt8]) {
    var decoder = Decoder(bytes)
    guard bytes.count == 56, decoder.byte() == Self.format,
      let id = decoder.bytes(16).flatMap({ ItemID($0) }),
      id != .root, id != .trash, id != .none, let version = decoder.number(), let size = decoder.number(),
      let modified = decoder.number()
    else { return nil }
    (self.id, self.version, self.size, self.modified) = (id, version, size, modified)
    origin = Origin(decoder.remaining()) ?? .none
  }

  /// The bytes of the attribute.
  var bytes: [UInt8] {
    var encoder = Encoder()
    encoder.add(Self.format)
    encoder.add(id.bytes)
    for number in [version, size, modified] { encoder.add(number) }
    encoder.add(origin.bytes)
    return encoder.bytes
  }
}

extension Identity {
  /// Identifies the call of the system that made a state of a document. When the system repeats a call because the
  /// reply was lost, the provider finds the result of the first one by it.
  struct Origin: Hashable, Sendable {
    /// Fifteen bytes: what kind of call, and a digest of what it was about.
    let bytes: [UInt8]

    /// Reads what ``bytes`` wrote; nil for another number of bytes.
    init?(_ bytes: [UInt8]) {
      guard bytes.count == 15 else { return nil }
      self.bytes = bytes
    }

    private init(_ kind: UInt8, _ add: (inout Digester) -> Void) {
      var digester = Digester()
      add(&digester)
      bytes = [kind] + digester.finish().bytes.prefix(14)
    }

    /// No call: the app, the Share extension or another program made it.
    static let none = Origin()

    private init() { bytes = [UInt8](repeating: 0, count: 15) }

    /// An edit of an item, made from a base version.
    static func modify(_ id: ItemID, base: [UInt8]) -> Origin {
      Origin(1) {
        $0.add(id.bytes)
        $0.add(base)
      }
    }

    /// A new item, made from a template of the system's.
    static func create(template: String, created: FileTime?) -> Origin {
      Origin(2) {
        $0.add(template.utf8)
        if let created { $0.add(created) }
      }
    }

    /// Tells whether a call that made the item made this state.
    var isCreate: Bool { bytes.first == 2 }
  }
}

extension OpenFile {
  /// The identity that the file carries; nil when it has none or a malformed one.
  /// - Throws: the error of the disk when the attribute cannot be read. That does not mean that there is none.
  func identity() throws(DiskError) -> Identity? {
    try attribute(Identity.attribute).flatMap { Identity($0) }
  }

  /// Writes the identity. A read-only file is made writable during the call.
  func setIdentity(_ identity: Identity) throws(DiskError) {
    do throws(DiskError) {
      try setAttribute(Identity.attribute, identity.bytes)
    } catch  where error.code == .denied {
      let mode = try status().mode & 0o777
      try setMode(mode | 0o600)
      try setAttribute(Identity.attribute, identity.bytes)
      try setMode(mode)
    }
  }

  /// Gives the file an identity that no other has.
  func writeNewIdentity() throws(DiskError) { try setIdentity(Identity(.random(), of: status())) }

  /// Removes the app's own attributes except the identity, which the caller writes. Attributes that arrive with
  /// contents are not trusted.
  func removeOwnAttributes() throws(DiskError) {
    for name in try attributes() where Identity.isOwn(name) && name != Identity.attribute {
      try setAttribute(name, nil)
    }
  }
}
