import FileProvider
import Foundation
import Shared
import Testing

#if canImport(TestSupport)
  import TestSupport
#endif
#if canImport(FileProviderExtension)
  @testable import FileProviderExtension
#endif

@Suite struct FailSoftTests {
  @Test func aStoreThatCannotBeOpenedIsTriedAgainByTheNextQuestion() throws {
    try withHouse { house in
      let domain = NSFileProviderDomain(
        identifier: NSFileProviderDomainIdentifier(UUID().uuidString), displayName: "Test")
      let container = house.container
      let home = house.path(of: "App/Home")
      let open = { @Sendable (syncsTrash: Bool) throws(ProviderError) in
        try Provider(container: container, home: home, syncsTrash: syncsTrash)
      }
      let desk = Desk(domain, open: open)
      let asker = Asker(house: house, provider: FileProviderExtension(desk: desk))
      #expect(throws: NSFileProviderError(.cannotSynchronize)) { try asker.names() }
      try house.put(.folder(), at: "App/Home")
      #expect(try asker.names().isEmpty)
      asker.provider.invalidate()
    }
  }

  @Test func aDamagedStoreIsSetAsideAndEveryAnchorExpires() throws {
    try Asker.with { asker in
      try asker.house.put(.file("a"), at: "AppGroup/Documents/a.txt")
      _ = try asker.list(.workingSet)
      let anchor = try asker.anchor()
      asker.provider.invalidate()
      for suffix in ["", "-wal", "-shm"] {
        let path = asker.house.path(of: "App/Home/catalogue.sqlite" + suffix)
        if FileManager.default.fileExists(atPath: path) {
          try Data(repeating: 7, count: 8192).write(to: URL(fileURLWithPath: path))
        }
      }
      #expect(throws: NSFileProviderError(.syncAnchorExpired)) { try asker.changes(since: anchor) }
      #expect(try asker.names(.workingSet) == ["a.txt"])
    }
  }

  @Test func anUnknownIdentifierIsNoSuchItem() throws {
    try Asker.with { asker in
      for id in ["", "..", "none", String(repeating: "f", count: 32)] {
        #expect {
          try asker.item(NSFileProviderItemIdentifier(id))
        } throws: { ($0 as NSError).code == NSFileProviderError.noSuchItem.rawValue }
      }
      let root = try asker.item(.rootContainer)
      #expect(root.itemIdentifier == .rootContainer)
    }
  }
}
