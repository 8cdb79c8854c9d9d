import Foundation
import Synchronization
import Testing

@testable import Shared

#if canImport(TestSupport)
  import TestSupport
#endif

extension TestContainer {
  /// Puts an archive into Documents.
  func put(_ zip: ZipBuilder, as name: FileName = "a.zip") throws {
    try put(.file(zip.bytes), at: "AppGroup/Documents/\(name)")
  }

  /// Puts an archive into Documents, and uncompresses it.
  @discardableResult
  func uncompress(_ zip: ZipBuilder, as name: FileName = "a.zip") throws -> Archive.Uncompressed {
    try put(zip, as: name)
    return try Archive(container).uncompress(DocumentPath([name]))
  }

  /// What came out of an archive, with the archive's own bytes left out.
  func uncompressed(_ entries: ZipBuilder.Entry..., as name: FileName = "a.zip") throws -> Tree {
    _ = try uncompress(ZipBuilder(entries), as: name)
    var found = try documents
    found.entries[name] = nil
    return found
  }
}

/// “abc ” forty times, as zlib deflates it.
private let deflated = ZipBuilder.Entry.deflated(
  "text.txt", [75, 76, 74, 86, 72, 28, 196, 24, 0], of: Array(String(repeating: "abc ", count: 40).utf8))

@Suite struct UncompressTests {
  @Test func severalItemsComeOutInAFolderOfTheArchivesName() throws {
    try withTestContainer { test in
      let found = try test.uncompressed(
        deflated, ZipBuilder.Entry("deep/er/one.txt", "one"), ZipBuilder.Entry("empty/"),
        as: "Holiday.ZIP")
      let text = String(repeating: "abc ", count: 40)
      #expect(
        found
          == .folder([
            "Holiday": .folder([
              "text.txt": .file(text), "deep": .folder(["er": .folder(["one.txt": .file("one")])]),
              "empty": .folder(),
            ])
          ]))
    }
  }

  @Test func entriesWhoseNamesTheVolumeRefusesGetTheNextFreeNames() throws {
    try withTestContainer { test in
      let new = "Été \u{1FADF}"
      try test.put(
        ZipBuilder([
          ZipBuilder.Entry("Été -", "taken"), ZipBuilder.Entry("\(new)/a", "a"), ZipBuilder.Entry("b", "b"),
          ZipBuilder.Entry("\(new)/\(new)", "c"), ZipBuilder.Entry("\(new)/\(new)/", ""),
          ZipBuilder.Entry("\(new)/\(new)/d", "d"),
        ]))
      let disk = test.disk.refusingNames { $0.contains { $0.value > 0xFFFF } }
      _ = try Archive(test.container(on: disk)).uncompress("a.zip")
      #expect(
        try test.documents.entries["a"]
          == .folder([
            "Été -": .file("taken"), "b": .file("b"),
            "Été --1": .folder([
              "a": .file("a"), "Été -": .file("c"), "Été --1": .folder(["d": .file("d")]),
            ]),
          ]))
    }
  }

  @Test func aSingleFileComesOutAsItself() throws {
    try withTestContainer { test in
      let found = try test.uncompressed(deflated)
      #expect(found.names == ["text.txt"])
    }
  }

  @Test func aSingleFolderBecomesTheFolderOfTheArchivesName() throws {
    try withTestContainer { test in
      let found = try test.uncompressed(
        ZipBuilder.Entry("x/"), ZipBuilder.Entry("x/1", "1"), ZipBuilder.Entry("x/y/2", "2"))
      #expect(found == .folder(["a": .folder(["1": .file("1"), "y": .folder(["2": .file("2")])])]))
    }
  }

  /// So a single document is compressed.
  @Test func aDocumentAloneInAFolderOfItsNameComesOutAsItself() throws {
    try withTestContainer { test in
      let found = try test.uncompressed(
        ZipBuilder.Entry("report/"), ZipBuilder.Entry("report/report.pdf", "1"), as: "report.zip")
      #expect(found == .folder(["report.pdf": .file("1")]))
      // Another name, a second document and a folder are none.
      for entries in [["x/y.pdf"], ["x/x.pdf", "x/z.pdf"], ["x/x.rtfd/TXT.rtf"]] {
        let zip = ZipBuilder(entries.map { ZipBuilder.Entry($0, "1") })
        #expect(try test.uncompress(zip, as: "b.zip").path.description.hasPrefix("b"))
        try test.remove("AppGroup/Documents/b.zip")
      }
    }
  }

  @Test func aSinglePackageKeepsItsName() throws {
    try withTestContainer { test in
      let found = try test.uncompressed(
        ZipBuilder.Entry("Report.pages/1", "1"), ZipBuilder.Entry("Report.pages/y/2", "2"))
      let package = Tree.folder(["1": .file("1"), "y": .folder(["2": .file("2")])])
      #expect(found == .folder(["Report.pages": package]))
    }
  }

  @Test func anEmptyArchiveIsAnEmptyFolder() throws {
    try withTestContainer { test in
      let found = try test.uncompressed()
      #expect(found == .folder(["a": .folder()]))
    }
  }

  @Test func aNameThatIsTakenGetsTheNextFreeOneAndTheArchiveStays() throws {
    try withTestContainer { test in
      try test.put(.folder(["A": .file("mine"), "x": .folder()]), at: "AppGroup/Documents")
      let zip = ZipBuilder([ZipBuilder.Entry("1", "1"), ZipBuilder.Entry("2", "2")])
      try test.put(zip, as: "x/a.zip")
      try test.put(zip)
      #expect(try test.uncompress(zip, as: "b.zip").path == "b")
      #expect(try Archive(test.container).uncompress("a.zip").path == "a-1")
      #expect(try Archive(test.container).uncompress("x/a.zip").path == "x/a")
      #expect(try test.documents.entries["A"] == .file("mine"))
      #expect(try test.documents.entries["a.zip"] == .file(zip.bytes))
    }
  }

  @Test func everyDocumentHasAnIdentityOfItsOwn() throws {
    try withTestContainer { test in
      _ = try test.uncompressed(
        ZipBuilder.Entry("x/1", "1"), ZipBuilder.Entry("x/y/2", "2"), ZipBuilder.Entry("3", "3"))
      let fixture = try ["", "/x", "/x/1", "/x/y", "/x/y/2", "/3"].map { place in
        let (folder, name) = try Folder.openParent(
          of: test.path(of: "AppGroup/Documents/a\(place)"), disk: test.disk)
        let status = try folder.status(name)
        return try folder.withOpen(name, status.kind) { opened throws(DiskError) in
          let identity = try test.disk.identity(opened)
          #expect(identity?.fits(status) == true, "\(place)")
          return identity?.id
        }
      }
      #expect(Set(fixture).count == 6)
    }
  }

  @Test func datesAreKept() throws {
    try withTestContainer { test in
      // The extended timestamp: it holds the modification time, then 1,000,000,000 seconds.
      let field: [UInt8] = [0x55, 0x54, 5, 0, 1, 0x00, 0xCA, 0x9A, 0x3B]
      _ = try test.uncompressed(
        ZipBuilder.Entry("f/").with { $0.extra = field }, ZipBuilder.Entry("f/new").with { $0.extra = field },
        ZipBuilder.Entry("f/old").with { ($0.date, $0.time) = (45 << 9 | 1 << 5 | 2, 3 << 11 | 4 << 5 | 5) },
        ZipBuilder.Entry("f/none").with { ($0.date, $0.time) = (0, 0) }, ZipBuilder.Entry("g", "g"))
      let folder = try test.folder("AppGroup/Documents/a")
      #expect(try folder.status("f").modified == FileTime(seconds: 1_000_000_000))
      let inner = try folder.folder("f")
      #expect(try inner.status("new").modified == FileTime(seconds: 1_000_000_000))
      let parts = DateComponents(year: 2025, month: 1, day: 2, hour: 3, minute: 4, second: 10)
      let date = try #require(Calendar(identifier: .gregorian).date(from: parts))
      #expect(try inner.status("old").modified == FileTime(date))
      let now = FileTime.now.seconds
      #expect(try abs(inner.status("none").modified.seconds - now) < 60 * 60)
    }
  }

  @Test func linksAndDevicesAreLeftOutAndFindersNotesAreNotMentioned() throws {
    try withTestContainer { test in
      try test.put(
        ZipBuilder([
          ZipBuilder.Entry("1", "1"), ZipBuilder.Entry("2", "2"),
          ZipBuilder.Entry("link", "/etc/passwd").with { $0.attributes = 0o120777 << 16 },
          ZipBuilder.Entry("fifo").with { $0.attributes = 0o010600 << 16 },
          // What another system means by these bits is something else.
          ZipBuilder.Entry("3", "3").with { ($0.attributes, $0.system) = (0o120777 << 16, 0) },
          ZipBuilder.Entry("__MACOSX/._1", "note"), ZipBuilder.Entry(".DS_Store", "note"),
          ZipBuilder.Entry("d/.DS_Store", "note"),
        ]))
      let result = try Archive(test.container).uncompress("a.zip")
      #expect(result.leftOut == ["link", "fifo"])
      #expect(
        try test.tree("AppGroup/Documents/a")
          == .folder(["1": .file("1"), "2": .file("2"), "3": .file("3")]))
    }
  }

  @Test func whatOtherProgramsWriteIsRead() throws {
    let entries = [
      deflated.with { $0.isStreamed = true }, ZipBuilder.Entry("2", "2").with { $0.isWide = true },
      ZipBuilder.Entry("d").with { $0.attributes = 0o040755 << 16 },
      ZipBuilder.Entry("e").with { ($0.attributes, $0.system) = (0x10, 0) },
      // Deflated to two bytes.
      ZipBuilder.Entry.deflated("empty", [3, 0], of: []),
      ZipBuilder.Entry("nothing").with { $0.method = 8 },
    ]
    let plain = ZipBuilder(entries)
    var (wide, behind, commented) = (plain, plain, plain)
    wide.isWide = true
    behind.prefix = Array("#!/bin/sh\n".utf8)
    commented.comment = Array("PK\u{5}\u{6} is how this ends".utf8)
    for zip in [plain, wide, behind, commented] {
      try withTestContainer { test in
        try test.uncompress(zip)
        #expect(
          try test.tree("AppGroup/Documents/a")
            == .folder([
              "text.txt": .file(String(repeating: "abc ", count: 40)), "2": .file("2"), "d": .folder(),
              "e": .folder(), "empty": .file(""), "nothing": .file(""),
            ]))
      }
    }
  }

  /// Made by Python's zipfile, deflated, with a folder.
  @Test func anArchiveOfAnotherProgramIsRead() throws {
    let bytes = try #require(
      Data(
        base64Encoded:
          "UEsDBBQAAAAIAAU5plid7KKMFwAAAEABAAAKAAAAcmVhZG1lLnR4dPNIzcnJ11FILErOyCxL1ePyGOWTxAcAUEsDBB"
          + "QAAAAAAAU5plgAAAAAAAAAAAAAAAAEAAAAc3ViL1BLAwQUAAAICAAFOaZYF19KtggAAAAGAAAACgAAAHN1Yi/DvC50"
          + "eHQrzc1JLC0BAFBLAQIUAxQAAAAIAAU5plid7KKMFwAAAEABAAAKAAAAAAAAAAAAAACkgQAAAAByZWFkbWUudHh0UE"
          + "sBAhQDFAAAAAAABTmmWAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAQAO1BPwAAAHN1Yi9QSwECFAMUAAAICAAFOaZYF19K"
          + "tggAAAAGAAAACgAAAAAAAAAAAAAApIFhAAAAc3ViL8O8LnR4dFBLBQYAAAAAAwADAKIAAACRAAAAAAA="
      ))
    try withTestContainer { test in
      try test.put(.file(bytes), at: "AppGroup/Documents/p.zip")
      _ = try Archive(test.container).uncompress("p.zip")
      #expect(
        try test.tree("AppGroup/Documents/p")
          == .folder([
            "readme.txt": .file(String(repeating: "Hello, archive.\n", count: 20)),
            "sub": .folder(["ü.txt": .file("umlaut")]),
          ]))
    }
  }

  @Test func progressEndsAtOneAndNeverGoesBack() throws {
    try withTestContainer { test in
      try test.put(
        ZipBuilder([
          .deflated("zeros", ZipBuilder.deflatedZeros(200_000), of: Array(repeating: 0, count: 200_000)),
          ZipBuilder.Entry("two", String(repeating: "2", count: 100_000)),
        ]))
      let seen = Mutex<[Double]>([])
      _ = try Archive(test.container).uncompress(
        "a.zip", progress: { part in seen.withLock { $0.append(part) } })
      let parts = seen.withLock { $0 }
      #expect(parts.last == 1 && parts == parts.sorted() && parts.count > 4)
    }
  }

  @Test func aCancelAtAnyMomentLeavesNothing() throws {
    let zip = ZipBuilder([
      .deflated("zeros", ZipBuilder.deflatedZeros(200_000), of: Array(repeating: 0, count: 200_000)),
      ZipBuilder.Entry("x/y", "2"), ZipBuilder.Entry("e/"),
    ])
    for moment in 1...100 {
      var isOver = false
      try withTestContainer(on: .memory) { test in
        try test.put(zip)
        let asked = Mutex(0)
        do throws(ArchiveError) {
          _ = try Archive(test.container(on: test.disk.withoutSyncs)).uncompress(
            "a.zip",
            isCancelled: {
              asked.withLock { asked in
                asked += 1
                return asked == moment
              }
            })
          isOver = asked.withLock { $0 } < moment
        } catch {
          if case .disk(let disk) = error { #expect(disk.code == .cancelled) } else { Issue.record(error) }
          #expect(try test.documents.names == ["a.zip"])
        }
      }
      if isOver {
        #expect(moment > 5)
        return
      }
    }
    Issue.record("it does not end")
  }

  @Test func aCancelAfterTheLastByteLeavesNothing() throws {
    let zip = ZipBuilder([
      ZipBuilder.Entry("e/"), ZipBuilder.Entry("x/"), ZipBuilder.Entry("x/y/"),
      ZipBuilder.Entry("x/y/z", "z"),
    ])
    /// Whether it was cancelled when it asked so often after the last byte.
    func isCancelled(at moment: Int) throws -> Bool {
      var isCancelled = false
      try withTestContainer(on: .memory) { test in
        try test.put(zip)
        let isWritten = Mutex(false)
        let asked = Mutex(0)
        do throws(ArchiveError) {
          _ = try Archive(test.container(on: test.disk.withoutSyncs)).uncompress(
            "a.zip",
            isCancelled: {
              guard isWritten.withLock({ $0 }) else { return false }
              return asked.withLock { asked in
                asked += 1
                return asked == moment
              }
            }, progress: { part in isWritten.withLock { $0 = part == 1 } })
        } catch {
          if case .disk(let disk) = error { #expect(disk.code == .cancelled) } else { Issue.record(error) }
          isCancelled = true
          #expect(try test.documents.names == ["a.zip"])
          #expect(try test.tree("AppGroup/Staging") == .folder())
        }
      }
      return isCancelled
    }
    // For the dates of four entries, the syncs of three folders, and the name.
    for moment in 1...8 { #expect(try isCancelled(at: moment), "\(moment)") }
    #expect(try !isCancelled(at: 9))
  }

  @Test func theParcelIsTouchedWhileItIsWritten() throws {
    try withTestContainer { test in
      // Without a date, so that nothing else is given one.
      try test.put(
        ZipBuilder(
          [ZipBuilder.Entry("1", "one"), ZipBuilder.Entry("2", "two")].map { entry in
            entry.with { ($0.date, $0.time) = (0, 0) }
          }))
      let log = CallLog()
      let archive = Archive(test.container(on: test.disk.logging(to: log)))
      // Shorter than any time, so that each piece of contents is a reason.
      try Deposit.$touchInterval.withValue(.seconds(-1)) { _ = try archive.uncompress("a.zip") }
      #expect(log.count(of: .setModified) == 2)
    }
  }

  @Test func whatASweepHasClaimedIsNotTakenForWhole() throws {
    try withTestContainer { test in
      try test.put(ZipBuilder([ZipBuilder.Entry("1", "1"), ZipBuilder.Entry("2", "2")]))
      let isDue = Mutex(false)
      // The clock jumps, and another process sweeps: it has removed one of the two files when the folder is renamed.
      let other = test.container(
        on: test.disk.ofAnotherProcess.failing(
          Fuse(at: 2, of: .removeFile), with: .of(.failed, number: EIO)))
      let disk = test.disk.asking { request throws(DiskError) in
        guard request.call == .renameExclusive, isDue.withLock({ $0 }) else { return }
        isDue.withLock { $0 = false }
        // It fails, as it is told to.
        try? Inbox(other).sweep(now: muchLater)
      }
      let error = #expect(throws: ArchiveError.self) {
        try Archive(test.container(on: disk)).uncompress(
          "a.zip", progress: { part in isDue.withLock { $0 = part == 1 } })
      }
      if case .disk(let error)? = error {
        #expect(error.code == .swept)
      } else {
        Issue.record("\(String(describing: error))")
      }
      #expect(try test.documents.names == ["a.zip"])
      try Inbox(test.container).sweep(now: muchLater)
    }
  }

  @Test func withoutEnoughRoomNothingIsWritten() throws {
    try withTestContainer { test in
      try test.put(ZipBuilder([ZipBuilder.Entry("1", "12345")]))
      let log = CallLog()
      let archive = Archive(test.container(on: test.disk.logging(to: log)))
      #expect(throws: ArchiveError.disk(DiskError(.noSpace, at: test.path(of: "AppGroup/Documents/a.zip")))) {
        try archive.uncompress("a.zip", room: 4_100)
      }
      #expect(log.count(of: .createFile) == 0 && log.count(of: .write) == 0)
      _ = try archive.uncompress("a.zip", room: 4_101)
    }
  }
}
