import Foundation
import Testing

@testable import IntrayCore

/// What a check of the device finds on its disk.
@Suite struct DiskCheckTests {
  private func findings(_ test: TestContainer, on disk: Disk) -> [String: Finding] {
    let found = DiskCheck(test.container(on: disk), Sandbox(path: test.sandbox.path, disk: disk)).findings()
    return Dictionary(uniqueKeysWithValues: found.map { ($0.name, $0) })
  }

  @Test func aDiskThatDoesWhatIntrayReliesOnIsFoundSo() throws {
    try withTestContainer { test in
      try test.put(.folder(["Secret.txt": .file("a")]), at: "App/Documents/Inbox")
      try test.put(.folder(["Secret.txt": .file("a")]), at: "AppGroup/Documents")
      let found = findings(test, on: test.disk)
      let unmet = found.values.filter { $0.isMet == false }.map(\.name)
      // Not every volume of Linux can clone, or has room for a long attribute; none takes such a name.
      #expect(Set(unmet).isSubset(of: ["clone", "attribute of 4096 bytes", "name of 255 × 울"]), "\(found)")
      #expect(found["Documents/Inbox"]?.isMet == true)
      #expect(found.count == 10 && !found.values.contains { $0.line.contains("Secret") })
      #expect(try test.tree("AppGroup/Staging").names.isEmpty)
      #expect(try test.tree("App/Documents/Inbox") == .folder(["Secret.txt": .file("a")]))
    }
  }

  @Test func eachThingThatADiskDoesNotDoIsNamed() throws {
    try withTestContainer { test in
      var disk = test.disk
      disk.renameExclusive = { _, _, _, _ throws(DiskError) in }
      disk.exchange = { _, _, _, _ throws(DiskError) in
        throw .of(.unsupported, number: EINVAL, call: "renameat2")
      }
      disk.setAttribute = { [system = disk] file, name, value throws(DiskError) in
        if value.count > 1_000 { throw .of(.noSpace, number: ENOSPC, call: "fsetxattr") }
        try system.setAttribute(file, name, value)
      }
      disk.setModeOfOpen = { _, _ throws(DiskError) in }
      let found = findings(test, on: disk)
      let unmet = Set(found.values.filter { $0.isMet == false }.map(\.name)).subtracting([
        "clone", "name of 255 × 울",
      ])
      #expect(
        unmet == ["exclusive rename", "exchange", "attribute of 4096 bytes", "change time after fchmod"])
      try test.container.open(.documents).createFile("Secret.txt")
        .setAttribute("com.example.large", [UInt8](repeating: 1, count: 2_100))
      let attributes = findings(test, on: test.disk)["attributes in backups"]
      #expect(attributes?.found == "1 of 1 have more than 2048 bytes, the most 2117")
      #expect(attributes?.isMet == false)
      #expect(found["exchange"]?.found == "unsupported (renameat2, errno \(EINVAL))")
    }
  }

  @Test func whatAnExtensionReportsIsRead() throws {
    try withTestContainer { test in
      #expect(ExtensionReport.read(of: .fileProvider, in: test.container) == nil)
      var report = ExtensionReport()
      report.refusals["denied"] = 2
      report.opening = 3
      try report.write(of: .fileProvider, in: test.container)
      let read = try #require(ExtensionReport.read(of: .fileProvider, in: test.container))
      #expect(read == report)
      let lines = read.findings(of: .fileProvider).map(\.line)
      #expect(
        lines.contains { $0.hasSuffix("denied (2)") }
          && lines.contains { $0.hasPrefix("NO  FileProvider: opening") })
      ExtensionReport.forget(of: .fileProvider, in: test.container)
      #expect(ExtensionReport.read(of: .fileProvider, in: test.container) == nil)
    }
  }
}
