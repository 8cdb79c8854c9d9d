import Foundation
import TestSupport
import Testing

@Suite(.onPhone) struct CrowdTests {
  let phone = Phone.current

  @Test func twoLaunchesAndAListingAtOnceDeliverEachDocumentOnce() throws {
    try phone.run("launch")
    for parcel in 0..<40 {
      let folder = phone.device + "/AppGroup/Inbox/\(parcel).parcel"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for index in 0..<10 {
        try Data("\(parcel) \(index)".utf8).write(to: URL(fileURLWithPath: folder + "/document \(index).txt"))
      }
    }
    let commands = [["launch", "--json"], ["launch", "--json"], ["files", "ls", "--json"]]
    let started = try commands.map { try phone.start($0) }
    for process in started { #expect(phone.finish(process).status == 0) }
    let documents = try phone.launch().documents
    #expect(documents.count == 400)
    #expect(try Set(documents.map { try phone.document($0.path) }).count == 400)
    #expect(try phone.names(in: "Inbox").isEmpty)
    #expect(try phone.list().count == 400)
  }

  @Test func aLargeFileDoesNotPassThroughMemory() throws {
    let path = try phone.original("large.bin", Data())
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    let block = Data(repeating: 0x5A, count: 8 << 20)
    for _ in 0..<8 { try file.write(contentsOf: block) }
    try file.close()
    let outcome = try phone.run("--memory", "share", path)
    #expect(outcome.status == 0)
    let words = outcome.complaints.split(whereSeparator: \.isWhitespace)
    let peak = try #require(words.dropLast().last.flatMap { Int($0) })
    #expect(peak < 50_000, "\(peak) KiB")
    #expect(try phone.launch().documents.map(\.size) == [64 << 20])
  }
}
