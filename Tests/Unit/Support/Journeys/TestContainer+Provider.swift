import Foundation

@testable import IntrayCore

/// The provider over folders of a test's own: one that lives as long as a process does.
extension TestContainer {
  /// A new process of the extension. Its scans wait only where they must: thousands of processes are started so.
  public func startProvider(on disk: Disk? = nil) throws -> Provider {
    try FileManager.default.createDirectory(atPath: path(of: "App/Home"), withIntermediateDirectories: true)
    return try Provider(
      container: container(on: disk ?? self.disk), home: path(of: "App/Home"),
      clock: Volume.timesEachChange ? .patient : .system)
  }

  /// A file that the user provides as the contents of an item.
  public func original(_ text: String) throws -> String {
    let place = "Originals/" + text
    if try tree(place) == [:] { try put(.file(text), at: place) }
    return path(of: place)
  }

  /// What is in the trash.
  public var trash: Tree { get throws { try tree("AppGroup/Trash") } }
}

extension Provider {
  /// The item at a path of names, in Documents or, if it begins with the trash, there.
  public func item(named names: String...) throws -> Item {
    var found: Item?
    var folder = ItemID.root
    for name in names {
      if name == "Trash" {
        folder = .trash
        continue
      }
      guard let item = try catalogue.item(named: FileName(name), in: folder) else {
        throw Violation("no \(name)")
      }
      found = item
      folder = item.id
    }
    guard let found else { throw Violation("no name") }
    return found
  }

  /// All items of the working set, by path. Paths in the trash begin with "Trash".
  public func told() throws -> [String: Item] {
    var paths: [ItemID: String] = [.root: "", .trash: "Trash/"]
    var told: [String: Item] = [:]
    var page: PageToken?
    repeat {
      let (items, next) = try everything(page: page, limit: 100)
      for item in items {
        guard let folder = paths[item.parent] else { throw Violation("\(item.name) before its folder") }
        let path = folder + item.name.description
        paths[item.id] = path + "/"
        told[path] = item
      }
      page = next
    } while page != nil
    return told
  }

  /// The same, and the system has received it: it asks for the changes since then.
  public func confirmed() throws -> [String: Item] {
    let told = try told()
    _ = try confirm()
    return told
  }

  /// The system takes in every change since the present anchor, and asks once more.
  public func confirm() throws -> SyncAnchor {
    var anchor = try anchor(ofEverything: true)
    while case let changes = try changes(since: anchor, limit: 100), changes.anchor != anchor {
      anchor = changes.anchor
    }
    return anchor
  }
}

/// A change of some fields.
public func itemChange(_ set: (inout ItemChange) -> Void) -> ItemChange {
  var change = ItemChange()
  set(&change)
  return change
}

extension Tree {
  /// Everything in it, by paths with slashes.
  public var paths: Set<String> {
    var paths: Set<String> = []
    for (name, tree) in entries {
      paths.insert(name.description)
      paths.formUnion(tree.paths.map { "\(name)/\($0)" })
    }
    return paths
  }

  /// The same without notes of where something was, which say when, too.
  public var withoutOrigins: Tree {
    var tree = self
    for name in [TrashInfo.attribute, TrashInfo.readingAttribute] { tree.attributes[name] = nil }
    tree.entries = entries.mapValues(\.withoutOrigins)
    return tree
  }
}
