import Foundation
import Testing

@testable import IntrayCore

/// A power cut takes back what was not synced, so every operation syncs what it says is done: each rename and exchange in
/// both folders, and what a staged file is before the rename that publishes it.
@Suite struct PowerCutTests {
  /// Runs an operation that succeeds, and looks at what it left unsynced.
  private func check(
    _ operation: String, _ act: (_ disk: (Disk) -> Disk) async throws -> Void
  ) async throws {
    // When a document came and was used: nothing depends on either.
    let log = SyncLog(ignoring: [ItemAttribute.arrival, ItemAttribute.lastUsed, ItemAttribute.missingFolder])
    try await act { $0.noting(log) }
    #expect(log.violations.isEmpty, "\(operation): \(log.violations.joined(separator: "\n"))")
  }

  @Test(arguments: (Journey.all + Journey.intruded + Journey.providerCalls).filter { !$0.isRefused })
  func everyRenameOfAJourneyIsSynced(journey: Journey) async throws {
    try await check(journey.name) { noting in
      try withTestContainer(.untidy) { test in
        try journey.prepare(test)
        try journey.act(test, noting(test.disk))
      }
    }
  }

  @Test func everyRenameOnTheWayIntoICloudAndBackIsSynced() async throws {
    try await check("iCloud") { noting in
      try await withTestContainer { test in
        let played = try playCloud(in: test).0
        try test.putCloud("drafts/a.txt", in: .local)
        let cloud = Cloud(test.container(on: noting(test.disk)), drive: played.drive)
        _ = try await cloud.moveIn("drafts/a.txt")
        _ = try await cloud.moveOut("drafts/a.txt")
      }
    }
  }

  @Test func whatAnExchangePutsBesideIsSynced() async throws {
    try await check("a stranger comes out") { noting in
      try withTestContainer { test in
        try Journey.replace.prepare(test)
        let disk = noting(test.disk).interrupted(Fuse(at: 1, of: .exchange)) { _ in
          // A later version of the same document, as another process makes it.
          try? test.remove("AppGroup/Documents/a.txt")
          try? test.put("later", at: "AppGroup/Documents/a.txt")
          try? test.container.open(.documents)["a.txt"].writeNewIdentities()
        }
        try Journey.replace.act(test, disk)
        #expect(try test.documents.names == ["a.txt", "a-1.txt"])
      }
    }
  }

  @Test func aStoreThatIsSetAsideIsSynced() async throws {
    try await check("a damaged store") { noting in
      try withTestContainer(.untidy) { test in
        _ = try test.startProvider().refresh()
        let home = test.path(of: "App/Home")
        for name in try FileManager.default.contentsOfDirectory(atPath: home) {
          let file = home + "/" + name
          if name.hasSuffix(".sqlite") { try Data("no database at all".utf8).write(to: URL(filePath: file)) }
          if name.hasSuffix("-wal") || name.hasSuffix("-shm") {
            try FileManager.default.removeItem(atPath: file)
          }
        }
        _ = try test.startProvider(on: noting(test.disk)).refresh()
        let files = try FileManager.default.contentsOfDirectory(atPath: home)
        #expect(files.contains { $0.contains(".aside-") }, "\(files)")
      }
    }
  }
}
