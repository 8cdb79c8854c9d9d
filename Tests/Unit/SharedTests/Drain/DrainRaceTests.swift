import Synchronization
import Testing

@testable import IntrayCore

/// Several drains at the same moment.
@Suite(.inContainer) struct DrainRaceTests {
  let test = TestContainer.current

  @Test(arguments: [2, 8])
  func everyDocumentArrivesOnce(drainers: Int) throws {
    let count = 1_500
    for index in 0..<count / 3 {
      try test.deliver([
        "same.txt": "same \(index)", FileName("own \(index)"): "own \(index)",
        "folder": ["in": "in \(index)"],
      ])
    }
    let arrived = Mutex<[String]>([])
    let refused = Mutex<[DrainOutcome]>([])
    let container = test.container(on: test.disk.withoutSyncs)
    try inParallel(drainers) { _ in
      try Drain(container).run { outcome in
        switch outcome.result {
        case .imported(let path): arrived.withLock { $0.append(path.description) }
        case .takenByAnother: break
        case .duplicate, .refused, .waiting: refused.withLock { $0.append(outcome) }
        }
      }
    }
    #expect(refused.withLock { $0 } == [])
    let found = try test.documents
    #expect(found.contents.count == count && Set(found.contents).count == count)
    #expect(found.entries.count == count)
    #expect(arrived.withLock { Set($0) } == Set(found.names.map(\.description)))
    #expect(arrived.withLock { $0.count } == count)
    #expect(try test.tree("AppGroup/Inbox").names.isEmpty)
  }

  @Test func depositsAndDrainsAtTheSameMomentLoseNothing() throws {
    let container = test.container(on: test.disk.withoutSyncs)
    let left = Mutex(4)
    try inParallel(8) { index in
      if index < 4 {
        for number in 0..<50 {
          _ = try Inbox(container).deposit { deposit throws(DiskError) in
            try deposit.add("\(index).\(number)".utf8, as: "same.txt")
            try deposit.add("other \(index).\(number)".utf8, as: "other.txt")
          }
        }
        left.withLock { $0 -= 1 }
      } else {
        while left.withLock({ $0 }) > 0 { try Drain(container).run { _ in } }
      }
    }
    try test.drain()
    let found = try test.documents
    #expect(found.entries.count == 400 && Set(found.contents).count == 400)
  }

  @Test func changesAndDrainsAtTheSameMomentKeepEveryDocument() throws {
    let container = test.container(on: test.disk.withoutSyncs)
    let names = (0..<6).map { FileName("d\($0)") }
    try test.put(.folder(Dictionary(uniqueKeysWithValues: names.map { ($0, Tree.file("0")) })))
    let documents = Documents(container)
    let other = test.container(on: test.disk.withoutSyncs.ofAnotherProcess)
    let left = Mutex(names.count)
    try inParallel(names.count + 2) { index in
      guard index < names.count else {
        while left.withLock({ $0 }) > 0 { try Drain(other).run { _ in } }
        return
      }
      defer { left.withLock { $0 -= 1 } }
      try Self.edit(names[index], of: test, in: documents, times: 25)
    }
    try test.recover()
    let found = try test.documents
    let expected = Tree.folder(Dictionary(uniqueKeysWithValues: names.map { ($0, "25") }))
    #expect(found == expected)
  }

  /// Edits a document again and again; a staged copy that another process settled is staged again.
  private static func edit(
    _ name: FileName, of test: TestContainer, in documents: Documents, times: Int
  ) throws {
    var version = 0
    while version < times {
      let known = try test.known(name)
      let staged = try documents.stage(.bytes(Array("\(version + 1)".utf8)), as: DocumentName(name))
      let result = Result { () throws(DiskError) in
        try documents.replaceContents(of: DocumentPath([name]), with: staged, expecting: known)
      }
      switch result {
      case .success(.replaced): version += 1
      case .failure(let error) where error.code == .swept: staged.tidy()
      default: throw Violation("\(result)")
      }
    }
  }
}
