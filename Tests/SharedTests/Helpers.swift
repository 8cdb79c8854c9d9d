import Foundation

@testable import Shared

/// Gives a file a second name.
func linkFile(_ path: String, _ other: String) -> Bool { link(path, other) == 0 }

extension CatalogueFixture {
  /// Writes the identity that a document carries, as our processes do before they publish it.
  func identify(_ path: String, as id: ItemID, version: Int64 = .random(in: 0 ... .max)) throws {
    let (folder, name) = try Folder.openParent(of: place(path), disk: .system)
    try folder.withOpen(name, folder.status(name).kind) { opened throws(DiskError) in
      let identity = Identity(id, version: version, of: try folder.disk.status(opened, nil))
      try folder.disk.setIdentity(opened, identity)
    }
  }

  /// The identity that a document carries.
  func identity(_ path: String) throws -> Identity? {
    let (folder, name) = try Folder.openParent(of: place(path), disk: .system)
    return try folder.withOpen(name, folder.status(name).kind) { opened throws(DiskError) in
      try folder.disk.identity(opened)
    }
  }
}

extension TestContainer {
  /// What arrived in Documents, the latest first, as a new index finds it.
  func arrivals() async throws -> [DocumentArrival] {
    let index = DocumentIndex(container) { _ in false }
    try await index.update()
    let recents = DocumentQuery(scope: .recents, order: .added, range: 0..<1_000)
    return Documents(container).arrivals(at: try await index.list(recents).entries.map(\.path))
  }
}

extension [DrainOutcome] {
  /// What became of the documents of a name.
  func results(for name: String) -> [DrainOutcome.Result] { filter { $0.name == name }.map(\.result) }

  /// The names under which documents of a name arrived.
  func arrivals(of name: String) -> [String] {
    results(for: name).compactMap { result in
      if case .imported(let path) = result { path.description } else { nil }
    }
  }
}

// All names in full: then the compiler takes it, in Xcode as on Linux, that these types are not the tests' own.
extension Shared.SeenDocument: Swift.ExpressibleByStringLiteral,
  Swift.ExpressibleByExtendedGraphemeClusterLiteral, Swift.ExpressibleByUnicodeScalarLiteral
{
  /// The document that is at a path that is known when the test is written.
  public init(stringLiteral value: StaticString) { self.init(DocumentPath(stringLiteral: value)) }
}

extension [DocumentPath] {
  /// The documents that are at these paths.
  var seen: [SeenDocument] { map { SeenDocument($0) } }
}
