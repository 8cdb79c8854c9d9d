import Foundation
import Testing

@testable import IntrayCore

/// Gives each test of a suite folders of its own, and checks them afterwards: see `withTestContainer`.
struct ContainerTrait: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let options = test.traits.compactMap { $0 as? ContainerOption }
    let tidiness: AllowedRemains = options.contains(.leavesRemains) ? .untidy : .tidy
    let volume: Volume = options.contains(.isInMemory) ? .memory : .disk
    try await withTestContainer(tidiness, on: volume) { (container: TestContainer) async throws in
      try await TestContainer.$lent.withValue(container) { try await function() }
    }
  }
}

/// What one test's folders are like.
enum ContainerOption: TestTrait {
  /// See `AllowedRemains` and `Volume`.
  case leavesRemains, isInMemory
}

extension Trait where Self == ContainerTrait {
  static var inContainer: Self { ContainerTrait() }
}

extension Trait where Self == ContainerOption {
  static var untidy: Self { .leavesRemains }
  static var inMemory: Self { .isInMemory }
}

extension TestContainer {
  @TaskLocal fileprivate static var lent: TestContainer?

  /// The folders of the test that is run.
  static var current: TestContainer {
    guard let lent else { preconditionFailure("The suite is not marked with inContainer.") }
    return lent
  }
}

/// Expects that something fails with an error of the disk.
func expectError<Result>(
  _ code: DiskError.Code, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Result
) {
  let error = #expect(throws: DiskError.self, sourceLocation: sourceLocation) { try body() }
  #expect(error?.code == code, sourceLocation: sourceLocation)
}

/// Calls a closure once for each call to the disk that its act makes, each time with folders of its own and a fuse for that
/// call, until the fuse does not blow.
func eachCall(
  _ tidiness: AllowedRemains = .tidy, _ body: (_ test: TestContainer, _ fuse: Fuse) throws -> Void
) throws {
  for call in 1...1_000 {
    let fuse = Fuse(at: call)
    do {
      try withTestContainer(tidiness, on: .memory) { test in try body(test, fuse) }
    } catch {
      throw Violation("call \(call): \(error)")
    }
    if !fuse.hasBlown { return #expect(call > 3, "there were no calls") }
  }
  Issue.record("it does not end")
}

extension Provider {
  /// What the system asks for when the user changes an item that it has.
  @discardableResult
  func modify(
    _ item: Item, contents: String? = nil, _ set: (inout ItemChange) -> Void = { _ in }
  ) throws -> ProviderReply {
    try modify(
      item.id, itemChange(set), at: (item.name.description, item.parent), contents: contents,
      base: .version(item.contentVersion))
  }
}

/// Saves a document as a new file that takes its place and its attributes, as `FileManager.replaceItemAt` does.
func saveAnew(_ text: String, at path: String) throws {
  let (folder, name) = try Folder.openParent(of: path, disk: .system)
  let identity = try folder[name].identity()
  try Data(text.utf8).write(to: URL(fileURLWithPath: path + ".new"))
  if let identity {
    try folder[FileName(name.description + ".new")].open(.file).setIdentity(identity)
  }
  guard rename(path + ".new", path) == 0 else { throw Violation("rename \(path): errno \(errno)") }
}

/// Gives a file a second name.
func linkFile(_ path: String, _ other: String) -> Bool { link(path, other) == 0 }

extension CatalogueFixture {
  /// The identity that a document carries.
  func identity(_ path: String) throws -> Identity? {
    let (folder, name) = try Folder.openParent(of: place(path), disk: .system)
    return try folder[name].open(folder[name].status().kind).identity()
  }
}

extension Folder {
  /// When a document of this folder was shared or imported, and with which share.
  func arrivalRecord(of name: FileName) throws -> ArrivalRecord? {
    try self[name].attribute(ItemAttribute.arrival).flatMap { ArrivalRecord($0) }
  }
}

extension TestContainer {
  /// Opens a folder of the phone.
  func folder(_ place: String) throws -> Folder { try Folder.open(path(of: place), disk: disk) }

  /// A process of the extension that has looked at everything, and an item that it found.
  func startProvider(knowing name: String) throws -> (Provider, Item) {
    let provider = try startProvider()
    try provider.refresh()
    return (provider, try provider.item(named: name))
  }

  /// What arrived in Documents, the latest first, as a new index finds it.
  func arrivals() async throws -> [DocumentEntry] {
    let index = DocumentIndex(container) { _ in false }
    try await index.update()
    let recents = DocumentQuery(scope: .recents, order: .added, range: 0..<1_000)
    return try await index.list(recents).entries
  }
}

extension [DrainOutcome] {
  /// What became of the documents of a name.
  func results(for name: String) -> [DrainOutcome.Result] {
    filter { $0.name == name }.map(\.result)
  }

  /// The errors because of which documents of a name wait.
  func errors(for name: String) -> [DiskError.Code] {
    results(for: name).compactMap {
      if case .waiting(.disk(let error)) = $0 { error.code } else { nil }
    }
  }

  /// The names under which documents of a name arrived.
  func arrivals(of name: String) -> [String] {
    results(for: name).compactMap { result in
      if case .imported(let path) = result { path.description } else { nil }
    }
  }
}

// All names in full: then the compiler takes it, in Xcode as on Linux, that these types are not the tests' own.
extension IntrayCore.SeenDocument: Swift.ExpressibleByStringLiteral,
  Swift.ExpressibleByExtendedGraphemeClusterLiteral, Swift.ExpressibleByUnicodeScalarLiteral
{
  /// The document that is at a path that is known when the test is written.
  public init(stringLiteral value: StaticString) { self.init(DocumentPath(stringLiteral: value)) }
}

extension [DocumentPath] {
  /// The documents that are at these paths.
  var seen: [SeenDocument] { map { SeenDocument($0) } }
}
