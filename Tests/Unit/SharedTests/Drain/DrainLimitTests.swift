import Testing

@testable import IntrayCore

@Suite(.inContainer) struct DrainLimitTests {
  let test = TestContainer.current

  private func fill(parcels: Int, documents: Int) throws {
    for parcel in 0..<parcels {
      let names = (0..<documents).map { (FileName("\(parcel)-\($0)x"), Tree.file("\(parcel).\($0)")) }
      try test.deliver(Dictionary(uniqueKeysWithValues: names))
    }
  }

  @Test(arguments: [1, 7, 30])
  func aLimitOfRenamesIsKeptAndTheNextCallContinues(renames: Int) throws {
    try fill(parcels: 3, documents: 10)
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

  @Test func aCancelEndsTheDrainBetweenTwoDocumentsAndIsReported() throws {
    try fill(parcels: 1, documents: 10)
    var outcomes = 0
    let isDone = try Drain(test.container).run(isCancelled: { outcomes >= 4 }) { _ in outcomes += 1 }
    #expect(!isDone && outcomes == 4)
    #expect(try test.documents.entries.count == 4)
    #expect(try Drain(test.container).run { _ in })
    #expect(try test.documents.entries.count == 10)
  }

  @Test(
    "Without any time each call brings one document, also from behind what cannot move, and the last one says so"
  )
  func noTime() throws {
    let links = (0..<600).map { (FileName("link\($0)"), Tree.link("x")) }
    try test.deliver(Dictionary(uniqueKeysWithValues: links), as: "0")
    try test.deliver(["a": "a"], as: "1")
    try test.deliver(["b": "b"], as: "2")
    var calls = 1
    while try !Drain(test.container).run(limit: .init(renames: 500, time: .zero), { _ in }), calls < 5 {
      #expect(try test.documents.entries.count == calls)
      calls += 1
    }
    #expect(calls == 2)
    #expect(try test.documents.names == ["a", "b"])
  }

  @Test func aDrainOfAnEmptyInboxIsComplete() throws {
    #expect(try Drain(test.container).run(limit: .init(renames: 0, time: .zero)) { _ in })
    let isDone = try Drain(test.container).run { _ in Issue.record("of what?") }
    #expect(isDone)
  }

  @Test func aParcelLargerThanABatchArrivesWhole() throws {
    // More than the names that are held at once.
    let count = 33_000
    let names = (0..<count).map { (FileName("n\($0)"), $0 % 4_000 == 0 ? Tree.link("x") : "") }
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
