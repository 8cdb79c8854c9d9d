import Foundation
import Testing

@testable import Shared

/// Arrivals, from the attributes of documents.
@Suite(.inContainer) struct DocumentArrivalTests {
  let test = TestContainer.current

  private func share(_ name: String, from page: [String] = []) throws {
    let deposit = try Inbox(test.container).deposit()
    try deposit.note(whereFrom: page, on: deposit.add(name.utf8, as: DocumentName(name)))
    _ = try deposit.publish()
    try test.drain()
  }

  private var soon: FileTime { FileTime(seconds: FileTime.now.seconds + 1) }

  @Test func anArrivalIsFoundWithItsTimeAndPage() async throws {
    let before = FileTime.now
    try share("a.txt", from: ["https://a.example/x", "https://b.example/"])
    try test.put("not by a parcel", at: "AppGroup/Documents/b.txt")
    let found = try await test.arrivals()
    #expect(found.map(\.path.description) == ["a.txt"])
    #expect(found.first?.source == "b.example")
    let time = try #require(found.first?.added)
    #expect(before <= time && time <= soon)
  }

  @Test func theTimeIsThatOfTheHandOverInTheOrderOfTheShareAndCountsAsUse() async throws {
    let names = ["z.txt", "b.txt", "a.txt", "m.txt"]
    let deposit = try Inbox(test.container).deposit()
    // Names are given in the order of the share, also to what was staged later.
    let staged = try names.reversed().map { try deposit.add($0.utf8, as: DocumentName("staged " + $0)) }
    for (name, document) in zip(names, staged.reversed()) {
      _ = try deposit.rename(document, to: DocumentName(name))
    }
    _ = try deposit.publish()
    let handedOver = FileTime.now.adding(microseconds: names.count)
    // The drain comes later. No process can set the clock, so the test waits for it.
    while FileTime.now < handedOver { sched_yield() }
    try test.drain()
    let found = try await test.arrivals()
    #expect(found.map(\.path.description) == names)
    for arrival in found {
      let time = try #require(arrival.added)
      #expect(time < handedOver)
      let (folder, name) = try Folder.openParent(
        of: test.container.path(of: .documents) + "/" + arrival.path.description, disk: .system)
      let used = try folder.withFile(name) { file throws(DiskError) in
        try Disk.system.attribute(file, ItemAttribute.lastUsed)
      }
      #expect(used.flatMap { ItemAttribute.decodeTime($0) } == FileTime(seconds: time.seconds))
    }
  }

  @Test func whatWasOpenedArrivedWhenItWasHandedOver() async throws {
    try test.put(["a.txt": "a", "One.parcel": ["b.txt": "b"]], at: "App/Documents/Inbox")
    let handedOver = FileTime.now.adding(microseconds: 1_000)
    while FileTime.now < handedOver { sched_yield() }
    for name in ["a.txt", "One.parcel"] {
      let drain = Drain(test.container, sandbox: Sandbox(path: test.sandbox.path, disk: test.disk))
      let url = URL(filePath: test.path(of: "App/Documents/Inbox/" + name))
      try drain.open(url) { _ in }
    }
    let found = try await test.arrivals()
    #expect(Set(found.map(\.path.description)) == ["a.txt", "b.txt"])
    for arrival in found { #expect(try #require(arrival.added) < handedOver) }
  }

  @Test func aRenamedDocumentKeepsTheTimeOfItsArrival() async throws {
    try share("a.txt")
    let arrived = try await test.arrivals().map(\.added)
    let file = try test.known("a.txt").file
    _ = try Documents(test.container).move("a.txt", expecting: file, to: "", as: "b.txt")
    let found = try await test.arrivals()
    #expect(found.map(\.path.description) == ["b.txt"] && found.map(\.added) == arrived)
  }

  @Test func arrivalsAreListedLatestFirstUpToTheLimit() async throws {
    for number in 0..<12 { try share("\(number).txt") }
    let found = try await test.arrivals().prefix(3)
    #expect(found.map(\.path.description) == ["11.txt", "10.txt", "9.txt"])
  }

  @Test func aVolumeThatRefusesOtherAttributesStillTakesTheDocument() async throws {
    let disk = test.disk.failing(
      Fuse(at: 2, of: .setAttribute, isLasting: true), with: DiskError(.unsupported, at: ""))
    let deposit = try Inbox(test.container(on: disk)).deposit()
    try deposit.add("a".utf8, as: "a.txt")
    _ = try deposit.publish(into: "Work")
    #expect(try test.drain().arrivals(of: "a.txt") == ["a.txt"])
    #expect(try await test.arrivals().isEmpty)
  }
}
