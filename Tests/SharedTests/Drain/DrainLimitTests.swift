import Testing

@testable import Shared

@Suite struct DrainLimitTests {
  private func fill(_ test: TestContainer, parcels: Int, documents: Int) throws {
    for parcel in 0..<parcels {
      let names = (0..<documents).map { (FileName("\(parcel)-\($0)x"), Tree.file("\(parcel).\($0)")) }
      try test.deliver(Dictionary(uniqueKeysWithValues: names))
    }
  }

  @Test(arguments: [1, 3, 7, 10, 29, 30, 31])
  func aLimitOfRenamesIsKeptAndTheNextCallContinues(renames: Int) throws {
    try withTestContainer { test in
      try fill(test, parcels: 3, documents: 10)
      var calls = 0
      var isDone = false
      while !isDone, calls < 100 {
        calls += 1
        var outcomes = 0
        isDone = try Drain(test.container).run(limit: .init(renames: renames, time: .seconds(60))) { _ in
          outcomes += 1
        }
        #expect(outcomes <= renames)
      }
      #expect(calls <= 30 / renames + 2)
      #expect(try test.documents.entries.count == 30)
      #expect(try test.tree("AppGroup/Inbox").names.isEmpty)
    }
  }

  @Test func waitingEntriesDoNotStopADrainBeforeItsLimit() throws {
    try withTestContainer { test in
      let waiting = (0..<20).map { (FileName("link\($0)"), Tree.link("x")) }
      try test.deliver(Dictionary(uniqueKeysWithValues: waiting + [("a", .file("a"))]), as: "p")
      try test.deliver(["b": .file("b")], as: "q")
      #expect(try Drain(test.container).run(limit: .init(renames: 100, time: .seconds(60))) { _ in })
      #expect(try test.documents.names == ["a", "b"])
    }
  }

  @Test("Refused entries do not use up the limit of a drain")
  func refusalsCostNothing() throws {
    try withTestContainer { test in
      let links = (0..<600).map { (FileName("link\($0)"), Tree.link("x")) }
      try test.deliver(Dictionary(uniqueKeysWithValues: links), as: "0")
      try test.deliver(["a": .file("a")], as: "1")
      #expect(try Drain(test.container).run(limit: .init(renames: 500, time: .seconds(60))) { _ in })
      #expect(try test.documents.names == ["a"])
    }
  }

  @Test func aCancelEndsTheDrainBetweenTwoDocumentsAndIsReported() throws {
    try withTestContainer { test in
      try fill(test, parcels: 1, documents: 10)
      var outcomes = 0
      let isDone = try Drain(test.container).run(isCancelled: { outcomes >= 4 }) { _ in outcomes += 1 }
      #expect(!isDone && outcomes == 4)
      #expect(try test.documents.entries.count == 4)
      #expect(try Drain(test.container).run { _ in })
      #expect(try test.documents.entries.count == 10)
    }
  }

  @Test func anExceededTimeLimitIsReported() throws {
    try withTestContainer { test in
      try fill(test, parcels: 1, documents: 3)
      #expect(try !Drain(test.container).run(limit: .init(renames: 100, time: .zero)) { _ in })
      #expect(try test.documents.entries.count == 1)
      #expect(try Drain(test.container).run { _ in })
    }
  }

  @Test(
    "Without any time each call brings one document, also from behind what cannot move, and the last one says so"
  )
  func noTime() throws {
    try withTestContainer { test in
      let links = (0..<600).map { (FileName("link\($0)"), Tree.link("x")) }
      try test.deliver(Dictionary(uniqueKeysWithValues: links), as: "0")
      try test.deliver(["a": .file("a")], as: "1")
      try test.deliver(["b": .file("b")], as: "2")
      var calls = 1
      while try !Drain(test.container).run(limit: .init(renames: 500, time: .zero), { _ in }), calls < 5 {
        #expect(try test.documents.entries.count == calls)
        calls += 1
      }
      #expect(calls == 2)
      #expect(try test.documents.names == ["a", "b"])
    }
  }

  @Test func aDrainOfAnEmptyInboxIsComplete() throws {
    try withTestContainer { test in
      #expect(try Drain(test.container).run(limit: .init(renames: 0, time: .zero)) { _ in })
      let isDone = try Drain(test.container).run { _ in Issue.record("of what?") }
      #expect(isDone)
    }
  }

  @Test func aParcelLargerThanABatchArrivesWhole() throws {
    try withTestContainer { test in
      // More than the names that are held at once.
      let count = 33_000
      let names = (0..<count).map { (FileName("n\($0)"), $0 % 4_000 == 0 ? Tree.link("x") : .file("")) }
      try test.deliver(Dictionary(uniqueKeysWithValues: names), as: "p")
      var outcomes: Set<String> = []
      var total = 0
      #expect(
        try Drain(test.container(on: test.disk.withoutSyncs)).run { outcome in
          total += 1
          outcomes.insert(outcome.name)
        })
      #expect(outcomes.count == count && total == count)
      #expect(try test.tree("AppGroup/Inbox/p.parcel").entries.count == 9)
    }
  }
}
