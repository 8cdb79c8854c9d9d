import Foundation
import Testing

@testable import Shared

/// Arrivals, from the attributes of documents.
@Suite struct DocumentArrivalTests {
  private func share(_ name: String, _ test: TestContainer, from page: [String] = []) throws {
    let deposit = try Inbox(test.container).deposit()
    try deposit.add(name.utf8, as: DocumentName(name), whereFrom: page)
    _ = try deposit.publish()
    try test.drain()
  }

  private var soon: FileTime { FileTime(seconds: FileTime.now.seconds + 1) }

  @Test func anArrivalIsFoundWithItsTimeAndPage() async throws {
    try await withTestContainer { test in
      let before = FileTime.now
      try share("a.txt", test, from: ["https://a.example/x", "https://b.example/"])
      try test.put(.file("not by a parcel"), at: "AppGroup/Documents/b.txt")
      let found = try await test.arrivals()
      #expect(found.map(\.path.description) == ["a.txt"])
      #expect(found.first?.whereFrom == ["https://a.example/x", "https://b.example/"])
      let time = try #require(found.first?.time)
      #expect(before <= time && time <= soon)
    }
  }

  @Test func theTimeIsThatOfTheHandOverInTheOrderOfTheShareAndCountsAsUse() async throws {
    try await withTestContainer { test in
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
      #expect(found.map(\.path.description) == names.reversed())
      for arrival in found {
        let time = try #require(arrival.time)
        #expect(time < handedOver)
        let (folder, name) = try Folder.openParent(
          of: test.container.path(of: .documents) + "/" + arrival.path.description, disk: .system)
        let used = try folder.withFile(name) { file throws(DiskError) in
          try Disk.system.attribute(file, ItemAttribute.lastUsed)
        }
        #expect(used.flatMap { ItemAttribute.decodeTime($0) } == FileTime(seconds: time.seconds))
      }
    }
  }

  @Test func whatWasOpenedArrivedWhenItWasHandedOver() async throws {
    try await withTestContainer { test in
      try test.put(
        .folder(["a.txt": .file("a"), "One.parcel": .folder(["b.txt": .file("b")])]),
        at: "App/Documents/Inbox")
      let handedOver = FileTime.now.adding(microseconds: 1_000)
      while FileTime.now < handedOver { sched_yield() }
      for name in ["a.txt", "One.parcel"] {
        let drain = Drain(test.container, sandbox: Sandbox(path: test.sandbox.path, disk: test.disk))
        let url = URL(filePath: test.path(of: "App/Documents/Inbox/" + name))
        try drain.open(url) { _ in }
      }
      let found = try await test.arrivals()
      #expect(Set(found.map(\.path.description)) == ["a.txt", "b.txt"])
      for arrival in found { #expect(try #require(arrival.time) < handedOver) }
    }
  }

  @Test func aRenamedDocumentKeepsTheTimeOfItsArrival() async throws {
    try await withTestContainer { test in
      try share("a.txt", test)
      let arrived = try await test.arrivals().map(\.time)
      let file = try test.known("a.txt").file
      _ = try Documents(test.container).move("a.txt", expecting: file, to: "", as: "b.txt")
      let found = try await test.arrivals()
      #expect(found.map(\.path.description) == ["b.txt"] && found.map(\.time) == arrived)
    }
  }

  @Test func arrivalsAreListedLatestFirstUpToTheLimit() async throws {
    try await withTestContainer { test in
      for number in 0..<12 { try share("\(number).txt", test) }
      let found = try await test.arrivals().prefix(3)
      #expect(found.map(\.path.description) == ["11.txt", "10.txt", "9.txt"])
    }
  }

  @Test func aMissingDocumentIsNoArrival() throws {
    try withTestContainer { test in
      try share("a.txt", test)
      let found = Documents(test.container).arrivals(at: ["gone.txt", "a.txt", "gone/a.txt"])
      #expect(found.map(\.path.description) == ["a.txt"])
    }
  }

  @Test func aVolumeThatRefusesOtherAttributesStillTakesTheDocument() async throws {
    try await withTestContainer { test in
      let disk = test.disk.failing(
        Fuse(at: 2, of: .setAttribute, isLasting: true), with: DiskError(.unsupported, at: ""))
      let deposit = try Inbox(test.container(on: disk)).deposit()
      try deposit.add("a".utf8, as: "a.txt")
      _ = try deposit.publish(into: "Work")
      #expect(try test.drain().arrivals(of: "a.txt") == ["a.txt"])
      #expect(try await test.arrivals().isEmpty)
    }
  }
}
