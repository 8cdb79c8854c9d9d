import Foundation
import Testing

@testable import IntrayCore

@Suite struct AppGroupTests {
  @Test func aBuildThatWasSignedAgainFindsItsGroup() {
    var values: [String: Any] = [AppGroup.key: "group.com.example.intray"]
    func found() -> String? { AppGroup.identifier { values[$0] } }
    #expect(found() == "group.com.example.intray")
    values["ALTAppGroups"] = ["group.org.other", "group.com.example.intray.ABCDE12345"]
    #expect(found() == "group.com.example.intray.ABCDE12345")
    values["ALTAppGroups"] = ["group.org.other"]
    #expect(found() == "group.com.example.intray")
    values[AppGroup.key] = nil
    #expect(found() == nil)
  }

  @Test func whatEarlierProcessesLeftInTheTemporaryFolderGoesAndWhatTheSystemOpensStays() throws {
    try withTestContainer { test in
      let home = Sandbox(path: test.path(of: "App"), disk: test.disk)
      home.emptyTemporary()
      #expect(try test.tree("App").names == ["Documents"])
      try test.put(
        [
          "copy": ["Letter.pdf": .file("plain").mode(0o444)], "a.png": "a",
          "com.example-Inbox": ["b.pdf": "b"],
        ],
        at: "App/tmp")
      home.emptyTemporary()
      #expect(try test.tree("App/tmp") == ["com.example-Inbox": ["b.pdf": "b"]])
    }
  }
}
