import Foundation
import TestSupport

@testable import IntrayCore

/// Scans of documents and folders that another process moves, in orders that a seed decides: each call of the disk by one
/// may be followed by one of the other. A scan is killed, a second process scans as well, and a folder cannot be read for a
/// while. Nothing that is moved is ever told to be gone, and everything keeps its identifier and its content version.
final class MoveSchedule: @unchecked Sendable {
  // Unchecked because the schedule lets one thread run at a time.
  private static let start = [
    "one", "two", "three", "one/inner", "two/document", "three/box", "three/box/part",
  ]
  private let fixture: CatalogueFixture
  private let say: (String) -> Void
  private let schedule: Schedule
  private var random: Seeded
  private let scanners: Int
  /// The folder that scans cannot read, at which calls, with which error, and how many of them fail.
  private let failing: (file: FileID, name: FileName, calls: Set<DiskCall>, error: DiskError)
  private var failuresLeft: Int
  private let known: [String: Item]
  private var problem: String?
  private var isMoving = true

  static func sweep(schedules: Int) throws -> SweepResult {
    try .histories("schedules of scans and moves", on: "memory", enough: schedules, unit: "schedules") {
      seed, say in
      try withFixture(.untidy, on: .memory) { try MoveSchedule($0, seed, say).run() }
      return 1
    }
  }

  private init(_ fixture: CatalogueFixture, _ seed: UInt64, _ say: @escaping (String) -> Void) throws {
    (self.fixture, self.say) = (fixture, say)
    random = Seeded(seed &* 0x5851_F42D_4C95_7F2D)
    scanners = 1 + Int(random.next() % 2)
    // One that moves, one that asks what is there, and the scanners, of which one may be killed.
    let end = (1 + Int(random.next() % 600), 2 + Int(random.next() % UInt64(scanners)))
    schedule = Schedule(
      processes: 2 + scanners, seed: seed, end: Bool.random(using: &random) ? end : (.max, nil))
    try fixture.test.put(.folder(), at: "AppGroup/Trash")
    for folder in ["one/inner", "two", "three/box"] { try fixture.makeFolder(folder) }
    try fixture.write("two/document", "document")
    try fixture.write("three/box/part", "part")
    try fixture.scan()
    let folder = ["one", "one/inner", "two", "three", "three/box"][Int(random.next() % 5)]
    let calls: [Set<DiskCall>] = [
      [.openFolder], [.list], [.attributes], [.status], [.openFolder, .list, .attributes, .status],
    ]
    let errors: [DiskError] = [
      .of(.denied, number: 13), .of(.failed, number: 5), .of(.tooManyOpen, number: 24),
    ]
    failing = (
      try fixture.file(folder), FileName(String(folder.split(separator: "/").last ?? "")),
      calls[Int(random.next() % UInt64(calls.count))], errors[Int(random.next() % UInt64(errors.count))]
    )
    failuresLeft = random.next().isMultiple(of: 2) ? 0 : Int(random.next() % 60)
    known = try Dictionary(
      uniqueKeysWithValues: Self.start.map { path in
        guard let item = try fixture.item(path) else { throw SweepError("there is no item \(path)") }
        return (path, item)
      })
    fixture.quit()
  }

  private func run() throws {
    try schedule.run { [self] process in
      do {
        switch process {
        case 0: try move(process)
        case 1: try ask(process)
        default: try scan(process)
        }
      } catch let error as DiskError where error.call == "kill" {
        say("\(process) is killed")
      } catch {
        problem = problem ?? "\(error)"
      }
    }
    if let problem { throw Violation(problem) }
    try check()
  }

  private func catalogue(_ process: Int, on disk: Disk) throws -> Catalogue {
    try Catalogue(
      path: CatalogueFixture.path(in: fixture.test),
      container: fixture.test.container(on: schedule.disk(disk, of: process)),
      clock: .patient)
  }

  /// The disk of a scan.
  private var failingDisk: Disk {
    fixture.test.disk.asking { [self] request throws(DiskError) in
      guard failuresLeft > 0, failing.calls.contains(request.call), let folder = request.descriptor,
        request.name == nil || request.name == failing.name,
        try Disk.system.status(folder, request.name).file == failing.file
      else { return }
      failuresLeft -= 1
      throw failing.error
    }
  }

  private func scan(_ process: Int) throws {
    let catalogue = try catalogue(process, on: failingDisk)
    for _ in 0..<3 {
      do {
        let report = try catalogue.scan()
        say("\(process) has scanned\(report.isDecided ? "" : ", undecided")")
      } catch let error as DiskError where error.code == .notFound || error.code == .changed {
        say("\(process): \(error)")
      }
    }
  }

  /// Moves the document and the folder four times among the folders, or throws them away and puts them back.
  private func move(_ process: Int) throws {
    defer { isMoving = false }
    let documents = Documents(fixture.test.container(on: schedule.disk(fixture.test.disk, of: process)))
    var places: [DocumentPath] = [DocumentPath(["two", "document"]), DocumentPath(["three", "box"])]
    let folders: [DocumentPath] = [
      DocumentPath(), DocumentPath(["one"]), DocumentPath(["one", "inner"]), DocumentPath(["two"]),
      DocumentPath(["three"]),
    ]
    for _ in 0..<4 {
      let which = Int(random.next() % 2)
      let path = places[which]
      let folder = try fixture.test.container.folder(at: path.parent)
      let file = try folder[path.names.last ?? ""].status().file
      if path.directory == .trash {
        places[which] = try documents.putBack(path, expecting: file)
      } else if random.next().isMultiple(of: 4) {
        places[which] = try documents.trash(path, expecting: file)
      } else {
        let target = folders[Int(random.next() % UInt64(folders.count))]
        if target == path.parent { continue }
        places[which] = try documents.move(path, expecting: file, to: target, as: nil)
      }
      say("\(path) is now \(places[which])")
    }
  }

  /// Looks up a path all the time that always exists.
  private func ask(_ process: Int) throws {
    let disk = schedule.disk(fixture.test.disk, of: process)
    let catalogue = try catalogue(process, on: fixture.test.disk)
    while isMoving {
      // A place in the order.
      let root = try disk.openRoot(fixture.test.path)
      try disk.close(root)
      for (path, item) in known where try catalogue.item(item.id) == nil {
        throw Violation("\(path) is told to be gone")
      }
    }
  }

  private func check() throws {
    let catalogue = try Catalogue(
      path: CatalogueFixture.path(in: fixture.test), container: fixture.test.container,
      clock: .patient)
    // Before a scan that can read every folder, and finds it again.
    for (path, item) in known where try catalogue.item(item.id) == nil {
      throw Violation("\(path) was told to be gone")
    }
    try catalogue.scan()
    // What a killed scan left, and another one's mark, are decided by now.
    try expect(catalogue.scan().isDecided, "the scan decides nothing")
    for (path, item) in known {
      guard let now = try catalogue.item(item.id) else { throw Violation("\(path) is gone") }
      try expect(now.contentVersion == item.contentVersion, "\(path) has another content version")
    }
    let count = try catalogue.everything(page: nil, limit: 100).items.count
    try expect(count == known.count, "\(count) items instead of \(known.count)")
  }
}
