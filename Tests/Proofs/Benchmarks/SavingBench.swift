import Foundation
import Glibc
import IntrayCore
import TestSupport

/// What is shared, from *Save* until it is published in the inbox, against the copies, syncs and renames that this needs.
struct SavingBench {
  let path: String
  let rounds: Int
  let tell: (Row) -> Void

  /// The work of a process of its own, which copies a file so often: prints the seconds of each copy and the memory in
  /// kilobytes. In a process of its own, because the kernel slows one that wrote much before.
  static func work(_ arguments: [String]) throws {
    let (room, original, count) = (arguments[1], arguments[2], Int(arguments[3]) ?? 1)
    try FileManager.default.createDirectory(atPath: room, withIntermediateDirectories: true)
    let inbox = Inbox(Container(path: room))
    let bare = try arguments[0] == "bare" ? BareParcels(room) : nil
    let before = try peakMemory()
    let time = try seconds {
      for number in 0..<count {
        if let bare {
          try bare.publish(copyOf: original, as: "document \(number).bin")
        } else {
          _ = try inbox.deposit { deposit throws(DiskError) in
            try deposit.add(contentsOf: original, as: DocumentName("document.bin"))
          }
        }
      }
    }
    print(time / Double(count), try peakMemory() - before)
  }

  func run() throws {
    for (what, megabytes, count) in [("a photo of 3 MB", 3, 20), ("a film of 4 GB", 4_096, 1)] {
      let original = path + "/original"
      try execute(["dd", "if=/dev/urandom", "of=\(original)", "bs=1M", "count=\(megabytes)"])
      Glibc.sync()
      defer { unlink(original) }
      var memory = Figures()
      func save(_ how: String) throws -> [Double] {
        let room = path + "/room"
        defer { _ = try? BenchContainer.clear(room) }
        return try measure(["save", how, room, original, "\(count)"], count: 2)
      }
      let result = try compare(rounds * (count == 1 ? 1 : 3)) {
        let figures = try save("ours")
        memory.add(figures[1] / 1_024)
        return figures[0]
      } and: {
        try save("bare")[0]
      }
      tell(
        Row(
          "save \(what), ext4", result, against: "the same copy, syncs and renames made bare",
          wanted: "at most 1.1", in: "ms", times: 1_000))
      tell(
        Row(
          what: "save \(what): memory", ours: memory.text("%.1f") + " MB",
          wanted: "under 8 MB"))
    }
  }
}

/// What no share can do without: each document is written and synced in a folder of its own, which one rename publishes.
struct BareParcels {
  let path: String

  init(_ path: String) throws {
    self.path = path
    for room in ["Staging", "Inbox"] {
      try FileManager.default.createDirectory(atPath: path + "/" + room, withIntermediateDirectories: true)
    }
  }

  /// Publishes a document, whose contents a closure writes to its descriptor.
  ///
  /// - Returns: the path of its folder in the inbox.
  func publish(_ name: String, _ write: (Int32) throws -> Void) throws -> String {
    let (staged, published) = (path + "/Staging/one", path + "/Inbox/" + name)
    try check(mkdir(staged, 0o700))
    let file = Glibc.open(staged + "/" + name, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    try check(file)
    try write(file)
    try check(fsync(file))
    close(file)
    try sync(staged)
    try check(rename(staged, published))
    try sync(path + "/Inbox")
    try sync(path + "/Staging")
    return published
  }

  func sync(_ folder: String) throws {
    let folder = Glibc.open(folder, O_RDONLY)
    try check(folder)
    defer { close(folder) }
    try check(fsync(folder))
  }

  func check(_ result: Int32) throws { if result < 0 { throw Failure("a bare share: errno \(errno)") } }
}

extension BareParcels {
  /// Publishes a copy of a file. ext4 shares no blocks.
  fileprivate func publish(copyOf original: String, as name: String) throws {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4_096)
    defer { buffer.deallocate() }
    let source = Glibc.open(original, O_RDONLY)
    try check(source)
    defer { close(source) }
    _ = try publish(name) { copy in
      while case let count = read(source, buffer.baseAddress, buffer.count), count != 0 {
        try check(Int32(count))
        guard write(copy, buffer.baseAddress, count) == count else {
          throw Failure("a copy: errno \(errno)")
        }
      }
    }
  }
}
