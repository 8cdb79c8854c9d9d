import Foundation
import Glibc
import LinuxCalls
import SQLite3
import TestSupport

@testable import Convergence
@testable import IntrayCore

/// The catalogue against a bare walk that asks for each entry's status, and against one bulk insert.
///
/// In memory, so that what is measured is our work and not a drive's.
struct CatalogueBench {
  let path: String
  let rounds: Int
  let tell: (Row) -> Void

  /// The first scan, and later ones that look at everything, in two sizes.
  func everything() throws {
    for folders in [100, 1_000] { try everything(folders: folders) }
  }

  private func everything(folders: Int) throws {
    let shelf = try DocumentTree(folders: folders, documents: 100, at: path + "/shelf")
    defer { shelf.remove() }
    let known = path + "/known.sqlite"
    defer { remove(known) }
    let documents = "\(folders * 100) documents in \(folders) folders"
    // From here on every document carries its identity.
    try Catalogue(path: known, container: shelf.container).scan()
    var (walk, insert) = (Figures(), Figures())
    let (ours, _, ratio) = try compare(rounds) {
      let fresh = path + "/fresh.sqlite"
      defer { remove(fresh) }
      return try seconds { try Catalogue(path: fresh, container: shelf.container).scan() }
    } and: {
      let times = (
        try seconds { try shelf.walk(reads: true) }, try insertAll(of: known, into: path + "/bulk.sqlite")
      )
      walk.add(times.0)
      insert.add(times.1)
      return times.0 + times.1
    }
    tell(
      Row(
        what: "first scan of \(documents), tmpfs", ours: ours.text() + " s",
        other: "walk with stats and one attribute: \(walk.text()) s, and one bulk insert: \(insert.text()) s",
        ratio: ratio.text("%.2f"), wanted: "at most 2.2"))
    let catalogue = try Catalogue(path: known, container: shelf.container)
    try catalogue.scan()
    let before = try [known, known + "-wal"].map(Self.state)
    let full = try compare(rounds * 3) {
      try seconds { try catalogue.scan(isFull: true) }
    } and: {
      try seconds { try shelf.walk() }
    }
    let wrote = try [known, known + "-wal"].map(Self.state) != before
    tell(
      Row(
        "full scan of \(documents), unchanged (\(wrote ? "writes: missed" : "writes nothing")), tmpfs", full,
        against: "walk with stats", wanted: "at most 2.2, no writes", in: "ms", times: 1_000))
  }

  func oneChange() throws {
    for (count, goal) in [(100, 3.0), (1_000, 2.6), (10_000, 2.1)] { try oneDocument(in: count, goal) }
  }

  /// A scan after one document of a folder changed, against a listing of that folder with stats.
  private func oneDocument(in count: Int, _ goal: Double) throws {
    let shelf = try DocumentTree(folders: 1, documents: count, at: path + "/one")
    let known = path + "/one.sqlite"
    defer {
      shelf.remove()
      remove(known)
    }
    let clock = PlayedClock()
    let catalogue = try Catalogue(path: known, container: shelf.container, clock: clock.forScans)
    try catalogue.scan()
    var working = Figures()
    let (_, listing, _) = try compare(rounds * 7) {
      try shelf.edit("folder 0/document \(count / 2)", UUID().uuidString)
      // A scan waits until what changed cannot change unseen any more; that is not our time.
      usleep(20_000)
      let waited = clock.secondsWaited
      let time = try seconds { try catalogue.scan() }
      working.add((time - (clock.secondsWaited - waited)) * 1_000)
      return time * 1_000
    } and: {
      try seconds { try shelf.walk(below: "folder 0") } * 1_000
    }
    tell(
      Row(
        what: "scan after one document changed in a folder of \(count), without the clock’s wait, tmpfs",
        ours: working.text() + " ms", other: "listing with stats: \(listing.text()) ms",
        ratio: String(format: "%.2f", working.median / listing.median),
        wanted: "at most \(goal)"))
  }

  /// Puts the rows of a catalogue into a table of the same columns and indexes, in one transaction, as fast as
  /// SQLite goes.
  private func insertAll(of known: String, into fresh: String) throws -> Double {
    let (source, target) = (try Connection(known), try Connection(fresh))
    defer { remove(fresh) }
    let schema = try source.prepare("SELECT sql FROM sqlite_master WHERE tbl_name = 'item' AND sql NOT NULL")
    try target.run("PRAGMA journal_mode = WAL")
    while sqlite3_step(schema) == SQLITE_ROW {
      try target.run(String(cString: sqlite3_column_text(schema, 0)))
    }
    sqlite3_finalize(schema)
    let read = try source.prepare("SELECT * FROM item")
    let columns = sqlite3_column_count(read)
    let marks = Array(repeating: "?", count: Int(columns)).joined(separator: ", ")
    let write = try target.prepare("INSERT INTO item VALUES (\(marks))")
    defer {
      sqlite3_finalize(read)
      sqlite3_finalize(write)
    }
    // The rooms are there in a new catalogue, too.
    return try seconds {
      try target.run("BEGIN")
      while sqlite3_step(read) == SQLITE_ROW {
        for column in 0..<columns {
          sqlite3_bind_value(write, column + 1, sqlite3_column_value(read, column))
        }
        guard sqlite3_step(write) == SQLITE_DONE else { throw Failure("insert: \(target.sentence)") }
        sqlite3_reset(write)
      }
      try target.run("COMMIT")
    }
  }

  // MARK: Files

  /// Size and date of a file; nothing of one that is not there.
  private static func state(_ path: String) throws -> [Int] {
    var status = stat()
    guard stat(path, &status) == 0 else { return [] }
    return [status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
  }

  private func remove(_ store: String) {
    for suffix in ["", "-wal", "-shm"] { unlink(store + suffix) }
  }
}

/// Documents in folders.
struct DocumentTree {
  let path: String
  var container: Container { Container(path: path + "/AppGroup") }
  private var documents: String { path + "/AppGroup/Documents" }

  /// - Parameter hasArrived: whether each document carries an identity and the time of its arrival, as what was shared does.
  init(folders: Int, documents: Int, at path: String, hasArrived: Bool = false) throws {
    self.path = path
    try BenchContainer.clear(path)
    try LocalExtension.makeRooms(at: path)
    for room in ["Trash", "Displaced"] {
      try FileManager.default.createDirectory(
        atPath: path + "/AppGroup/" + room, withIntermediateDirectories: true)
    }
    for folder in 0..<folders {
      let place = "\(self.documents)/folder \(folder)"
      guard mkdir(place, 0o700) == 0 else { throw Failure("mkdir: errno \(errno)") }
      for document in 0..<documents {
        let file = Glibc.open("\(place)/document \(document)", O_WRONLY | O_CREAT | O_EXCL, 0o600)
        if hasArrived { try Self.setAttributes(of: file, document) }
        guard file >= 0, close(file) == 0 else { throw Failure("a document cannot be made: errno \(errno)") }
      }
    }
    // So that nothing counts as changed a moment ago.
    usleep(20_000)
  }

  /// Lists the names of a folder, sorts them by their bytes, and asks for the status of the first.
  func glance(in folder: String, rows: Int) throws {
    let path = documents + "/" + folder
    guard let stream = opendir(path) else { throw Failure("a folder cannot be listed: errno \(errno)") }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(withUnsafePointer(to: &entry.pointee.d_name.0) { String(cString: $0) })
    }
    names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    var status = stat()
    for name in names.prefix(rows) { fstatat(dirfd(stream), name, &status, AT_SYMLINK_NOFOLLOW) }
  }

  /// One more document, which arrives as what was shared does.
  ///
  /// - Returns: its name.
  func arrive(in folder: String) throws -> FileName {
    let number = Int.random(in: 1_000_000..<1_000_000_000)
    let file = Glibc.open("\(documents)/\(folder)/document \(number)", O_WRONLY | O_CREAT | O_EXCL, 0o600)
    try Self.setAttributes(of: file, number)
    guard close(file) == 0 else { throw Failure("a document cannot be made: errno \(errno)") }
    return FileName("document \(number)")
  }

  private static func setAttributes(of file: Int32, _ number: Int) throws {
    var identity = [UInt8](repeating: 7, count: 56)
    identity[0] = 1
    withUnsafeBytes(of: number) { identity.replaceSubrange(1..<9, with: $0) }
    // When it came, and its share of twenty documents.
    let values = (Int64(1_700_000_000 + number), Int64(0), Int64(number / 20))
    let arrival = withUnsafeBytes(of: values) { Array($0) }
    guard linux_set_attribute(file, "user.app.intray.item", identity, identity.count) == 0,
      linux_set_attribute(file, "user.app.intray.arrival", arrival, arrival.count) == 0
    else { throw Failure("an attribute cannot be set: errno \(errno)") }
  }

  func edit(_ place: String, _ text: String) throws {
    let file = Glibc.open(documents + "/" + place, O_WRONLY | O_TRUNC)
    guard file >= 0, write(file, text, text.utf8.count) == text.utf8.count, close(file) == 0 else {
      throw Failure("\(place) cannot be edited: errno \(errno)")
    }
    // As our processes do after a change in place.
    guard chmod((documents + "/" + place as NSString).deletingLastPathComponent, 0o700) == 0 else {
      throw Failure("the folder of \(place) cannot be touched: errno \(errno)")
    }
  }

  /// Lists every folder and asks for the status of every entry by the calls that the app makes on this system, and does nothing
  /// with it.
  ///
  /// - Parameters:
  ///   - reads: whether it opens every document and reads one attribute, too.
  ///   - folder: the folder to walk through; nil is Documents.
  func walk(reads: Bool = false, below folder: String? = nil) throws {
    var open = [folder.map { documents + "/" + $0 } ?? documents]
    while let folder = open.popLast() {
      guard let stream = opendir(folder) else { throw Failure("a folder cannot be listed: errno \(errno)") }
      defer { closedir(stream) }
      while let entry = readdir(stream) {
        try withUnsafePointer(to: &entry.pointee.d_name) { name in
          try name.withMemoryRebound(to: CChar.self, capacity: 256) { name in
            if name[0] == UInt8(ascii: ".") { return }
            var status = linux_status()
            var file: UInt64 = 0
            guard linux_status(dirfd(stream), name, &status) == 0, linux_file(dirfd(stream), name, &file) == 0
            else {
              throw Failure("the status cannot be read: errno \(errno)")
            }
            let kind = UInt32(status.mode) & S_IFMT
            if reads, kind == S_IFREG { try Self.readAttribute(name, in: dirfd(stream)) }
            if kind == S_IFDIR { open.append(folder + "/" + String(cString: name)) }
          }
        }
      }
    }
  }

  private static func readAttribute(_ name: UnsafePointer<CChar>, in folder: Int32) throws {
    let file = openat(folder, name, O_RDONLY | O_NOFOLLOW)
    var value = [UInt8](repeating: 0, count: 64)
    guard file >= 0, linux_get_attribute(file, "user.app.intray.item", &value, value.count) == 56,
      close(file) == 0
    else {
      throw Failure("an attribute cannot be read: errno \(errno)")
    }
  }

  func remove() {
    // Litter of ours in memory; what stays is seen by the next who looks.
    try? BenchContainer.clear(path)
  }
}

/// SQLite without anything of ours.
final class Connection {
  private let handle: OpaquePointer

  init(_ path: String) throws {
    var opened: OpaquePointer?
    guard sqlite3_open(path, &opened) == SQLITE_OK, let opened else { throw Failure("\(path) does not open") }
    handle = opened
  }

  deinit { sqlite3_close(handle) }

  var sentence: String { String(cString: sqlite3_errmsg(handle)) }

  func run(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw Failure("\(sql): \(sentence)") }
  }

  func prepare(_ sql: String) throws -> OpaquePointer {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
      throw Failure("\(sql): \(sentence)")
    }
    return statement
  }
}
