import Foundation
import Synchronization
import Testing

@testable import Shared

/// Memory is read from `/proc`.
extension CopierTests {
  @Test(.enabled(if: ProcessInfo.processInfo.environment["INTRAY_LARGE"] != nil, "INTRAY_LARGE is not set"))
  func aFileOfTwoGigabytesNeedsNoMemory() throws {
    let path = test.path(of: "Originals/a")
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let handle = try #require(FileHandle(forWritingAtPath: path))
    let block = Data((0..<(16 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) })
    for _ in 0..<128 { try handle.write(contentsOf: block) }
    try handle.close()
    var disk = test.disk
    for isKernel in [true, false] {
      if !isKernel { disk.copyRange = { _, _, _, _ in nil } }
      let before = try Self.residentBytes()
      let peak = Mutex(before)
      try copy(
        test, on: disk,
        by: Copier(progress: { _ in
          let now = (try? Self.residentBytes()) ?? .max
          peak.withLock { $0 = max($0, now) }
        }))
      #expect(peak.withLock { $0 } - before < 8 << 20)
      #expect(try test.folder("App").status("copy").size == 2 << 30)
      try test.remove("App/copy")
    }
  }

  private static func residentBytes() throws -> Int {
    let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    return (Int(fields[1]) ?? 0) * 4_096
  }
}
