import Foundation
import TestSupport
import Testing

@Suite(.onPhone) struct CrowdTests {
  let phone = TestPhone.current

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
}
