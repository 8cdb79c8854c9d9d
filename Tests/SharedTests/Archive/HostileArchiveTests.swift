import Foundation
import Testing

@testable import Shared

#if canImport(TestSupport)
  import TestSupport
#endif

/// Archives that lie, by mistake or on purpose.
@Suite struct HostileArchiveTests {
  /// Whether an archive is refused, with nothing left of it.
  private func expect(
    _ expected: ArchiveError, _ bytes: [UInt8], _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try withTestContainer(on: .memory) { test in
      try test.put(.file(bytes), at: "AppGroup/Documents/a.zip")
      #expect(throws: expected, comment, sourceLocation: sourceLocation) {
        try Archive(test.container).uncompress("a.zip")
      }
      #expect(try test.documents.names == ["a.zip"], comment, sourceLocation: sourceLocation)
    }
  }

  private func expect(
    _ expected: ArchiveError, _ entries: ZipBuilder.Entry...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try expect(expected, ZipBuilder(entries).bytes, sourceLocation: sourceLocation)
  }

  private let text = ZipBuilder.Entry("1", "one")

  @Test(
    arguments: [
      ("../../x", "x"), ("/etc/x", "etc/x"), ("C:\\d\\x", "d/x"), ("C:/d/x", "d/x"), ("C:x", "C-x"),
      ("..\\x", "x"), ("a//b/./x", "a/b/x"), ("d\\x", "d/x"), ("d/y\\x", "d/y\\x"), ("\0x", "-x"),
      ("a\u{202E}fdp.exe", "a-fdp.exe"), ("", "Untitled"), ("..", "Untitled"), ("a/..", "a"),
      ("/", nil), ("../", nil), ("x:y/z", "x-y/z"), ("~/x", "~/x"), ("...", "..."),
    ])
  func noPathLeadsOut(name: String, path: String?) throws {
    try withTestContainer(on: .memory) { test in
      // Two more files, so that a folder of the archive's name comes out.
      try test.uncompress(
        ZipBuilder([
          ZipBuilder.Entry("one of two", ""), ZipBuilder.Entry("two of two", ""),
          ZipBuilder.Entry(name, name.hasSuffix("/") ? "" : "evil"),
        ]))
      var found = try test.tree("AppGroup/Documents/a")
      (found.entries["one of two"], found.entries["two of two"]) = (nil, nil)
      var expected = path == nil ? nil : Tree.file("evil")
      for name in (path ?? "").split(separator: "/").reversed() {
        expected = expected.map { .folder([FileName(String(name)): $0]) }
      }
      #expect(found == expected ?? .folder())
      #expect(try test.documents.names == ["a", "a.zip"])
    }
  }

  @Test func namesThatLookAlikeAreAllKept() throws {
    try withTestContainer { test in
      let names = [
        "a.txt", "A.TXT", "a.txt", "é", "e\u{301}", "f", "f/x", "F/y", "g/x", "G/x", "G/X", "g/", "g",
        "a-1.txt",
      ]
      try test.uncompress(ZipBuilder(names.map { ZipBuilder.Entry($0, $0.hasSuffix("/") ? "" : $0) }))
      let inner = try test.tree("AppGroup/Documents/a")
      #expect(
        inner.names == [
          "a.txt", "A-1.TXT", "a-2.txt", "é", "e\u{301}-1", "f", "f-1", "F-2", "g", "G-1", "g-2", "a-1-1.txt",
        ])
      #expect(inner.entries["f"] == .file("f"))
      #expect(inner.entries["f-1"] == .folder(["x": .file("f/x")]))
      #expect(inner.entries["G-1"] == .folder(["x": .file("G/x"), "X-1": .file("G/X")]))
      #expect(inner.contents.count == names.count - 1)
    }
  }

  @Test func namesAreUTF8OrCP437() throws {
    try withTestContainer { test in
      let found = try test.uncompressed(
        ZipBuilder.Entry(bytes: Array("ü".utf8), "1".utf8),
        ZipBuilder.Entry(bytes: Array("日本".utf8), "2".utf8).with { $0.flags = 1 << 11 },
        ZipBuilder.Entry(bytes: [0x81, 0x2E, 0x74], "3".utf8),
        ZipBuilder.Entry(bytes: [0x80, 0xFF], "4".utf8), ZipBuilder.Entry(bytes: [0xE1, 0xFE], "5".utf8))
      #expect(try #require(found.entries["a"]).names == ["ü", "日本", "ü.t", "Ç\u{A0}", "ß■"])
    }
  }

  @Test(
    arguments: [
      // 表.txt, whose second byte is a backslash; 日本①, of which the last is in none but the code page of computers.
      ("ja-JP", [0x95, 0x5C, 0x2E, 0x74, 0x78, 0x74], "表.txt"),
      ("ja", [0x93, 0xFA, 0x96, 0x7B, 0x87, 0x40], "日本①"), ("ko-KR", [0xC7, 0xD1, 0xB1, 0xDB], "한글"),
      ("zh-Hans-CN", [0xD6, 0xD0, 0xCE, 0xC4], "中文"), ("zh-Hant-TW", [0xA4, 0xA4, 0xA4, 0xE5], "中文"),
      ("zh-HK", [0xA4, 0xA4, 0xA4, 0xE5], "中文"), ("de-DE", [0x81, 0x62, 0x65, 0x72], "über"),
      // Not Shift-JIS: a second byte is missing.
      ("ja-JP", [0x74, 0x81], "tü"), ("ja-JP", Array("ü".utf8), "ü"),
    ])
  func legacyNamesAreReadByTheUsersLanguage(language: String, bytes: [UInt8], name: String) throws {
    try withTestContainer { test in
      let zip = ZipBuilder([ZipBuilder.Entry(bytes: bytes, "1".utf8)])
      try test.put(.file(zip.bytes), at: "AppGroup/Documents/a.zip")
      var archive = Archive(test.container)
      // English has no code page of its own.
      archive.encoding = NameEncoding(languages: ["en-US", language])
      #expect(try archive.uncompress("a.zip").path.description == name)
    }
  }

  @Test func theNameInUTF8BesideALegacyNameCounts() throws {
    try withTestContainer { (test: TestContainer) throws in
      let old: [UInt8] = [0x95, 0x5C]
      let field = { (checksum: UInt32) in
        let body = [1] + withUnsafeBytes(of: checksum.littleEndian) { Array($0) } + Array("表".utf8)
        return [0x75, 0x70, UInt8(body.count), 0] + body
      }
      let right = ZipBuilder.checksum(old)
      let entry = ZipBuilder.Entry(bytes: old, "1".utf8).with { $0.extra = field(right) }
      #expect(try test.uncompressed(entry).names == ["表"])
      try test.remove("AppGroup/Documents/a.zip")
      // A program that does not know the field renamed the entry.
      let renamed = ZipBuilder.Entry("b.txt", "1").with { $0.extra = field(right) }
      #expect(try test.uncompressed(renamed).names == ["表", "b.txt"])
    }
  }

  @Test func anArchiveOver4GBWithoutZIP64IsRefusedByItsCause() throws {
    try withTestContainer { test in
      let zip = ZipBuilder([ZipBuilder.Entry("one", "1"), ZipBuilder.Entry("two", "2")])
      try test.put(.file(""), at: "AppGroup/Documents/a.zip")
      let file = try FileHandle(forWritingTo: URL(filePath: test.path(of: "AppGroup/Documents/a.zip")))
      // A hole takes no room.
      try file.seek(toOffset: 1 << 32)
      try file.write(contentsOf: Data(zip.bytes))
      try file.close()
      #expect(throws: ArchiveError.withoutZIP64) { try Archive(test.container).uncompress("a.zip") }
    }
  }

  @Test func manyOfOneNameTakeNoLongerEach() throws {
    try withTestContainer(on: .memory) { test in
      // With a search from 1 for each that would be half a million looks.
      let long = String(repeating: "n", count: 300)
      try test.put(
        ZipBuilder((0..<1_000).map { ZipBuilder.Entry($0.isMultiple(of: 2) ? "n" : long + "\($0)", "") }))
      let archive = Archive(test.container(on: test.disk.withoutSyncs))
      #expect(try archive.uncompress("a.zip").path == "a")
      #expect(try test.tree("AppGroup/Documents/a").names.count == 1_000)
    }
  }

  @Test func whatCannotBeReadIsSaidByItsCause() throws {
    try expect(.encrypted, text.with { $0.flags = 1 })
    try expect(.encrypted, text.with { $0.flags = 1 << 13 })
    try expect(.unsupported, text.with { $0.method = 12 })
    try expect(.unsupported, text.with { $0.flags = 1 << 5 })
    var parts = ZipBuilder([text])
    parts.part = 1
    try expect(.unsupported, parts.bytes)
    parts.isWide = true
    try expect(.unsupported, parts.bytes)
    try expect(.notAnArchive, Array("This is a letter.".utf8))
    try expect(.notAnArchive, [])
    try expect(.notAnArchive, Array(repeating: UInt8(ascii: "P"), count: 200_000))
  }

  @Test func aFolderIsNoArchive() throws {
    try withTestContainer { test in
      try test.put(.folder(["a.zip": .folder(["x": .file("x")])]), at: "AppGroup/Documents")
      #expect(throws: ArchiveError.notAnArchive) { try Archive(test.container).uncompress("a.zip") }
      #expect(throws: ArchiveError.self) { try Archive(test.container).uncompress("b.zip") }
      #expect(throws: ArchiveError.self) { try Archive(test.container).uncompress("") }
      try test.put(.file(ZipBuilder([text]).bytes), at: "AppGroup/Trash/a.zip")
      #expect(throws: ArchiveError.self) { try Archive(test.container).uncompress("/a.zip") }
      #expect(try test.tree("AppGroup/Trash").names == ["a.zip"])
    }
  }

  @Test func whatDoesNotAgreeIsRefused() throws {
    try expect(.damaged, text.with { $0.checksum += 1 })
    try expect(.damaged, text.with { $0.localChecksum = 1 })
    try expect(.damaged, text.with { $0.localName = [0x32] })
    try expect(.damaged, text.with { $0.size = 2 })
    try expect(.damaged, text.with { $0.header = 1_000 })
    try expect(.damaged, text.with { $0.header = 1 })
    try expect(.damaged, ZipBuilder.Entry("d/", "a folder with contents"))
    try expect(.damaged, ZipBuilder.Entry("d", "too").with { $0.attributes = 0o040755 << 16 })
    let zeros = ZipBuilder.Entry.deflated(
      "z", ZipBuilder.deflatedZeros(10_000), of: Array(repeating: 0, count: 10_000))
    // Fewer than come out, more than come out, more than can come out.
    try expect(.damaged, zeros.with { $0.size = 9_999 })
    try expect(.damaged, zeros.with { $0.size = 10_001 })
    try expect(.damaged, zeros.with { $0.size = 10_000_000 })
    // No DEFLATE at all, and one that is cut off.
    try expect(.damaged, zeros.with { $0.packed = [0xFF, 0xFF, 0xFF, 0xFF] + $0.packed })
    try expect(.damaged, zeros.with { $0.packed.removeLast(3) })
    var zip = ZipBuilder([text])
    for count: UInt64 in [0, 2, 65_535] {
      zip.count = count
      try expect(.damaged, zip.bytes)
    }
  }

  @Test func moreThan65535EntriesWithoutZIP64AreCountedFromTheBeginningAgain() throws {
    // As Apple's own archives are.
    try withTestContainer { test in
      var zip = ZipBuilder([text, ZipBuilder.Entry("2", "2")])
      zip.count = 65_536 + 2
      try test.uncompress(zip)
      #expect(try test.tree("AppGroup/Documents/a").names == ["1", "2"])
      zip.isWide = true
      try expect(.damaged, zip.bytes)
    }
  }

  @Test func entriesThatOverlapAreRefused() throws {
    // Every entry is the same kernel.
    let kernel = ZipBuilder.Entry.deflated(
      "z", ZipBuilder.deflatedZeros(100_000), of: Array(repeating: 0, count: 100_000))
    try expect(.damaged, kernel, kernel.with { $0.header = 0 })
    // The contents of the first one run into the second one, behind an extra field that the directory does not have.
    var zip = ZipBuilder([text, ZipBuilder.Entry("2", "2")]).bytes
    zip[28] = 4
    try expect(.damaged, zip)
    // An entry in the directory.
    try expect(.damaged, text, ZipBuilder.Entry("2", "2").with { $0.header = 34 + 34 - 2 })
  }

  @Test func aBombIsRefusedBeforeAnythingIsWritten() throws {
    // 2 MB that say they are 2 GB.
    let bomb = ZipBuilder.Entry("bomb").with {
      ($0.method, $0.size) = (8, 2_100_000 * 1_000)
      $0.packed = Array(repeating: 0, count: 2_100_000)
    }
    try expect(.excessive, bomb)
  }

  @Test func ofABombThatLiesNotAByteTooManyIsWritten() throws {
    let bomb = ZipBuilder.Entry.deflated("bomb", ZipBuilder.deflatedZeros(1_000_000), of: [0, 0, 0])
    try withTestContainer(on: .memory) { test in
      try test.put(ZipBuilder([bomb]))
      let log = CallLog()
      let archive = Archive(test.container(on: test.disk.logging(to: log)))
      #expect(throws: ArchiveError.damaged) { try archive.uncompress("a.zip") }
      #expect(log.count(of: .createFile) == 1 && log.count(of: .write) == 0)
    }
  }

  @Test func tooDeepFoldersAreRefused() throws {
    let path = Array(repeating: "d", count: ArchiveLimits.depth).joined(separator: "/")
    try withTestContainer { test in
      try test.uncompress(ZipBuilder([ZipBuilder.Entry(path, "deep")]))
      #expect(try test.documents.contents.contains(Array("deep".utf8)))
    }
    try expect(.excessive, ZipBuilder.Entry(path + "/x", "deep"))
  }

  /// Uncompresses entries of these paths, where ten are allowed.
  private func uncompress(upTo10 paths: some Sequence<String>) throws {
    try withTestContainer(on: .memory) { test in
      try test.put(ZipBuilder(paths.map { ZipBuilder.Entry($0, "") }))
      var archive = Archive(test.container)
      archive.limit = 10
      _ = try archive.uncompress("a.zip")
    }
  }

  @Test func tooManyEntriesAreRefused() throws {
    try uncompress(upTo10: (1...10).map { "\($0)" })
    #expect(throws: ArchiveError.excessive) { try uncompress(upTo10: (1...11).map { "\($0)" }) }
  }

  @Test func tooManyFoldersThatNoEntryStandsForAreRefused() throws {
    // Two entries, which share the first of the folders.
    let five = "/2/3/4/5/6"
    try uncompress(upTo10: ["1\(five)/x", "1/b/c/d/e/x"])
    #expect(throws: ArchiveError.excessive) { try uncompress(upTo10: ["1\(five)/x", "1/b/c/d/e/f/x"]) }
  }

  @Test func aPartOfAnArchiveIsNeverTakenForAWholeOne() throws {
    var zip = ZipBuilder([text, ZipBuilder.Entry("d/2", "two").with { $0.isStreamed = true }])
    zip.isWide = true
    let bytes = zip.bytes
    try withTestContainer(on: .memory) { test in
      let archive = Archive(test.container(on: test.disk.withoutSyncs))
      for length in 0..<bytes.count {
        try test.put(.file(bytes[..<length]), at: "AppGroup/Documents/a.zip")
        #expect(throws: ArchiveError.self, "\(length)") { try archive.uncompress("a.zip") }
        try test.remove("AppGroup/Documents/a.zip")
      }
      #expect(try test.documents == .folder())
    }
  }

  @Test func oneWrongByteCausesNoWrongContents() throws {
    let zip = ZipBuilder([
      text, ZipBuilder.Entry("d/2", "two").with { $0.isWide = true },
      .deflated("z", ZipBuilder.deflatedZeros(600), of: Array(repeating: 0, count: 600)),
    ])
    let bytes = zip.bytes
    let known = Set([Array("one".utf8), Array("two".utf8), Array(repeating: UInt8(0), count: 600)])
    try withTestContainer(on: .memory) { test in
      let archive = Archive(test.container(on: test.disk.withoutSyncs))
      for place in bytes.indices {
        var wrong = bytes
        wrong[place] ^= 1 << UInt8(place % 8)
        try test.put(.file(wrong), at: "AppGroup/Documents/a.zip")
        // Refused, or not noticed: names and dates have no checksum.
        let result = try? archive.uncompress("a.zip")
        try test.remove("AppGroup/Documents/a.zip")
        let found = try test.documents
        #expect(found.names.count == (result == nil ? 0 : 1), "\(place)")
        #expect(known.isSuperset(of: found.contents), "\(place): \(found)")
        for name in found.names { try test.remove("AppGroup/Documents/\(name)") }
      }
    }
  }
}
