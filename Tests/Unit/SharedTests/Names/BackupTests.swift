import Testing

@testable import IntrayCore

/// Folders that backups leave out.
@Suite(.inContainer) struct BackupTests {
  let test = TestContainer.current

  /// Counts how many folders a closure leaves out of backups.
  private func exclusions(of body: (Container, Sandbox) throws -> Void) throws -> Int {
    let log = CallLog()
    let disk = test.disk.logging(to: log)
    try body(test.container(on: disk), Sandbox(path: test.path(of: "App"), disk: disk))
    return log.count(of: .excludeFromBackup)
  }

  @Test func eachFolderOfCopiesIsLeftOutWhenItIsMade() throws {
    for expected in [1, 0] {
      let staging = try exclusions { container, _ in _ = try container.open(.staging) }
      let copies = try exclusions { _, sandbox in _ = try sandbox.makePreviewCopies() }
      #expect(staging == expected && copies == expected)
    }
  }

  @Test func documentsAndWhatWaitsAreInBackups() throws {
    let count = try exclusions { container, _ in
      for directory in Container.Directory.allCases where directory != .staging {
        _ = try container.open(directory)
      }
    }
    #expect(count == 0)
  }

  @Test func aSweepLeavesThemOutAgainBecauseTheirMakerMayHaveDied() throws {
    try test.put([:], at: "AppGroup/Staging")
    try test.put([:], at: "App/Library/Application Support/PreviewCopies")
    let count = try exclusions { container, sandbox in
      try Inbox(container).sweep(container.ageClock())
      try PreviewCopies(container, sandbox: sandbox).sweep()
    }
    #expect(count == 2)
  }

  @Test func aVolumeThatCannotLeaveFoldersOutStillTakesDocuments() throws {
    let disk = test.disk.refusing([.excludeFromBackup], with: .unsupported)
    _ = try Inbox(test.container(on: disk)).deposit { deposit throws(DiskError) in
      try deposit.add("a".utf8, as: "a.txt")
    }
    try test.drain()
    #expect(try test.documents.names == ["a.txt"])
  }
}
