import Foundation
import Shared
import Synchronization
import TestSupport

/// Kills the extension at every system call of what the system asks of it; another process is then asked the same
/// once more.
enum ProviderKill {
  /// One thing that the system asks for.
  struct Request: Sendable {
    let name: String
    /// Contents of which one set must be there, wherever the process was killed.
    let kept: [Set<String>]
    let ask: @Sendable (SweepContainer, Provider, Subject) throws -> Void
  }

  /// The item that is asked for, as the system was told of it.
  struct Subject: Codable, Sendable {
    var id: String
    var version: Int64
    var parent: String
    var name: String

    var item: ItemID { ItemID(id) ?? .none }
    var place: (name: String, parent: ItemID) { (name, ItemID(parent) ?? .none) }
  }

  static let requests = [
    Request(name: "create", kept: [["old", "in the trash"]]) { world, provider, _ in
      var change = ItemChange()
      (change.name, change.parent) = ("a.txt", .root)
      _ = try provider.create(
        template: "template", change, from: .copy(of: world.path + "/Originals/new"), mayExist: false)
    },
    Request(name: "modify", kept: [["old", "in the trash"], ["new", "in the trash"]]) {
      world, provider, subject in
      var change = ItemChange()
      change.name = "b.txt"
      _ = try provider.modify(
        subject.item, change, at: subject.place, contents: world.path + "/Originals/new",
        base: .version(subject.version))
    },
    Request(name: "trash", kept: [["old", "in the trash"]]) { _, provider, subject in
      var change = ItemChange()
      change.parent = .trash
      _ = try provider.modify(
        subject.item, change, at: subject.place, contents: nil, base: .version(subject.version))
    },
    Request(name: "restore", kept: [["old", "in the trash"]]) { _, provider, subject in
      var change = ItemChange()
      change.parent = .root
      _ = try provider.modify(
        subject.item, change, at: subject.place, contents: nil, base: .version(subject.version))
    },
    Request(name: "delete", kept: [["old", "in the trash"], ["in the trash"]]) { _, provider, subject in
      try provider.delete(subject.item, base: .version(subject.version), isRecursive: false)
    },
  ]

  // MARK: The worker

  /// What the process does that is killed.
  static func work(_ name: String, in path: String) throws {
    let world = SweepContainer(existing: path)
    guard let request = requests.first(where: { "provider-" + $0.name == name }) else {
      throw SweepError(name)
    }
    try request.ask(world, provider(world), subject(world))
  }

  private static func provider(_ world: SweepContainer) throws -> Provider {
    try Provider(container: world.container(), home: world.path + "/Home")
  }

  private static func subject(_ world: SweepContainer) throws -> Subject {
    try JSONDecoder().decode(
      Subject.self, from: Data(contentsOf: URL(fileURLWithPath: world.path + "/subject")))
  }

  private static func makeWorld(at path: String, for request: Request) throws -> SweepContainer {
    let world = try SweepContainer(at: path)
    try world.put(.file("old"), at: "AppGroup/Documents/a.txt")
    try world.put(.folder(["t.txt": .file("in the trash")]), at: "AppGroup/Trash")
    try world.put(.file("new"), at: "Originals/new")
    try world.put(.folder(), at: "Home")
    let provider = try provider(world)
    _ = try provider.refresh()
    let items = try provider.everything(page: nil, limit: 10).items
    let name: FileName = request.name == "restore" ? "t.txt" : "a.txt"
    guard let item = items.first(where: { $0.name == name }) else { throw SweepError("no item") }
    let subject = Subject(
      id: item.id.text, version: item.contentVersion, parent: item.parent.text, name: item.name.description)
    try JSONEncoder().encode(subject).write(to: URL(fileURLWithPath: path + "/subject"))
    return world
  }

  // MARK: The sweep

  static func sweep(on volume: Volume) throws -> SweepResult {
    let tally = SweepResult("kill what the system asks for", on: volume.name)
    for request in requests {
      let world = try makeWorld(at: volume.path + "/whole", for: request)
      let (points, exit) = try Trace.points(
        ["provider-" + request.name, world.path], log: volume.path + "/log")
      guard exit == .code(0) else { throw SweepError("\(request.name) does not work: \(exit)") }
      let whole = try VisibleState(world)
      try world.remove()
      let queue = Mutex(points)
      try inParallel(2) { worker in
        while let point = queue.withLock({ $0.popLast() }) {
          try once(request, at: point, in: volume.path + "/\(worker)", whole, tally)
        }
      }
    }
    tally.printRow("points")
    return tally
  }

  private static func once(
    _ request: Request, at point: Point, in place: String, _ whole: VisibleState, _ tally: SweepResult
  ) throws {
    let world = try makeWorld(at: place, for: request)
    _ = try Trace.run(
      ["provider-" + request.name, world.path], injecting: "signal=KILL", at: point, log: place + ".log")
    tally.count()
    do {
      try check(request, world, whole)
    } catch {
      tally.violation("\(request.name), killed at \(point.call) \(point.number): \(error)")
    }
    try world.remove()
  }

  /// Nothing is lost at once, and after the same request once more everything is as without the kill.
  private static func check(_ request: Request, _ world: SweepContainer, _ whole: VisibleState) throws {
    let contents = try Set(
      ["AppGroup/Documents", "AppGroup/Trash", "AppGroup/Displaced"].flatMap { try world.tree($0).contents }
        .map { String(decoding: $0, as: UTF8.self) })
    guard request.kept.contains(where: { $0.isSubset(of: contents) }) else {
      throw Violation("lost: \(contents.sorted()) is left")
    }
    let provider = try provider(world)
    try request.ask(world, provider, subject(world))
    try world.recover()
    let now = try VisibleState(world)
    guard now == whole else { throw Violation("\(now) instead of \(whole)") }
    for room in ["AppGroup/Staging", "AppGroup/Displaced"] {
      guard try world.tree(room).entries.isEmpty else { throw Violation("left in \(room)") }
    }
    // The extension's items equal the documents on disk.
    _ = try provider.refresh()
    let told = try provider.everything(page: nil, limit: 10).items.map(\.name.description).sorted()
    guard told == (Array(now.documents.names) + now.trash.names).map(\.description).sorted() else {
      throw Violation("the extension tells of \(told)")
    }
  }

  /// What the user sees, without the note of where something was.
  private struct VisibleState: Equatable, CustomStringConvertible {
    var documents: Tree
    var trash: Tree

    init(_ world: SweepContainer) throws {
      documents = try world.tree("AppGroup/Documents").withoutAttributes
      trash = try world.tree("AppGroup/Trash").withoutAttributes
    }

    var description: String { "\(documents) and thrown away \(trash)" }
  }
}
