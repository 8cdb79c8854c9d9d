import Foundation

/// What documents have in common that mostly go to one folder: their extension, and the site that they are from.
public struct Likeness: Hashable, Sendable {
  /// In lower case, with its dot.
  let fileExtension: String
  /// The site, such as `bank.example`.
  public let site: String

  init(_ name: FileName, from site: String) {
    (fileExtension, self.site) = (DocumentName(name).fileExtension.lowercased(), site)
  }

  fileprivate var key: String { fileExtension + " " + site }

  /// How many documents make a habit.
  private static let few = 3

  /// The folder in which the last of each likeness lie that are in one, where that is the same for all of them.
  static func usualFolders(of entries: some Sequence<DocumentEntry>) -> [Likeness: DocumentPath] {
    var latest: [Likeness: [(added: FileTime, folder: DocumentPath)]] = [:]
    for entry in entries where !entry.isFolder && !entry.folder.names.isEmpty {
      guard let likeness = entry.likeness, let added = entry.added else { continue }
      var found = latest[likeness, default: []]
      let place = found.firstIndex { $0.added < added } ?? found.endIndex
      if place == few { continue }
      found.insert((added, entry.folder), at: place)
      latest[likeness] = Array(found.prefix(few))
    }
    return latest.compactMapValues { found in
      found.count == few && Set(found.map(\.folder)).count == 1 ? found[0].folder : nil
    }
  }
}

extension DocumentEntry {
  /// What it has in common with others; nil where its site is not known.
  public var likeness: Likeness? { self.source.map { Likeness(name, from: $0) } }
}

extension Deposit {
  /// What all staged documents have in common; nil where that is not all of it.
  /// - Throws: the error of the disk.
  public func likeness() throws(DiskError) -> Likeness? {
    var found: Set<Likeness?> = []
    for (name, _) in try folder.entries() {
      let site = try folder[name].open()?.attribute(Provenance.attribute).flatMap(Provenance.site)
      found.insert(site.map { Likeness(name, from: $0) })
    }
    return found.count == 1 ? found.first ?? nil : nil
  }
}

extension Preferences {
  private static let usualFoldersKey = "UsualFolders"

  /// The folder in which the last documents of a likeness lie, as the app found it at its last look. It may be gone.
  public static func usualFolder(of likeness: Likeness) -> DocumentPath? {
    (store?.dictionary(forKey: usualFoldersKey)?[likeness.key] as? String).map {
      DocumentPath(bytes: $0.utf8)
    }
  }

  /// Notes them for the share sheet, which looks at no document.
  public static func keep(usualFolders folders: [Likeness: DocumentPath]) {
    let kept = folders.map { ($0.key.key, $0.value.description) }
    store?.set(Dictionary(uniqueKeysWithValues: kept), forKey: usualFoldersKey)
  }
}
