import Foundation
import LinuxCalls
import TestSupport
import Testing

/// The small app that is built on the product, under names of its own.
@Suite(.onPhone) struct ExampleTests {
  let phone = TestPhone.current

  @Test func whatIsSharedToTheExampleIsListedByItUnderItsOwnNames() throws {
    let shared = try phone.run("--example", "share", phone.original("report.txt", "first"))
    #expect(shared.status == 0 && shared.text.contains("Saved to Tray."))
    #expect(try phone.run("--example", "share", phone.original("report.txt", "second")).status == 0)
    let listed = try phone.run("--example", "launch").text
    #expect(listed.contains("report.txt") && listed.contains("report-1.txt"))
    #expect(try phone.document("report.txt") == Data("first".utf8))
    let names = try attributes(of: phone.device + "/AppGroup/Documents/report.txt")
    #expect(names.contains("user.com.example.tray.item"))
    #expect(!names.contains { $0.contains("intray") })
  }

  @Test func theExampleHasNoFilesExtension() throws {
    #expect(try phone.run("--example", "files", "ls").status == 64)
  }

  @Test func theExampleIsShort() throws {
    let folder = repository.appending(path: "Tests/Phone/Example")
    let sources = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "swift" }
    let lines = try sources.map { try String(contentsOf: $0, encoding: .utf8).split(separator: "\n") }
    #expect(sources.count == 3 && lines.joined().count < 100)
  }

  /// The names of the extended attributes of a file, as the kernel has them.
  private func attributes(of file: String) throws -> [String] {
    let opened = try FileHandle(forReadingFrom: URL(filePath: file))
    var bytes = [CChar](repeating: 0, count: 4_096)
    let count = Int(linux_list_attributes(opened.fileDescriptor, &bytes, bytes.count))
    try #require(count >= 0)
    return bytes[..<count].split(separator: 0).map { name in
      String(decoding: name.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }
}
