import Foundation
import Synchronization

@testable import IntrayCore

/// Edits that try not to be seen: as many bytes as before, all within one tick, through mapped memory, or another file
/// with the old date under the name. An edit in place that restores the date is none that happens on an iPhone: only our
/// processes write in the container, and they publish new files.
public struct EditTrial: Sendable {
  fileprivate let seed: UInt64
  fileprivate let documents: Int
  fileprivate let isCoarse: Bool
  fileprivate let isRacing: Bool

  /// Makes the edits, and looks whether each document has a new version after them; without a race one, and
  /// only those that were edited.
  ///
  /// On a volume on disk: one in memory does not stamp a file whose mapped memory is written to.
  ///
  /// - Parameters:
  ///   - documents: how many there are; half of them are edited between two of twenty looks.
  ///   - isCoarse: whether the file system counts a hundred ticks a second, as the coarsest kernels do.
  ///   - isRacing: whether the edits go on while a scan looks.
  /// - Returns: how many edits there were.
  /// - Throws: a ``Violation`` that names the missed edit.
  public static func run(seed: UInt64, documents: Int, isCoarse: Bool, isRacing: Bool) throws -> Int {
    try EditTrial(seed: seed, documents: documents, isCoarse: isCoarse, isRacing: isRacing).run()
  }

  private func run() throws -> Int {
    var count = 0
    // With a clock that ticks, because what happens within one tick is what this is about.
    try withFixture(clock: isCoarse ? .coarse : .system) { fixture in
      if isCoarse { try fixture.reopen(on: fixture.test.disk.coarse) }
      var random = Seeded(seed)
      let names = (0..<documents).map { "\($0).txt" }
      for name in names { try fixture.write(name, "0123456789") }
      try fixture.scan()
      var versions = try look(at: names, fixture)
      for round in 0..<20 {
        let edits = names.shuffled(using: &random).prefix((documents + 1) / 2).map { name in
          count += 1
          return HiddenEdit(
            name: name, text: String(1_000_000_000 + count), way: .random(in: 0..<3, using: &random))
        }
        try make(edits, fixture)
        if isRacing {
          // The scans during the edits may miss some. The scan without edits afterwards must find the rest.
          try fixture.catalogue.scan(isFull: true)
        } else {
          try fixture.scan()
        }
        let now = try look(at: names, fixture)
        let edited = Set(edits.map(\.name))
        for (name, version) in now {
          let before = versions[name] ?? 0
          let isRight =
            isRacing
            ? !edited.contains(name) || version != before : edited.contains(name) == (version != before)
          guard isRight else {
            throw Violation(
              "seed \(seed), round \(round): \(name) was version \(before), is \(version), edits "
                + "\(edits.filter { $0.name == name })")
          }
        }
        versions = now
      }
    }
    return count
  }

  private func make(_ edits: [HiddenEdit], _ fixture: CatalogueFixture) throws {
    guard isRacing else { return try edits.forEach { try $0.happen(fixture) } }
    let isDone = Mutex(false)
    let failure = Mutex<String?>(nil)
    let folder = fixture.place("")
    let editor = Thread {
      do {
        for edit in edits { try edit.happen(in: folder) }
      } catch {
        failure.withLock { $0 = "\(error)" }
      }
      isDone.withLock { $0 = true }
    }
    editor.start()
    while !isDone.withLock({ $0 }) { _ = try fixture.catalogue.scan(isFull: true, passes: 1) }
    if let failure = failure.withLock({ $0 }) { throw Violation(failure) }
  }

  private func look(at names: [String], _ fixture: CatalogueFixture) throws -> [String: Int64] {
    var versions: [String: Int64] = [:]
    for name in names {
      guard let item = try fixture.item(name) else { throw Violation("there is no item \(name)") }
      versions[name] = item.contentVersion
    }
    return versions
  }
}

/// An edit of ten bytes that leaves size and perhaps date as they were.
struct HiddenEdit: Sendable {
  let name: String
  let text: String
  let way: Int

  func happen(_ fixture: CatalogueFixture) throws { try happen(in: fixture.place("")) }

  func happen(in folder: String) throws {
    let path = folder + name
    let (parent, file) = try Folder.openParent(of: path, disk: .system)
    let date = try parent[file].status().modified
    switch way {
    case 0: try overwrite(path)
    case 1: try overwriteMapped(path)
    default:
      let (beside, other) = try Folder.openParent(of: folder + "../" + name + ".new", disk: .system)
      try Data(text.utf8).write(to: URL(fileURLWithPath: beside[other].path))
      try setModified(beside[other].path, date)
      try beside[other].exchange(with: parent[file])
      try beside[other].removeFile()
    }
  }

  private func overwrite(_ path: String) throws {
    let file = open(path, O_WRONLY)
    defer { close(file) }
    guard write(file, text, text.utf8.count) == text.utf8.count else {
      throw Violation("write: errno \(errno)")
    }
  }

  private func overwriteMapped(_ path: String) throws {
    let file = open(path, O_RDWR)
    defer { close(file) }
    guard let memory = mmap(nil, 10, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), memory != MAP_FAILED else {
      throw Violation("mmap: errno \(errno)")
    }
    defer { munmap(memory, 10) }
    memory.copyMemory(from: text, byteCount: 10)
    // As an editor does that wants to keep its edit; POSIX promises the stamp only then.
    guard msync(memory, 10, MS_ASYNC) == 0 else { throw Violation("msync: errno \(errno)") }
  }

  private func setModified(_ path: String, _ date: FileTime) throws {
    let (parent, file) = try Folder.openParent(of: path, disk: .system)
    try parent[file].open(.file).setModified(date)
  }
}

extension Disk {
  /// The same disk with times as of a kernel that counts a hundred ticks a second: what happens within one tick
  /// is stamped alike.
  var coarse: Disk {
    let base = self
    var disk = self
    disk.status = { folder, name throws(DiskError) in
      var status = try base.status(folder, name)
      status.modified.coarsen()
      status.changed.coarsen()
      return status
    }
    return disk
  }
}

extension ScanClock {
  /// The clock of that kernel.
  fileprivate static let coarse = ScanClock(
    now: {
      var now = ScanClock.system.now()
      now.coarsen()
      return now
    }, wait: ScanClock.system.wait)
}

extension FileTime {
  /// Ten milliseconds.
  private static let tick: Int64 = 10_000_000

  fileprivate mutating func coarsen() { nanoseconds -= nanoseconds % Self.tick }
}
