import Foundation
import Testing

@testable import IntrayCore

/// Documents in iCloud of which there is more than one version.
@Suite(.inContainer) struct CloudConflictTests {
  let test = TestContainer.current
  let played: PlayedDrive
  let cloud: Cloud

  init() throws { (played, cloud) = try playCloud(in: test) }

  /// What is in Documents after a drain, by path.
  private func texts() throws -> [String: String] {
    _ = try test.drain()
    var found: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: test.path(of: "AppGroup/Documents")) {
      found[path] = test.cloudText(path, in: .local)
    }
    return found
  }

  @Test func aMoveToThisDeviceKeepsEveryVersion() async throws {
    try test.putCloud("drafts/a.txt", in: .cloudDocuments)
    for text in ["mine", "theirs"] { try played.write(text, inConflictWith: "Documents/drafts/a.txt") }
    // What lies in the folder comes beside it: a drain may deliver it before the folder is here.
    _ = try await cloud.moveOut("drafts")
    let found = try texts()
    #expect(found["drafts/a.txt"] == "cloudDocuments")
    #expect(Set([found["a 2.txt"], found["a 3.txt"]]) == ["mine", "theirs"])
    #expect(found.count == 3)
  }

  @Test(arguments: [true, false])
  func aDeletionKeepsTheVersionsThatTheUserHasNotSeen(isHere: Bool) async throws {
    try test.putCloud("a.txt", in: .cloudDocuments)
    try played.write("theirs", inConflictWith: "Documents/a.txt")
    if !isHere { try played.takeAway("Documents/a.txt") }
    let container = test.container
    _ = try await cloud.delete("a.txt") { path throws(DiskError) in
      let file = try container.folder(at: path.parent)["a.txt"].status().file
      return try Documents(container).trash(path, expecting: file)
    }
    #expect(try texts() == ["a 2.txt": "theirs"])
  }

  @Test func aDocumentWhoseVersionsCannotBeReadStaysInICloud() async throws {
    try test.putCloud("a.txt", in: .cloudDocuments)
    try played.write("theirs", inConflictWith: "Documents/a.txt")
    played.before { call, _ throws(CloudError) in
      if call == .conflicts { throw .unreachable }
    }
    await #expect(throws: CloudError.unreachable) { try await cloud.moveOut("a.txt") }
    #expect(test.cloudText("a.txt", in: .cloudDocuments) == "cloudDocuments")
    #expect(try texts().isEmpty && played.conflicts(of: "Documents/a.txt") == ["theirs"])
  }

  @Test func aPackageIsInConflictAsAWhole() async throws {
    try test.putCloud("a.pages/index", in: .cloudDocuments)
    try played.write("theirs", inConflictWith: "Documents/a.pages", part: "index")
    _ = try await cloud.moveOut("a.pages")
    let found = try texts()
    #expect(found["a.pages/index"] == "cloudDocuments" && found["a 2.pages/index"] == "theirs")
  }

  @Test func aVersionThatIsNotOnTheMediumStaysInICloud() async throws {
    try test.putCloud("a.txt", in: .cloudDocuments)
    try played.write("theirs", inConflictWith: "Documents/a.txt")
    let cloud = Cloud(test.container(on: test.disk.refusing([.flush], with: .failed)), drive: played.drive)
    await #expect(throws: CloudError.self) { try await cloud.moveOut("a.txt") }
    #expect(try played.conflicts(of: "Documents/a.txt") == ["theirs"])
  }

  @Test func aVersionThatComesMeanwhileIsKeptToo() async throws {
    try test.putCloud("a.txt", in: .cloudDocuments)
    try played.write("theirs", inConflictWith: "Documents/a.txt")
    let isWritten = Flag()
    played.before { call, _ throws(CloudError) in
      guard call == .resolve, isWritten.turnOn() else { return }
      do { try played.write("hers", inConflictWith: "Documents/a.txt") } catch { Issue.record(error) }
    }
    _ = try await cloud.moveOut("a.txt")
    #expect(try Set(texts().values) == ["cloudDocuments", "theirs", "hers"])
  }

  @Test func aVersionThatWasKeptBeforeAKillIsNotKeptTwice() async throws {
    try test.putCloud("a.txt", in: .cloudDocuments)
    try played.write("theirs", inConflictWith: "Documents/a.txt")
    played.before { call, _ throws(CloudError) in
      if call == .resolve { throw .unreachable }
    }
    await #expect(throws: CloudError.unreachable) { try await cloud.moveOut("a.txt") }
    #expect(try texts() == ["a 2.txt": "theirs"])
    #expect(try played.conflicts(of: "Documents/a.txt") == ["theirs"])
    played.before { _, _ throws(CloudError) in }
    _ = try await cloud.moveOut("a.txt")
    #expect(try texts() == ["a.txt": "cloudDocuments", "a 2.txt": "theirs"])
    #expect(try played.conflicts(of: "Documents/a.txt").isEmpty)
  }
}
