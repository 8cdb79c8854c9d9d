import Foundation
import TestSupport
import Testing

@Suite struct CrowdTests {
  @Test func aThousandFilesOfOneNameAreAThousandDocuments() throws {
    try Phone.with { (phone: Phone) throws in
      let files = try (0..<1000).map { try phone.original("x.txt", "\($0)") }
      #expect(try phone.finish(phone.start(["share"] + files)).status == 0)
      let documents = try phone.launch().documents
      #expect(documents.count == 1000)
      #expect(try Set(documents.map { try phone.document($0.path) }).count == 1000)
    }
  }

  @Test func twoLaunchesAndAListingAtOnceDeliverEachDocumentOnce() throws {
    try Phone.with { (phone: Phone) throws in
      try phone.run("launch")
      for parcel in 0..<500 {
        let folder = phone.device + "/AppGroup/Inbox/\(parcel).parcel"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for index in 0..<10 {
          try Data("\(parcel) \(index)".utf8).write(
            to: URL(fileURLWithPath: folder + "/document \(index).txt"))
        }
      }
      let commands = [["launch", "--json"], ["launch", "--json"], ["files", "ls", "--json"]]
      let started = try commands.map { try phone.start($0) }
      for process in started { #expect(phone.finish(process).status == 0) }
      let documents = try phone.launch().documents
      #expect(documents.count == 5000)
      #expect(try Set(documents.map { try phone.document($0.path) }).count == 5000)
      #expect(try phone.names(in: "Inbox").isEmpty)
      #expect(try phone.list().count == 5000)
    }
  }

  @Test func aLargeFileDoesNotPassThroughMemory() throws {
    try Phone.with { (phone: Phone) throws in
      let path = try phone.original("large.bin", Data())
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      let block = Data(repeating: 0x5A, count: 8 << 20)
      for _ in 0..<32 { try file.write(contentsOf: block) }
      try file.close()
      #expect(try phone.run("share", path).status == 0)
      // The most that any process had which a test here started: getrusage(2), in KiB.
      var usage = rusage()
      getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
      #expect(usage.ru_maxrss < 50_000, "\(usage.ru_maxrss) KiB")
      #expect(try phone.launch().documents.map(\.size) == [256 << 20])
    }
  }
}
