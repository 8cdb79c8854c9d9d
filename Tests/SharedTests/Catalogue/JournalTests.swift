import Foundation
import Testing

@testable import Shared

#if canImport(TestSupport)
  import TestSupport
#endif

/// The order and the batches in which changes are told.
@Suite struct CatalogueJournalTests {
  @Test("A folder is told before what is in it, even when it changed later")
  func parentsFirst() throws {
    try withDesk { desk in
      let anchor = try desk.catalogue.currentAnchor()
      for number in 0..<9 { try desk.write("one/two/\(number).txt") }
      try desk.scan()
      try desk.setMode("one/two", 0o755)
      try desk.scan()
      try desk.setMode("one", 0o755)
      try desk.scan()
      var known: Set<ItemID> = [.root]
      var changes = try desk.catalogue.changes(since: anchor, limit: 2)
      while true {
        for item in changes.updated {
          #expect(known.contains(item.parent), "\(item.name)")
          known.insert(item.id)
        }
        guard changes.hasMore else { break }
        changes = try desk.catalogue.changes(since: changes.anchor, limit: 2)
      }
      #expect(known.count == 12)
    }
  }

  @Test("What is gone is told after everything that is there")
  func deletionsLast() throws {
    try withDesk { desk in
      for number in 0..<10 { try desk.write("box/\(number).txt") }
      try desk.scan()
      let anchor = try desk.anchor()
      for number in 0..<5 { try desk.move("box/\(number).txt", "\(number).txt") }
      try desk.remove("box")
      for number in 5..<8 { try desk.write("later\(number).txt") }
      try desk.scan()
      var changes = try desk.catalogue.changes(since: anchor, limit: 2)
      var updated = 0
      while changes.deleted.isEmpty {
        updated += changes.updated.count
        #expect(changes.hasMore)
        changes = try desk.catalogue.changes(since: changes.anchor, limit: 2)
      }
      #expect(updated + changes.updated.count == 8)
      var deleted = changes.deleted
      while changes.hasMore {
        changes = try desk.catalogue.changes(since: changes.anchor, limit: 2)
        #expect(changes.updated.isEmpty)
        deleted += changes.deleted
      }
      #expect(deleted.count == 6)
    }
  }

  @Test("What changes between two batches is told before what is gone")
  func changeBetweenBatches() throws {
    try withDesk { desk in
      try desk.write("box/a.txt")
      for number in 0..<6 { try desk.write("box/\(number).txt") }
      try desk.scan()
      let anchor = try desk.anchor()
      let a = try desk.id("box/a.txt")
      try desk.move("box/a.txt", "a.txt")
      try desk.remove("box")
      try desk.scan()
      var changes = try desk.catalogue.changes(since: anchor, limit: 1)
      // It is told to have left the folder; now it changes again, before the folder is told to be gone.
      try desk.move("a.txt", "b.txt")
      try desk.scan()
      var told: [FileName] = changes.updated.filter { $0.id == a }.map(\.name)
      while changes.hasMore {
        changes = try desk.catalogue.changes(since: changes.anchor, limit: 1)
        if !changes.deleted.isEmpty { #expect(told.last == "b.txt") }
        told += changes.updated.filter { $0.id == a }.map(\.name)
      }
      #expect(told.last == "b.txt")
    }
  }

  @Test("An item that changed often is told once, as it is")
  func lastStateWins() throws {
    try withDesk { desk in
      try desk.write("a.txt")
      try desk.scan()
      let anchor = try desk.anchor()
      for number in 0..<5 {
        try desk.write("a.txt", String(repeating: "x", count: number + 10))
        try desk.scan()
      }
      let changes = try desk.changes(since: anchor)
      #expect(try changes.updated == [#require(try desk.item("a.txt"))])
      #expect(changes.updated.count == 1)
    }
  }

  @Test("Changes since an anchor are the same however they are asked for")
  func batches() throws {
    try withDesk { desk in
      let anchor = try desk.catalogue.currentAnchor()
      for number in 0..<40 { try desk.write("\(number % 4)/\(number % 8)/\(number).txt") }
      try desk.scan()
      for number in stride(from: 0, to: 40, by: 3) {
        try desk.remove("\(number % 4)/\(number % 8)/\(number).txt")
      }
      try desk.scan()
      let whole = try desk.changes(since: anchor, limit: 1_000)
      for limit in [1, 2, 3, 7, 20] {
        let parts = try desk.changes(since: anchor, limit: limit)
        #expect(Set(parts.updated) == Set(whole.updated))
        #expect(Set(parts.deleted) == Set(whole.deleted))
      }
    }
  }

  @Test("Documents that pass their names on in a long row are told without two of one name")
  func chain() throws {
    try withDesk { desk in
      for number in 0..<300 { try desk.write("\(number)", "") }
      try desk.scan()
      let client = JournalClient(limit: 1)
      try client.advance(desk.catalogue, to: .end)
      for number in 1..<300 { try desk.move("\(number)", "\(number - 1)") }
      try desk.write("299")
      try desk.scan()
      try client.advance(desk.catalogue, to: .end)
      #expect(try client.items == desk.everything())
      #expect(client.expired == 0)
    }
  }

  @Test("A circle of names too large to be told together has expired")
  func largeCircle() throws {
    try withDesk { desk in
      for number in 0..<1_150 { try desk.write("\(number)", "") }
      try desk.scan()
      let client = JournalClient(limit: 100)
      try client.advance(desk.catalogue, to: .end)
      try desk.move("0", "x")
      for number in 1..<1_150 { try desk.move("\(number)", "\(number - 1)") }
      try desk.move("x", "1149")
      try desk.scan()
      try client.advance(desk.catalogue, to: .end)
      #expect(try client.items == desk.everything(limit: 500))
      #expect(client.expired == 1)
    }
  }

  @Test("A version is drawn anew for each state, and names the same contents for ever")
  func versions() throws {
    try withDesk { desk in
      try desk.write("a.txt", "1")
      try desk.scan()
      var last = try #require(try desk.item("a.txt"))
      for change in 0..<12 {
        switch change % 4 {
        case 0: try desk.write("a.txt", String(repeating: "y", count: change + 2))
        case 1: try desk.setMode("a.txt", change % 8 == 1 ? 0o640 : 0o600)
        case 2: try desk.setAttribute("a.txt", ItemAttribute.tags, [UInt8(change)])
        default:
          try desk.move("a.txt", "b.txt")
          try desk.scan()
          try desk.move("b.txt", "a.txt")
        }
        try desk.scan()
        let next = try #require(try desk.item("a.txt"))
        #expect((next.contentVersion != last.contentVersion) == (change % 4 == 0), "\(change)")
        #expect(next.metadataVersion != last.metadataVersion)
        last = next
      }
    }
  }
}
