/// The path of an entry, as names that a document may have.
///
/// No such path leads out of the folder that it is below: `..`, an empty name and the letter of a drive are left out, and
/// ``DocumentName`` replaces what a name may not have in it.
struct EntryPath {
  /// The names, outermost first.
  private(set) var names: [DocumentName]
  /// Whether it ends in a separator, as only a folder's does.
  let isFolder: Bool
  /// Whether it is one of Finder's own notes, which mean nothing elsewhere: `.DS_Store`, and attributes in `__MACOSX`.
  let isNote: Bool

  static let slash = UInt8(ascii: "/")
  static let backslash = UInt8(ascii: "\\")

  /// Reads a name.
  ///
  /// - Parameter separator: a backslash in an archive without any slash: some programs of Windows write such. Elsewhere a
  ///   backslash is a letter like others.
  init(_ text: String, separator: UInt8) {
    var parts = text.utf8.split(separator: separator).map { String(Substring($0)) }
      .filter { $0 != "." && $0 != ".." }
    if let drive = parts.first, drive.utf8.count == 2, drive.hasSuffix(":"), drive.first?.isLetter == true {
      parts.removeFirst()
    }
    isFolder = text.utf8.last == separator
    isNote = parts.first == "__MACOSX" || parts.last == ".DS_Store"
    // What is a file has a name, even if the archive has none for it.
    if parts.isEmpty, !isFolder { parts = [""] }
    names = parts.map { DocumentName($0) }
  }
}

/// The names that the entries of an archive get, each in its folder.
///
/// Two that look alike get two names, also a file and a folder. Only hashes of the names are in memory, so that a hundred
/// thousand of them take some megabytes; two names with one hash, by chance, only cost the second one a number.
struct EntryNames {
  /// Stands for a folder of the archive.
  typealias FolderKey = Int

  /// The names that are taken, as they look.
  private var taken: Set<Int> = []
  /// The folders that are there, by their exact names.
  private var folders: Set<FolderKey> = []
  /// The numbers of the folders whose names were taken.
  private var numbers: [FolderKey: Int] = [:]
  /// The names of the folders that the volume refused to call by theirs.
  private var renamed: [FolderKey: DocumentName] = [:]
  /// The last number of each family of names, by its first alternative.
  private var last: [Int: Int] = [:]

  /// Takes the next free name in a folder.
  mutating func next(for name: DocumentName, in folder: FolderKey) -> DocumentName {
    name.numbered(number(for: name, in: folder))
  }

  /// The name of a folder in a folder, its key, and whether it is new.
  mutating func folder(
    _ name: DocumentName, in parent: FolderKey
  ) -> (name: DocumentName, key: FolderKey, isNew: Bool) {
    var hasher = Hasher()
    hasher.combine(parent)
    // Its bytes: a string's own hash is the same for all compositions of a character.
    for byte in name.text.utf8 { hasher.combine(byte) }
    let key = hasher.finalize()
    let isNew = folders.insert(key).inserted
    if isNew, case let number = number(for: name, in: parent), number > 0 { numbers[key] = number }
    return (renamed[key] ?? name.numbered(numbers[key] ?? 0), key, isNew)
  }

  /// Gives a folder another name, or the next free one.
  mutating func rename(_ key: FolderKey, to name: DocumentName, in parent: FolderKey) -> DocumentName {
    let given = next(for: name, in: parent)
    renamed[key] = given
    return given
  }

  private mutating func number(for name: DocumentName, in folder: FolderKey) -> Int {
    if take(name, in: folder) { return 0 }
    // Long names that are cut share their alternatives, and so they share the last number.
    let family = look(of: name.numbered(1), in: folder)
    var number = last[family, default: 0] + 1
    while !take(name.numbered(number), in: folder) { number += 1 }
    last[family] = number
    return number
  }

  private mutating func take(_ name: DocumentName, in folder: FolderKey) -> Bool {
    taken.insert(look(of: name, in: folder)).inserted
  }

  private func look(of name: DocumentName, in folder: FolderKey) -> Int {
    var hasher = Hasher()
    hasher.combine(folder)
    hasher.combine(name.key)
    return hasher.finalize()
  }
}
