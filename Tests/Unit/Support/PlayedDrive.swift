import Foundation
import Synchronization

@testable import IntrayCore

/// A folder that plays iCloud Drive: it moves, refuses, takes its time, loses its account, and keeps bytes away
/// from the device as the system does, with a stand-in `.name.icloud` in their place.
public final class PlayedDrive: Sendable {
  /// What is asked of it.
  public enum Call: Hashable, Sendable {
    case folder, status, names, makeFolder, moveIn, moveOut, rename, remove, fetch, evict, conflicts, read,
      resolve
  }

  private struct State {
    var account: CloudAccount?
    var notUploaded: Set<String> = []
    var arriving: [String: Double] = [:]
    var calls: [Call] = []
    var before: @Sendable (Call, String) throws(CloudError) -> Void = { _, _ throws(CloudError) in }
  }

  /// An account for tests.
  public static let ada = CloudAccount(token: "ada".utf8)
  /// Another one.
  public static let grace = CloudAccount(token: "grace".utf8)

  /// The container, as the device sees it.
  public let path: String
  /// What is not on the device.
  private let away: String
  private let state: Mutex<State>
  private let updates = Listeners<Void>()
  private let accounts = Listeners<CloudAccount?>()
  private let statuses = Listeners<Result<CloudStatus, CloudError>>()
  /// Held from a look at an item until those who follow it are told: none hears of an older state last.
  private let telling = Mutex(())

  /// A drive in a folder, which is made.
  public convenience init(at path: String, account: CloudAccount? = ada) throws {
    try self.init(container: path + "/Container", away: path + "/Away", account: account)
  }

  /// A drive over a container, and what of it is not on the device. Both are made, and on the same volume.
  public init(container: String, away: String, account: CloudAccount?) throws {
    path = container
    self.away = away
    state = Mutex(State(account: account))
    for folder in [self.path + "/Documents", away] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
  }

  /// What it was asked, in order.
  public var calls: [Call] { state.withLock { $0.calls } }

  /// Does something before each call: refuses it, or lets something else happen first.
  public func before(_ body: @escaping @Sendable (Call, String) throws(CloudError) -> Void) {
    state.withLock { $0.before = body }
  }

  /// The user signs in or out.
  public func sign(in account: CloudAccount?) {
    state.withLock { $0.account = account }
    accounts.tell(account)
    if account == nil { statuses.finish() }
  }

  /// Takes a file's bytes off the device.
  public func takeAway(_ item: String) throws {
    let (file, stub) = (path + "/" + item, stub(of: path + "/" + item))
    try FileManager.default.moveItem(atPath: file, toPath: key(file))
    try Data().write(to: URL(fileURLWithPath: stub))
  }

  /// Another device writes an item: the local copy is outdated until the newer version is fetched. A move before that
  /// takes the outdated copy, and the newer version is lost with the item.
  public func write(_ text: String, onAnotherDeviceTo item: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: key(path + "/" + item)))
  }

  /// Another device writes an item at the same time as a third: iCloud keeps both versions, and the item is one of them.
  /// The other goes with the item: <https://developer.apple.com/documentation/foundation/nsfileversion>.
  ///
  /// - Parameter part: where the text is in the version, when the item is a package.
  public func write(_ text: String, inConflictWith item: String, part: String? = nil) throws {
    let version = versions(of: path + "/" + item) + "/" + UUID().uuidString
    let file = URL(fileURLWithPath: part.map { version + "/" + $0 } ?? version)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// What the newest version of an item says, wherever that is; nil when there is no such item.
  public func newest(of item: String) throws -> String? {
    let file = path + "/" + item
    let newest = FileManager.default.fileExists(atPath: key(file)) ? key(file) : file
    guard FileManager.default.fileExists(atPath: newest) else { return nil }
    return try String(contentsOfFile: newest, encoding: .utf8)
  }

  /// Whether the newest version of an item is on this device.
  public func isCurrent(_ item: String) -> Bool {
    let file = path + "/" + item
    return FileManager.default.fileExists(atPath: file) && !FileManager.default.fileExists(atPath: key(file))
  }

  /// What all items say, and what the versions in conflict with them say.
  public func versions() throws -> (items: [String], conflicts: [String]) {
    let files = FileManager.default
    let here = try files.subpathsOfDirectory(atPath: path).filter { isCurrent($0) }.map { path + "/" + $0 }
    let elsewhere = try files.subpathsOfDirectory(atPath: away).map { away + "/" + $0 }
    let texts = try (here + elsewhere).filter { place in
      var isFolder: ObjCBool = false
      // A placeholder stands for an item whose bytes are elsewhere.
      return files.fileExists(atPath: place, isDirectory: &isFolder) && !isFolder.boolValue
        && !place.hasSuffix(".icloud")
    }.map { (isItem: !$0.contains("|versions/"), text: try String(contentsOfFile: $0, encoding: .utf8)) }
    return (texts.filter(\.isItem).map(\.text), texts.filter { !$0.isItem }.map(\.text))
  }

  /// What the versions say that are in conflict with an item.
  public func conflicts(of item: String) throws -> [String] {
    let folder = versions(of: path + "/" + item)
    // Without a conflict there is no such folder.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return try names.map { try String(contentsOfFile: folder + "/" + $0, encoding: .utf8) }.sorted()
  }

  /// Says that iCloud does not have an item yet.
  public func keepFromUploading(_ item: String) {
    state.withLock { _ = $0.notUploaded.insert(path + "/" + item) }
  }

  /// More of an item arrives, that is being fetched: all of it, at 1.
  public func arrive(_ item: String, _ part: Double) throws {
    let file = path + "/" + item
    state.withLock { $0.arriving[file] = part }
    if part >= 1 { try land(file) }
    tell(file)
  }

  /// What the product asks.
  public var drive: CloudDrive {
    CloudDrive(
      account: { self.state.withLock { $0.account } },
      folder: { self.folder },
      status: { item throws(CloudError) in
        try self.asked(.status, item)
        return try self.status(item)
      },
      names: { folder throws(CloudError) in
        try self.asked(.names, folder)
        return try Self.said { try FileManager.default.contentsOfDirectory(atPath: folder) }
      },
      makeFolder: { folder throws(CloudError) in
        try self.asked(.makeFolder, folder)
        try Self.said {
          try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
      },
      moveIn: { item, destination throws(CloudError) in
        try self.asked(.moveIn, item)
        guard !self.isAway(destination) else { throw .exists }
        try self.move(item, to: destination)
      },
      moveOut: { item, destination throws(CloudError) in
        try self.asked(.moveOut, item)
        guard !self.isAway(item) else { throw .unavailable }
        try self.move(item, to: destination)
        self.forget(item)
      },
      rename: { item, destination throws(CloudError) in
        try self.asked(.rename, item)
        guard !self.isAway(destination) else { throw .exists }
        guard self.isAway(item) else { return try self.move(item, to: destination) }
        try Self.said {
          try FileManager.default.moveItem(atPath: self.key(item), toPath: self.key(destination))
          try FileManager.default.moveItem(atPath: self.stub(of: item), toPath: self.stub(of: destination))
        }
      },
      remove: { item throws(CloudError) in
        try self.asked(.remove, item)
        let here = self.isAway(item) ? self.stub(of: item) : item
        try Self.said { try FileManager.default.removeItem(atPath: here) }
        self.forget(item)
      },
      fetch: { item throws(CloudError) in
        try self.asked(.fetch, item)
        _ = try self.status(item)
        self.state.withLock { $0.arriving[item] = $0.arriving[item] ?? 0 }
        self.tell(item)
      },
      evict: { item throws(CloudError) in
        try self.asked(.evict, item)
        try Self.said { try self.takeAway(String(item.dropFirst(self.path.count + 1))) }
      },
      conflicts: { item throws(CloudError) in
        try self.asked(.conflicts, item)
        let folder = self.versions(of: item)
        // Without a conflict there is no such folder.
        return (try? FileManager.default.contentsOfDirectory(atPath: folder))?.map { folder + "/" + $0 } ?? []
      },
      read: { version, body throws(CloudError) in
        try self.asked(.read, version)
        body(version)
      },
      resolve: { item, version throws(CloudError) in
        try self.asked(.resolve, item)
        try Self.said { try FileManager.default.removeItem(atPath: version) }
      },
      changes: { self.changes(of: $0) },
      updates: { self.updates.stream(keeping: .bufferingNewest(1)) }, accounts: { self.accounts.stream() })
  }

  // MARK: - What is behind it

  private var folder: String? {
    state.withLock { state in
      state.calls.append(.folder)
      return state.account == nil ? nil : path
    }
  }

  private func asked(_ call: Call, _ item: String) throws(CloudError) {
    let before = state.withLock { state in
      state.calls.append(call)
      return state.before
    }
    try before(call, item)
    // If no user is signed in, the system's error does not give the reason.
    guard state.withLock({ $0.account != nil }) else { throw .failed(domain: "played", code: 1) }
  }

  private func status(_ item: String) throws(CloudError) -> CloudStatus {
    let isUploaded = state.withLock { !$0.notUploaded.contains(item) }
    if isAway(item) {
      let part = state.withLock { $0.arriving[item] }
      return CloudStatus(
        modified: Self.modified(key(item)), size: Self.size(key(item)),
        download: part.map { .underWay($0) } ?? .none,
        isUploaded: isUploaded)
    }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: item, isDirectory: &isFolder) else { throw .notFound }
    return CloudStatus(
      kind: isFolder.boolValue ? .folder : .file, modified: Self.modified(item),
      size: isFolder.boolValue ? nil : Self.size(item),
      download: FileManager.default.fileExists(atPath: key(item)) ? .stale : .current, isUploaded: isUploaded,
      // Without a conflict there is no such folder.
      hasConflicts: (try? FileManager.default.contentsOfDirectory(atPath: versions(of: item)))?.isEmpty
        == false)
  }

  private static func size(_ path: String) -> Int64? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int64
  }

  private static func modified(_ path: String) -> FileTime? {
    let values = try? FileManager.default.attributesOfItem(atPath: path)
    return (values?[.modificationDate] as? Date).map {
      FileTime(seconds: Int64($0.timeIntervalSince1970.rounded(.down)))
    }
  }

  private func changes(of item: String) -> AsyncStream<Result<CloudStatus, CloudError>> {
    let stream = statuses.stream(of: item)
    tell(item)
    return stream
  }

  /// The system tells each process that follows iCloud of a change by another device.
  public func tellOfUpdates() {
    updates.tell(())
  }

  private func tell(_ item: String) {
    telling.withLock { _ in
      let result: Result<CloudStatus, CloudError>
      do throws(CloudError) { result = .success(try status(item)) } catch { result = .failure(error) }
      statuses.tell(result, of: item)
    }
  }

  private func land(_ file: String) throws {
    guard FileManager.default.fileExists(atPath: key(file)) else { return }
    // The newer version takes the older one's place in one step, so that no look finds neither.
    guard rename(key(file), file) == 0 else { throw CocoaError(.fileWriteUnknown) }
    // After the bytes are there: a look in between still finds the item.
    if isAway(file) { try FileManager.default.removeItem(atPath: stub(of: file)) }
    state.withLock { _ = $0.arriving.removeValue(forKey: file) }
  }

  private func isAway(_ item: String) -> Bool { FileManager.default.fileExists(atPath: stub(of: item)) }

  /// Where the bytes of an item are that is not on the device.
  private func key(_ item: String) -> String {
    away + "/" + item.dropFirst(path.count).replacingOccurrences(of: "/", with: "|")
  }

  /// Where the other versions of an item are.
  private func versions(of item: String) -> String { key(item) + "|versions" }

  /// Removes what is left of an item that is not in iCloud any more: a newer version, and those in conflict.
  private func forget(_ item: String) {
    // Nothing is there when the copy was the newest, and the only version.
    try? FileManager.default.removeItem(atPath: key(item))
    try? FileManager.default.removeItem(atPath: versions(of: item))
  }

  private func stub(of item: String) -> String {
    let parts = item.split(separator: "/")
    return "/" + parts.dropLast().joined(separator: "/") + "/." + (parts.last ?? "") + ".icloud"
  }

  private func move(_ item: String, to destination: String) throws(CloudError) {
    do throws(DiskError) {
      let (from, name) = try Folder.openParent(of: item, disk: .system)
      let (to, newName) = try Folder.openParent(of: destination, disk: .system)
      try from[name].rename(to: to[newName])
    } catch {
      switch error.code {
      case .exists: throw .exists
      case .notFound: throw .notFound
      default: throw .disk(error)
      }
    }
  }

  private static func said<Answer>(_ body: () throws -> Answer) throws(CloudError) -> Answer {
    do {
      return try body()
    } catch let error as CloudError {
      throw error
    } catch let error as CocoaError {
      throw [.fileNoSuchFile, .fileReadNoSuchFile].contains(error.code)
        ? .notFound : .failed(domain: "played", code: error.code.rawValue)
    } catch {
      throw .failed(domain: "played", code: 0)
    }
  }
}

/// Those who follow something, each with the item that it follows.
private final class Listeners<News: Sendable>: Sendable {
  private let all = Mutex<[UUID: (item: String, told: AsyncStream<News>.Continuation)]>([:])

  func stream(
    of item: String = "", keeping policy: AsyncStream<News>.Continuation.BufferingPolicy = .unbounded
  ) -> AsyncStream<News> {
    let (stream, told) = AsyncStream.makeStream(of: News.self, bufferingPolicy: policy)
    let id = UUID()
    all.withLock { $0[id] = (item, told) }
    told.onTermination = { _ in self.all.withLock { _ = $0.removeValue(forKey: id) } }
    return stream
  }

  func tell(_ news: News, of item: String = "") {
    for listener in all.withLock({ Array($0.values) }) where listener.item == item {
      listener.told.yield(news)
    }
  }

  func finish() {
    for listener in all.withLock({ Array($0.values) }) { listener.told.finish() }
  }
}
