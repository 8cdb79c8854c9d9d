import Testing

@testable import Shared

#if canImport(TestSupport)
  import TestSupport
#endif

/// Several drains at the same moment.
@Suite struct DrainRaceTests {
  @Test(arguments: [2, 8])
  func everyDocumentArrivesOnce(drainers: Int) throws {
    try withHouse { house in
      let count = 1_500
      for index in 0..<count / 3 {
        try house.deliver([
          "same.txt": .file("same \(index)"), FileName("own \(index)"): .file("own \(index)"),
          "folder": .folder(["in": .file("in \(index)")]),
        ])
      }
      let arrived = Guarded<[String]>([])
      let refused = Guarded<[DrainOutcome]>([])
      let container = house.container(on: house.disk.withoutSyncs)
      try inParallel(drainers) { _ in
        try Drain(container).run { outcome in
          switch outcome.result {
          case .imported(let path): arrived.with { $0.append(path.description) }
          case .takenByAnother: break
          case .duplicate, .alreadyOurs, .refused, .waiting: refused.with { $0.append(outcome) }
          }
        }
      }
      #expect(refused.with { $0 } == [])
      let found = try house.documents
      #expect(found.contents.count == count && Set(found.contents).count == count)
      #expect(found.entries.count == count)
      #expect(arrived.with { Set($0) } == Set(found.names.map(\.description)))
      #expect(arrived.with { $0.count } == count)
      #expect(try house.tree("AppGroup/Inbox").names.isEmpty)
    }
  }

  @Test func depositsAndDrainsAtTheSameMomentLoseNothing() throws {
    try withHouse { house in
      let container = house.container(on: house.disk.withoutSyncs)
      let left = Guarded(4)
      try inParallel(8) { index in
        if index < 4 {
          for number in 0..<50 {
            _ = try Inbox(container).deposit { deposit throws(DiskError) in
              try deposit.add("\(index).\(number)".utf8, as: "same.txt")
              try deposit.add("other \(index).\(number)".utf8, as: "other.txt")
            }
          }
          left.with { $0 -= 1 }
        } else {
          while left.with({ $0 }) > 0 { try Drain(container).run { _ in } }
        }
      }
      try house.drain()
      let found = try house.documents
      #expect(found.entries.count == 400 && Set(found.contents).count == 400)
    }
  }

  @Test func changesAndDrainsAtTheSameMomentKeepEveryDocument() throws {
    try withHouse { house in
      let container = house.container(on: house.disk.withoutSyncs)
      let names = (0..<6).map { FileName("d\($0)") }
      try house.put(
        .folder(Dictionary(uniqueKeysWithValues: names.map { ($0, Tree.file("0")) })),
        at: "AppGroup/Documents")
      let documents = Documents(container)
      let other = house.container(on: house.disk.withoutSyncs.ofAnotherProcess)
      let left = Guarded(names.count)
      try inParallel(names.count + 2) { index in
        guard index < names.count else {
          while left.with({ $0 }) > 0 { try Drain(other).run { _ in } }
          return
        }
        defer { left.with { $0 -= 1 } }
        try Self.edit(names[index], of: house, in: documents, times: 25)
      }
      try house.recover()
      let found = try house.documents
      let expected = Tree.folder(Dictionary(uniqueKeysWithValues: names.map { ($0, .file("25")) }))
      #expect(found == expected)
    }
  }

  /// Edits a document again and again; a staged copy that another process settled is staged again.
  private static func edit(
    _ name: FileName, of house: House, in documents: Documents, times: Int
  ) throws {
    var version = 0
    while version < times {
      let known = try house.known(name)
      let staged = try documents.stage(.bytes(Array("\(version + 1)".utf8)), as: DocumentName(name))
      let result = Result { () throws(DiskError) in
        try documents.replaceContents(of: DocumentPath([name]), with: staged, expecting: known)
      }
      switch result {
      case .success(.replaced): version += 1
      case .failure(let error) where error.code == .swept: try staged.discard()
      default: throw Violation("\(result)")
      }
    }
  }
}
