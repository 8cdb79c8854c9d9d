import Foundation
import Testing

@testable import Shared

#if canImport(TestSupport)
  import TestSupport
#endif

/// Edits that try not to be seen, and the ways in which editors save.
@Suite struct CatalogueEditTests {
  private static let count =
    ProcessInfo.processInfo.environment["INTRAY_EDITS"].flatMap { Int($0) } ?? 600

  @Test("No edit is missed: same size, restored date, same tick, mapped memory, exchange")
  func hiddenEdits() throws {
    // With the system's clock, because what happens within one tick is what this is about.
    try withDesk(clock: .system) { desk in
      var random = Seeded(11)
      let names = (0..<8).map { "\($0).txt" }
      for name in names { try desk.write(name, "0123456789") }
      try desk.scan()
      var versions = try names.map { try #require(try desk.item($0)).contentVersion }
      for number in 0..<Self.count {
        let index = Int.random(in: 0..<names.count, using: &random)
        try edit(desk, names[index], number, Int.random(in: 0..<5, using: &random))
        try desk.catalogue.scan(.folder(.root))
        let item = try #require(try desk.item(names[index]))
        #expect(item.contentVersion == versions[index] + 1, "edit \(number)")
        versions[index] = item.contentVersion
      }
    }
  }

  @Test("An edit that hides its date is found at every path of a file, time after time")
  func hiddenEditsOfLinks() throws {
    try withDesk { desk in
      try desk.write("a/one.txt", "0123456789")
      try desk.makeFolder("b")
      try desk.link("a/one.txt", "b/two.txt")
      try desk.scan()
      for number in 2..<6 {
        try edit(desk, ["a/one.txt", "b/two.txt"][number % 2], number, 1)
        try desk.scan()
        for path in ["a/one.txt", "b/two.txt"] {
          #expect(try desk.item(path)?.contentVersion == Int64(number), "\(path)")
        }
        // What only touches the change time is no edit, once the contents are known.
        try desk.setAttribute("a/one.txt", "user.other", [UInt8(number)])
        try desk.scan()
        for path in ["a/one.txt", "b/two.txt"] {
          #expect(try desk.item(path)?.contentVersion == Int64(number), "\(path)")
        }
      }
    }
  }

  private func edit(_ desk: Study, _ name: String, _ number: Int, _ way: Int) throws {
    let text = String(String(1_000_000_000 + number).prefix(10))
    let (folder, file) = try Folder.openParent(of: desk.place(name), disk: .system)
    let date = try folder.status(file).modified
    switch way {
    case 0: try overwrite(desk.place(name), text)
    case 1:
      try overwrite(desk.place(name), text)
      try desk.setModified(name, date)
    case 2: try overwriteMapped(desk.place(name), text)
    case 3:
      try desk.write("../new", text)
      try desk.setModified("../new", date)
      try desk.exchange("../new", name)
      try desk.remove("../new")
    default:
      try overwriteMapped(desk.place(name), text)
      try desk.setModified(name, date)
    }
  }

  private func overwrite(_ path: String, _ text: String) throws {
    let file = open(path, O_WRONLY)
    defer { close(file) }
    guard write(file, text, text.utf8.count) == text.utf8.count else {
      throw Violation("write: errno \(errno)")
    }
  }

  private func overwriteMapped(_ path: String, _ text: String) throws {
    let file = open(path, O_RDWR)
    defer { close(file) }
    guard let memory = mmap(nil, 10, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), memory != MAP_FAILED else {
      throw Violation("mmap: errno \(errno)")
    }
    defer { munmap(memory, 10) }
    memory.copyMemory(from: text, byteCount: 10)
    // As whoever edits does that wants to keep it; it is also what makes the kernel stamp the file.
    guard msync(memory, 10, MS_SYNC) == 0 else { throw Violation("msync: errno \(errno)") }
  }

  /// The ways in which editors save, each a list of steps after any of which the editor may die.
  private static let waysToSave: [String: [@Sendable (Study) throws -> Void]] = [
    "in place": [{ try $0.write("a.txt", "new contents") }],
    "truncate and write": [{ try $0.write("a.txt", "") }, { try $0.write("a.txt", "new contents") }],
    "rename over": [{ try $0.write("a.tmp", "new contents") }, { try $0.move("a.tmp", "a.txt") }],
    "backup and rename": [
      { try $0.write("a.tmp", "new contents") }, { try $0.move("a.txt", "a.bak") },
      { try $0.move("a.tmp", "a.txt") }, { try $0.remove("a.bak") },
    ],
    "exchange": [
      { try $0.write("a.tmp", "new contents") }, { try $0.exchange("a.tmp", "a.txt") },
      { try $0.remove("a.tmp") },
    ],
    "delete and create": [{ try $0.remove("a.txt") }, { try $0.write("a.txt", "new contents") }],
    "copy back": [
      { try FileManager.default.copyItem(atPath: $0.place("a.txt"), toPath: $0.place("a.bak")) },
      { try $0.write("a.txt", "new contents") }, { try $0.remove("a.bak") },
    ],
    "temporary in another folder": [
      { try $0.write("tmp/a", "new contents") }, { try $0.move("tmp/a", "a.txt") }, { try $0.remove("tmp") },
    ],
    "unlink while open": [
      { desk in
        let file = open(desk.place("a.txt"), O_RDWR)
        defer { close(file) }
        try desk.remove("a.txt")
        guard write(file, "lost", 4) == 4 else { throw Violation("write") }
      }, { try $0.write("a.txt", "new contents") },
    ],
    "lock file": [
      { try $0.write("~$a.txt", "me") }, { try $0.write("a.tmp", "new contents") },
      { try $0.move("a.tmp", "a.txt") }, { try $0.remove("~$a.txt") },
    ],
    "hard link as backup": [
      { try $0.link("a.txt", "a.bak") }, { try $0.write("a.tmp", "new contents") },
      { try $0.move("a.tmp", "a.txt") }, { try $0.remove("a.bak") },
    ],
    "append": [
      { desk in
        let file = open(desk.place("a.txt"), O_WRONLY | O_APPEND)
        defer { close(file) }
        guard write(file, "more", 4) == 4 else { throw Violation("write") }
      }
    ],
  ]

  @Test(
    "However an editor saves, the document is the same, with one new content version",
    arguments: waysToSave.keys.sorted())
  func saves(_ name: String) throws {
    let steps = try #require(Self.waysToSave[name])
    // Once as a whole, and once for each step at which the editor dies and somebody looks.
    for dies in 1...steps.count {
      try withDesk { desk in
        try desk.write("a.txt", "old")
        try desk.scan()
        let before = try #require(try desk.item("a.txt"))
        for step in steps.prefix(dies) { try step(desk) }
        try desk.scan()
        guard let after = try desk.item("a.txt") else {
          // It was moved aside or deleted, and nobody made it again.
          return #expect(dies < steps.count)
        }
        let isOld = try String(contentsOfFile: desk.place("a.txt"), encoding: .utf8) == "old"
        // As long as the old file is there under another name, that one is the document.
        let keepsOld = ["backup and rename", "exchange", "hard link as backup"].contains(name)
        if dies == steps.count || !keepsOld || isOld {
          #expect(after.id == before.id, "\(name), step \(dies)")
          #expect(after.contentVersion == before.contentVersion + (isOld ? 0 : 1), "\(name), step \(dies)")
        }
        try desk.scan()
        #expect(try desk.item("a.txt") == after)
      }
    }
  }
}
