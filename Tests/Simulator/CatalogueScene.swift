import Foundation
import Shared

@testable import FileProviderExtension

/// What the simulator's user can ask about the File Provider's catalogue.
enum CatalogueCommand: Codable, Sendable {
  /// Compares everything on disk with what is known.
  case scan
  /// Every item.
  case list
  /// What changed since an anchor, in hexadecimal digits; without one, since Files listed everything.
  case changes(since: String?)
  /// Compares what is known with the folders, and changes neither.
  case check
}

/// Looks into the catalogue from the File Provider's process: the same file, the same walls.
struct CatalogueScene {
  private let container: Container
  private let catalogue: Catalogue

  static func play(_ command: CatalogueCommand) throws {
    let scene = try CatalogueScene()
    switch command {
    case .scan: try scene.scan()
    case .list: try scene.list()
    case .changes(let anchor): try scene.tellChanges(since: anchor)
    case .check: try scene.check()
    }
  }

  private init() throws {
    container = try RequestQueue.container()
    catalogue = try Catalogue(path: Catalogue.path(in: RequestQueue.home()), container: container)
  }

  // MARK: The commands

  private func scan() throws {
    let report = try catalogue.scan(isFull: true)
    for error in report.unreadable {
      SystemEvent.complain("\(error.place) cannot be read; nothing below it was changed.").send()
    }
    if report.isDecided {
      SystemEvent.show("Everything is known.").send()
    } else {
      SystemEvent.complain("Something is undecided: another scan will tell.").send()
    }
    struct Answer: Encodable {
      var isDecided: Bool
      var unreadable: [String]
    }
    try tell(Answer(isDecided: report.isDecided, unreadable: report.unreadable.map(\.place)))
  }

  private func list() throws {
    var lines: [Line] = []
    try walk { folder, path in
      for item in try children(of: folder) { lines.append(Line(item, path.appending(item.name))) }
    }
    lines.sort { $0.path < $1.path }
    for line in lines { SystemEvent.show(line.text).send() }
    try tell(lines)
  }

  private func tellChanges(since text: String?) throws {
    struct Answer: Encodable {
      var updated: [Line] = []
      var deleted: [String] = []
      var anchor = ""
    }
    var answer = Answer()
    var anchor: SyncAnchor
    if let text { anchor = try Self.anchor(text) } else { anchor = try catalogue.currentAnchor() }
    while true {
      let changes = try changes(since: anchor)
      for item in changes.updated {
        // Nil for what is in the trash, or was missed since.
        let path = try catalogue.path(of: item.id) ?? DocumentPath([item.name])
        answer.updated.append(Line(item, path))
      }
      answer.deleted += changes.deleted.map(\.text)
      anchor = changes.anchor
      if !changes.hasMore { break }
    }
    answer.anchor = Self.text(anchor)
    for line in answer.updated { SystemEvent.show("+ " + line.text).send() }
    for id in answer.deleted { SystemEvent.show("- " + id).send() }
    SystemEvent.show("anchor " + answer.anchor).send()
    try tell(answer)
  }

  private func changes(since anchor: SyncAnchor) throws -> Changes {
    do {
      return try catalogue.changes(since: anchor, limit: 100)
    } catch CatalogueError.expired {
      throw SimulatorError("The anchor has expired: what changed since cannot be told.")
    }
  }

  private func check() throws {
    var differences: [String] = []
    // Each folder is opened from the one that it lies in: a path of 2,000 names takes 2,000 calls to follow.
    var open: [(id: ItemID, path: DocumentPath, parent: Folder?)] = [(.root, DocumentPath(), nil)]
    if try hasTrash() { open.append((.trash, DocumentPath([Self.trash]), nil)) }
    while let (id, path, parent) = open.popLast() {
      let room = id == .trash ? Container.Room.trash : .documents
      let folder = try parent?.folder(path.names.last ?? "") ?? container.openExisting(room)
      var known: [FileName: Item] = [:]
      for item in try children(of: id) {
        known[item.name] = item
        if item.kind == .folder { open.append((item.id, path.appending(item.name), folder)) }
      }
      for (name, kind) in try folder.entries() where kind != .special {
        let place = path.appending(name)
        if let item = known.removeValue(forKey: name) {
          let difference = try Self.difference(item, folder)
          if !difference.isEmpty { differences.append("\(place): another \(difference)") }
        } else {
          differences.append("\(place): not in the catalogue")
        }
      }
      differences += known.keys.map { "\(path.appending($0)): not in the folder" }
    }
    differences.sort()
    for difference in differences { SystemEvent.complain(difference).send() }
    if differences.isEmpty { SystemEvent.show("Catalogue and folder agree.").send() }
    try tell(differences)
  }

  /// What is different about an item and the file under its name.
  private static func difference(_ item: Item, _ folder: Folder) throws -> String {
    let status = try folder.status(item.name)
    guard item.kind == status.kind else { return "kind" }
    var parts = try item.file == folder.identify(item.name) ? [] : ["file"]
    if item.kind == .file, item.size != status.size { parts.append("size") }
    // A folder's times follow what is in it, which has lines of its own.
    if item.kind != .folder, item.modified != status.modified { parts.append("date") }
    if item.mode != status.mode { parts.append("mode") }
    if parts.isEmpty, item.kind != .folder, item.changed != status.changed { parts.append("change time") }
    return parts.joined(separator: ", ")
  }

  // MARK: Walking

  private static let trash = FileName("Trash (recently deleted)")

  /// Visits Documents, the trash, and every folder in them that is known.
  private func walk(_ visit: (ItemID, DocumentPath) throws -> Void) throws {
    var open = [(ItemID.root, DocumentPath())]
    if try hasTrash() { open.append((.trash, DocumentPath([Self.trash]))) }
    while let (folder, path) = open.popLast() {
      try visit(folder, path)
      for item in try children(of: folder) where item.kind == .folder {
        open.append((item.id, path.appending(item.name)))
      }
    }
  }

  private func hasTrash() throws -> Bool {
    do throws(DiskError) {
      _ = try container.openExisting(.trash)
      return true
    } catch  where error.code == .notFound {
      return false
    }
  }

  private func children(of folder: ItemID) throws -> [Item] {
    var items: [Item] = []
    var page: PageToken?
    repeat {
      let (found, next) = try catalogue.children(of: folder, page: page, limit: 500)
      items += found
      page = next
    } while page != nil
    return items
  }

  // MARK: Telling

  private struct Line: Encodable {
    var path: String
    var identifier: String
    var kind: String
    var size: Int64
    var contentVersion: Int64
    var metadataVersion: Int64

    init(_ item: Item, _ path: DocumentPath) {
      self.path = path.description
      identifier = item.id.text
      kind = item.kind.rawValue
      size = item.size
      contentVersion = item.contentVersion
      metadataVersion = item.metadataVersion
    }

    var text: String {
      "\(path)  \(kind), \(size) bytes, version \(String(UInt64(bitPattern: contentVersion), radix: 16))  \(identifier)"
    }
  }

  private func tell(_ answer: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    SystemEvent.result(String(decoding: try encoder.encode(answer), as: UTF8.self)).send()
  }

  private static func text(_ anchor: SyncAnchor) -> String {
    anchor.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func anchor(_ text: String) throws -> SyncAnchor {
    let digits = Array(text)
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
    guard digits.count.isMultiple(of: 2), bytes.count * 2 == digits.count, let anchor = SyncAnchor(bytes)
    else {
      throw SimulatorError("That is no anchor of this catalogue's.")
    }
    return anchor
  }
}
