/// The position of a document below a directory: the names from the directory down to it. The directory itself is the empty path.
public struct DocumentPath: Hashable, Sendable, CustomStringConvertible {
  /// The names, outermost first.
  public var names: [FileName]
  /// The directory that it is below: Documents, or the trash.
  public var directory: Container.Directory

  /// A path of these names.
  public init(_ names: [FileName] = [], in directory: Container.Directory = .documents) {
    (self.names, self.directory) = (names, directory)
  }

  /// The trash itself.
  public static let trash = DocumentPath(in: .trash)

  /// Reads names that a slash separates, as ``bytes`` wrote them.
  init(bytes: some Collection<UInt8>) {
    let slash = UInt8(ascii: "/")
    names = bytes.split(separator: slash).map { FileName(bytes: $0) }
    directory = bytes.first == slash ? .trash : .documents
  }

  /// The names with a slash between them, as raw bytes. A slash in front means the trash.
  var bytes: [UInt8] {
    let slash = UInt8(ascii: "/")
    let joined = Array(names.map(\.bytes).joined(separator: [slash]))
    return directory == .trash ? [slash] + joined : joined
  }

  /// The path as the user sees it.
  public var description: String { names.map(\.description).joined(separator: "/") }

  /// The path of an entry of this folder.
  public func appending(_ name: FileName) -> DocumentPath { DocumentPath(names + [name], in: directory) }

  /// Its last name.
  var documentName: DocumentName { DocumentName(names.last ?? "") }
  /// The folder that it lies in; the directory's lies in itself.
  public var parent: DocumentPath { DocumentPath(Array(names.dropLast()), in: directory) }
}

extension Container {
  /// The absolute path of a document or folder, for calls that need a path. Another file may have it by then.
  public func path(of path: DocumentPath) -> String {
    path.names.reduce(self.path(of: path.directory)) { $0 + "/" + $1.description }
  }

  /// Opens a folder of Documents or the trash; the directory itself is made when it is not there.
  /// - Parameter file: which folder it must be; nil accepts any.
  /// - Throws: ``DiskError/Code/changed`` when it is another one.
  public func folder(at path: DocumentPath, expecting file: FileID? = nil) throws(DiskError) -> Folder {
    let folder = try open(path.directory).folder(at: path)
    if let file, try folder.status().file != file { throw DiskError(.changed, at: folder.path) }
    return folder
  }
}

extension Container {
  /// The entry of a document: its folder, opened, and its name there.
  /// - Throws: ``DiskError/Code/denied`` for Documents and the trash themselves, and as ``folder(at:expecting:)``.
  public func entry(_ path: DocumentPath) throws(DiskError) -> Entry {
    guard let name = path.names.last, name.isEntry else {
      throw DiskError(.denied, at: self.path(of: path.directory))
    }
    return try folder(at: path.parent)[name]
  }
}

extension Folder {
  /// Opens a folder below this one, name by name; no link is followed on the way.
  /// - Throws: ``DiskError/Code/notFound``, ``DiskError/Code/notAFolder`` or ``DiskError/Code/link`` when there is no such
  ///   folder, and the errors of the disk.
  public func folder(at path: DocumentPath) throws(DiskError) -> Folder {
    var folder = self
    for name in path.names {
      guard name.isEntry else { throw DiskError(.notFound, at: folder[name].path) }
      folder = try folder.folder(name)
    }
    return folder
  }
}

extension DocumentPath: Codable {
  /// Reads what ``encode(to:)`` wrote.
  public init(from decoder: any Swift.Decoder) throws {
    self.init(bytes: try decoder.singleValueContainer().decode([UInt8].self))
  }

  /// As raw bytes with a slash between the names: a name may be no text.
  public func encode(to encoder: any Swift.Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(bytes)
  }
}

/// An absolute path, name by name: only compared, never opened.
struct PathNames {
  /// nil when the path contains `..`, which only the file system can resolve.
  private let names: [String]?

  init(_ path: String) {
    var names = path.split(separator: "/").map(String.init).filter { $0 != "." }
    // On Apple platforms /var and /tmp are links into /private, and the system uses both forms.
    if names.first == "private", ["var", "tmp"].contains(names.dropFirst().first) { names.removeFirst() }
    self.names = names.contains("..") ? nil : names
  }

  /// The names from a folder down to this path, or nil when it is not in that folder.
  func names(below folder: PathNames) -> ArraySlice<String>? {
    guard let names, let above = folder.names,
      names.count >= above.count, zip(above, names).allSatisfy({ $0.utf8.elementsEqual($1.utf8) })
    else { return nil }
    return names.dropFirst(above.count)
  }

  /// Tells whether this is a folder, lies in it, or holds it.
  func overlaps(_ folder: PathNames) -> Bool {
    names(below: folder) != nil || folder.names(below: self) != nil
  }
}
