import FileProvider
import Foundation
import Glibc
import TestSupport

@testable import Convergence
@testable import Daemon
@testable import IntrayCore

/// The whole extension, as the system calls it: memory, how soon a share is in Files, and deletions.
struct ProviderBench {
  let path: String
  let rounds: Int
  let tell: (Row) -> Void

  private static let page = 200

  // MARK: Memory

  /// The work of a process of its own, which prints the memory it took, in kilobytes; of deletions, the seconds.
  static func work(_ arguments: [String]) throws {
    let (path, task) = (arguments[0], arguments[1])
    switch task {
    case "start":
      let provider = LocalExtension(path: path)
      guard let anchor = try provider.ask(.anchor(workingSet), cancels: false).anchor,
        try provider.ask(.changes(anchor, suggested: page), cancels: false).anchor != nil
      else { throw Failure("no answer") }
      // So long it has nothing to do.
      if arguments.count > 2 { sleep(UInt32(arguments[2]) ?? 0) }
      return print(0)
    case "delete": return print(try delete(LocalExtension(path: path, patience: 600)))
    case "share":
      let provider = LocalExtension(path: path)
      var anchor = try firstAnchor(provider)
      for number in 0..<(Int(arguments[2]) ?? 0) {
        anchor = try share("shared \(number).txt", at: path, provider, anchor)
      }
      return print(0)
    default: break
    }
    // A first look at a million documents, on a machine that has other things to do.
    let provider = LocalExtension(path: path, patience: 600)
    // What a started extension has is not what it grows by.
    _ = try provider.ask(.anchor(workingSet), cancels: false)
    let before = try peakMemory()
    switch task {
    case "list": _ = try list(provider) { _ in }
    case "storm":
      let anchor = try provider.ask(.anchor(workingSet), cancels: false).anchor ?? Data()
      let folders = Int(arguments[2]) ?? 0
      for folder in 0..<folders {
        for document in 0..<100 {
          let file = open(
            "\(path)/AppGroup/Documents/folder \(folder)/document \(document)", O_WRONLY | O_APPEND)
          guard file >= 0, write(file, "more", 4) == 4, close(file) == 0 else {
            throw Failure("edit: \(errno)")
          }
        }
        // As our processes do after a change in place: a scan looks only at folders whose times changed.
        guard chmod("\(path)/AppGroup/Documents/folder \(folder)", 0o700) == 0 else {
          throw Failure("the folder cannot be touched: \(errno)")
        }
      }
      guard try follow(provider, from: anchor).count >= folders * 100 else {
        throw Failure("changes are missing")
      }
    default:
      for number in 0..<10_000 {
        let contents = path + "/Handover/new"
        try Data("contents".utf8).write(to: URL(fileURLWithPath: contents))
        let wish = ItemSnapshot(
          identifier: "template \(number)", parent: ItemSnapshot.root, name: "new \(number).txt", kind: .file)
        let fields: NSFileProviderItemFields = [.filename, .parentItemIdentifier, .contents]
        let answer = try provider.ask(
          .create(wish, fields: fields.rawValue, contents: contents, options: 0), cancels: false)
        guard answer.item != nil else { throw Failure("create: \(String(describing: answer.failure))") }
      }
    }
    print(try peakMemory() - before)
  }

  private static func list(_ provider: LocalExtension, _ use: (ItemSnapshot) -> Void) throws -> Int {
    var (page, count): (Data?, Int) = (nil, 0)
    repeat {
      let answer = try provider.ask(.list(workingSet, page: page, suggested: Self.page), cancels: false)
      if let failure = answer.failure { throw Failure("list: \(failure)") }
      answer.items.forEach(use)
      count += answer.items.count
      page = answer.page
    } while page != nil
    return count
  }

  /// The anchor of an extension that has looked at everything once: one from before that may expire.
  private static func firstAnchor(_ provider: LocalExtension) throws -> Data {
    _ = try list(provider) { _ in }
    guard let anchor = try provider.ask(.anchor(workingSet), cancels: false).anchor else {
      throw Failure("no anchor")
    }
    return anchor
  }

  private static let workingSet = NSFileProviderItemIdentifier.workingSet.rawValue

  /// - Returns: how many items were told, and the anchor behind them, which the system sends with its next call.
  private static func follow(
    _ provider: LocalExtension, from first: Data
  ) throws -> (count: Int, anchor: Data) {
    var (anchor, count, isMore) = (first, 0, true)
    while isMore {
      let answer = try provider.ask(.changes(anchor, suggested: page), cancels: false)
      guard let next = answer.anchor else { throw Failure("changes: \(String(describing: answer.failure))") }
      (anchor, isMore) = (next, answer.moreComing)
      count += answer.items.count
    }
    return (count, anchor)
  }

  /// Everything listed, a tenth of it changed, and 10,000 documents made.
  func memory() throws {
    for folders in [100, 1_000] {
      let shelf = try DocumentTree(folders: folders, documents: 1_000, at: path + "/shelf")
      defer { shelf.remove() }
      let parts = try ["list", "storm", "create"].map { task in
        String(
          format: "%.1f", try measure(["provider-work", shelf.path, task, "\(folders)"])[0] / 1_024)
      }
      let items = folders * 1_000
      tell(
        Row(
          what:
            "memory of the extension at \(items) items: listing all, \(items / 10) changes, 10,000 creates",
          ours: parts.joined(separator: ", ") + " MB", wanted: "under 8 MB"))
    }
  }

  // MARK: How soon

  /// Shares a document of its own name, and brings it into the replica.
  ///
  /// - Returns: the anchor after it.
  private static func share(
    _ name: String, at room: String, _ provider: LocalExtension, _ anchor: Data
  ) throws -> Data {
    try LocalExtension.share(name, as: name, at: room)
    let changes = try provider.ask(.changes(anchor, suggested: page), cancels: false)
    guard let now = changes.anchor, let item = changes.items.first(where: { $0.name == name }),
      let contents = try provider.ask(.fetch(item.identifier, version: nil), cancels: false).contents,
      rename(contents, "\(room)/Files/\(name)") == 0
    else { throw Failure("\(name) did not come: \(changes)") }
    return now
  }

  /// How many system calls a share takes on its whole way, without those of the threads' own waiting.
  func calls() throws {
    func count(_ shares: Int) throws -> Int {
      let room = path + "/calls"
      try BenchContainer.clear(room)
      defer { _ = try? BenchContainer.clear(room) }
      try LocalExtension.makeRooms(at: room)
      return try systemCalls(of: ["provider-work", room, "share", "\(shares)"])
    }
    let calls = Double(try count(40) - count(20)) / 20
    tell(
      Row(
        what: "from share to replica: system calls, beside 30 documents",
        ours: String(format: "%.0f", calls), wanted: "at most 200"))
  }

  /// What the extension does while nothing happens, in a minute.
  func idle() throws {
    let shelf = try knownShelf()
    defer { shelf.remove() }
    let calls = try systemCallsAtRest(of: ["provider-work", shelf.path, "start", "90"])
    tell(
      Row(
        what: "system calls of the extension in a minute in which nothing happens",
        ours: "\(calls)", wanted: "at most 0"))
  }

  /// A tree whose documents carry their identities, and which the extension has looked through.
  private func knownShelf() throws -> DocumentTree {
    let shelf = try DocumentTree(folders: 10, documents: 100, at: path + "/known")
    _ = try measure(["provider-work", shelf.path, "start"])
    return shelf
  }

  // MARK: Removing

  /// The system deletes every folder that it knows, in so many seconds.
  private static func delete(_ provider: LocalExtension) throws -> Double {
    var folders: [ItemSnapshot] = []
    _ = try list(provider) { if $0.kind == .folder { folders.append($0) } }
    // With its next anchor it confirms what it was told.
    guard let anchor = try provider.ask(.anchor(workingSet), cancels: false).anchor else {
      throw Failure("no anchor")
    }
    _ = try follow(provider, from: follow(provider, from: anchor).anchor)
    return try seconds {
      for folder in folders {
        guard let version = folder.version else { throw Failure("a folder has no version") }
        let options = NSFileProviderDeleteItemOptions.recursive.rawValue
        let answer = try provider.ask(
          .delete(folder.identifier, base: version, options: options), cancels: false)
        if let failure = answer.failure { throw Failure("delete: \(failure)") }
      }
    }
  }

  /// The system deletes folders of 1,000 documents.
  func delete() throws {
    for folders in [20, 200] {
      let make = { try DocumentTree(folders: folders, documents: 1_000, at: path + "/shelf") }
      let deleted = try compare(1) {
        let shelf = try make()
        defer { shelf.remove() }
        return try measure(["provider-work", shelf.path, "delete"])[0]
      } and: {
        let shelf = try make()
        defer { shelf.remove() }
        return try seconds { try execute(["rm", "-r", shelf.path + "/AppGroup/Documents"]) }
      }
      tell(
        Row(
          "the system deletes \(folders * 1_000) documents, tmpfs", deleted, against: "rm -r",
          wanted: "at most 3"))
    }
  }

  /// From a share to its document in the replica: deposit, drain, the changes, the contents. The system asks at once and does
  /// nothing else.
  func share(on volume: String) throws {
    let room = path + "/soon"
    try BenchContainer.clear(room)
    defer { _ = try? BenchContainer.clear(room) }
    try LocalExtension.makeRooms(at: room)
    let provider = LocalExtension(path: room)
    var anchor = try Self.firstAnchor(provider)
    let bare = try BareShare(room + "/Bare")
    var (ours, working, other) = ([Double](), [Double](), [Double]())
    for number in 0..<200 {
      let name = "shared \(number).txt"
      for turn in 0..<2 {
        guard (number + turn).isMultiple(of: 2) else {
          other.append(try seconds { try bare.share(name, as: name) })
          continue
        }
        let waited = provider.secondsWaited
        ours.append(try seconds { anchor = try Self.share(name, at: room, provider, anchor) })
        working.append((ours.last ?? 0) - (provider.secondsWaited - waited))
      }
    }
    other.sort()
    let kinds = [("", ours.sorted()), (", without the clock’s wait", working.sorted())]
    for (kind, times) in kinds {
      for (what, index) in [("p50", 100), ("p99", 198)] {
        tell(
          Row(
            what: "from share to replica\(kind): \(what), \(volume)",
            ours: String(format: "%.2f ms", times[index] * 1_000),
            other: String(format: "the same calls made bare: %.2f ms", other[index] * 1_000),
            ratio: String(format: "%.1f", times[index] / other[index]),
            wanted: volume == "ext4" && what == "p50" ? "at most 1.5" : "–"))
      }
    }
  }
}

/// What a share cannot do without: it is published, moved into the documents by another rename, noted in a database, and copied
/// for the system.
private struct BareShare {
  private let path: String
  private let parcels: BareParcels
  private let database: Connection

  init(_ path: String) throws {
    self.path = path
    parcels = try BareParcels(path)
    for room in ["Documents", "Handover", "Files"] {
      try FileManager.default.createDirectory(atPath: path + "/" + room, withIntermediateDirectories: true)
    }
    database = try Connection(path + "/catalogue")
    try database.run(
      "PRAGMA journal_mode = WAL; CREATE TABLE item (name TEXT PRIMARY KEY, size INTEGER) WITHOUT ROWID")
  }

  func share(_ text: String, as name: String) throws {
    func write(to file: Int32) throws {
      guard Glibc.write(file, text, text.utf8.count) == text.utf8.count else { throw Failure("a bare share") }
    }
    let parcel = try parcels.publish(name, write)
    try parcels.check(rename(parcel + "/" + name, path + "/Documents/" + name))
    try parcels.sync(path + "/Documents")
    try parcels.check(rmdir(parcel))
    try database.run("INSERT INTO item VALUES ('\(name)', \(text.utf8.count))")
    let copy = path + "/Handover/" + name
    let file = open(copy, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    try parcels.check(file)
    try write(to: file)
    close(file)
    try parcels.check(rename(copy, path + "/Files/" + name))
  }
}
