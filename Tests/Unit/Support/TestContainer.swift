import Foundation
import IntrayCore

/// The folders of one phone for one test: the App Group, the app's sandbox, a place for originals, and a
/// bystander that the code under test must not touch.
public struct TestContainer: Sendable {
  /// The folder that holds all of them.
  public let path: String
  /// What is open.
  public let ledger = WrittenVersions()
  /// The kernel's file system, with the ledger, and with the app's Documents/Inbox as on a phone.
  public let disk: Disk

  /// The App Group container.
  public var container: Container { container(on: disk) }
  /// The app's own folders.
  public var sandbox: Sandbox { Sandbox(path: path + "/App", disk: disk) }

  /// The folders at a path, as they are.
  public init(path: String) {
    self.path = path
    #if os(Linux)
      let system = Disk.system.refusingWritesInInbox(of: path + "/App")
    #else
      let system = Disk.system
    #endif
    disk = system.tracked(by: ledger)
  }

  /// Makes the folders in a folder that is there.
  public init(in path: String) throws {
    for (name, tree) in Self.rooms { try tree.put(FileName(name), at: path) }
    self.init(path: path)
  }

  /// Makes the folders in a folder that is not there yet.
  public static func make(at path: String) throws -> TestContainer {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    return try TestContainer(in: path)
  }

  /// What none of the product's processes may touch.
  public static let bystander = Tree.folder([
    "bystander.txt": "nobody touches me", "a.txt": "nor me",
    "Inbox": ["b.parcel": ["c.txt": "nor me either"]],
  ])
  private static let rooms: [String: Tree] = [
    "AppGroup": [:], "App": ["Documents": [:]], "Originals": [:],
    "Outside": bystander,
  ]

  /// The App Group container on another disk.
  public func container(on disk: Disk) -> Container { Container(path: path + "/AppGroup", disk: disk) }

  /// The absolute path of something.
  public func path(of place: String) -> String { path + "/" + place }

  /// Makes a tree at a place below ``path``, unless told otherwise in Documents; folders on the way are made too.
  public func put(_ tree: Tree, at place: String = "AppGroup/Documents") throws {
    let full = path(of: place) as NSString
    let parent = full.deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    try tree.put(FileName(full.lastPathComponent), at: parent)
  }

  /// Puts a parcel into the inbox.
  public func deliver(_ documents: [FileName: Tree], as parcel: String = UUID().uuidString) throws {
    try put(.folder(documents), at: "AppGroup/Inbox/\(parcel).parcel")
  }

  /// What is at a place, without permission bits; an empty folder when there is nothing.
  public func tree(_ place: String) throws -> Tree {
    let tree = try treeWithModes(place).withoutModes
    return place.hasSuffix("Displaced") ? tree.withoutSpare : tree
  }

  /// What is at a place, with permission bits.
  public func treeWithModes(_ place: String) throws -> Tree {
    do {
      return try Tree(at: path(of: place))
    } catch let error as DiskError where error.code == .notFound {
      return [:]
    }
  }

  /// What is in Documents.
  public var documents: Tree { get throws { try tree("AppGroup/Documents") } }

  /// Removes the item at a place.
  public func remove(_ place: String) throws {
    try FileManager.default.removeItem(atPath: path(of: place))
  }

  /// Lends the descriptor of a folder.
  public func withFolder<Result>(_ place: String, _ body: (Descriptor) throws -> Result) throws -> Result {
    let folder = try Disk.system.openRoot(path(of: place))
    defer { try? Disk.system.close(folder) }
    return try body(folder)
  }

  /// The inbox, staging and displaced documents: empty unless something is under way.
  public var remains: [String] {
    get throws {
      try ["Staging", "Displaced"].flatMap { room in
        try tree("AppGroup/\(room)").names.map { "\(room)/\($0)" }
      }
    }
  }

  /// Removes everything in it, and itself.
  public func remove() throws { try Scratch(existing: path).remove() }

  /// Throws a ``Violation`` unless what must hold after every test does.
  public func check(_ tidiness: AllowedRemains) throws {
    let top = try FileManager.default.contentsOfDirectory(atPath: path)
    guard Set(top) == Set(Self.rooms.keys) else { throw Violation("beside the rooms: \(top)") }
    guard try tree("Outside") == Self.bystander else { throw Violation("the bystander was touched") }
    // Only the names in it: what is below may be deeper than there are descriptors.
    let group = Set((try? FileManager.default.contentsOfDirectory(atPath: path + "/AppGroup")) ?? [])
    guard group.isSubset(of: Container.Directory.allCases.map(\.rawValue) + ["Reports"]) else {
      throw Violation("in the container: \(group)")
    }
    if tidiness == .tidy, case let remains = try remains, !remains.isEmpty {
      throw Violation("left behind: \(remains)")
    }
    guard ledger.open == 0 else { throw Violation("\(ledger.open) descriptors are still open") }
    guard ledger.strayCloses == 0 else { throw Violation("\(ledger.strayCloses) stray closes") }
  }
}

extension TestContainer {
  /// Drains everything, and says what became of it, by name.
  @discardableResult
  public func drain(_ drain: Drain? = nil) throws -> [DrainOutcome] {
    var outcomes: [DrainOutcome] = []
    try (drain ?? Drain(container)).run { outcomes.append($0) }
    return outcomes
  }

  /// Recovers and drains, as every process does when it starts, and sweeps, as the app does.
  public func recover() throws {
    try drain(Drain(container, sandbox: sandbox))
    try Inbox(container).sweepLongAfter()
  }

  /// What the product knows of a document when it has looked at it.
  public func known(_ name: FileName) throws -> FileSnapshot {
    try container.open(.documents)[name].snapshot()
  }
}

/// What a test may leave in its folders.
public enum AllowedRemains: Hashable, Sendable {
  /// Nothing staged, nothing displaced.
  case tidy
  /// What a process leaves when it dies.
  case untidy
}

/// Lends the folders of a test, and checks afterwards what must hold after every test: nothing is staged or displaced,
/// nothing outside the container was touched, no descriptor is open.
///
/// - Throws: what the body throws, or a ``Violation``.
public func withTestContainer(
  _ tidiness: AllowedRemains = .tidy, on volume: Volume = .disk, _ body: (TestContainer) throws -> Void
) throws {
  try withScratch(on: volume) { scratch in
    let test = try TestContainer(in: scratch.path)
    try body(test)
    try test.check(tidiness)
  }
}

/// The same for a test that waits.
public func withTestContainer(
  _ tidiness: AllowedRemains = .tidy, on volume: Volume = .disk,
  isolation: isolated (any Actor)? = #isolation, _ body: (TestContainer) async throws -> Void
) async throws {
  try await withScratch(on: volume) { scratch in
    let test = try TestContainer(in: scratch.path)
    try await body(test)
    try test.check(tidiness)
  }
}

extension Tree {
  /// Makes it under a name in the folder at an absolute path.
  public func put(_ name: FileName, at path: String) throws {
    let folder = try Disk.system.openRoot(path)
    defer { try? Disk.system.close(folder) }
    try make(name, in: folder)
  }
}
