import Foundation
import TestSupport
import Testing

/// The log messages of the bundles' processes. On Linux they go to standard error.
@Suite(.onPhone) struct LogTests {
  let phone = TestPhone.current

  @Test func aStoreSetAsideIsLoggedWithTheMessageOfSQLite() throws {
    try phone.run("share", phone.original("secret-name.txt", "a"))
    try phone.run("launch")
    try phone.run("files", "ls")
    let stores = try #require(FileManager.default.enumerator(atPath: phone.device)).compactMap {
      $0 as? String
    }
    .filter { $0.hasSuffix("catalogue.sqlite") }
    let store = try #require(stores.first)
    for suffix in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: phone.device + "/" + store + suffix)
    }
    try Data("no database".utf8).write(to: URL(fileURLWithPath: phone.device + "/" + store))
    let said = try phone.run("files", "ls", logs: true)
    #expect(said.complaints.contains("catalogue] error: The store is set aside, and a new one begins:"))
    #expect(said.complaints.contains("file is not a database"))
    #expect(said.text.contains("secret-name.txt"))
    #expect(!said.complaints.contains("secret-name"), "names of documents are private")
  }

  @Test func aFailedDrainBeforeAListingIsLoggedAndTheListingContinues() throws {
    try phone.run("share", phone.original("secret-name.txt", "a"))
    try phone.run("launch")
    // A file where the inbox was: the drain cannot open it.
    try FileManager.default.removeItem(atPath: phone.device + "/AppGroup/Inbox")
    try Data().write(to: URL(fileURLWithPath: phone.device + "/AppGroup/Inbox"))
    let said = try phone.run("files", "ls", logs: true)
    #expect(said.complaints.contains("provider] error: The drain before a listing did not end"))
    #expect(said.complaints.contains("notAFolder"))
    #expect(said.text.contains("secret-name.txt"))
    #expect(try phone.run("files", "ls").complaints == "", "silent unless asked")
  }
}
