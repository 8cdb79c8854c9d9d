import Foundation
import TestSupport
import Testing

/// iCloud Drive as the user operates it: the app in its own process, and the container in the device's `iCloud`.
@Suite(.onPhone) struct CloudEndToEndTests {
  let phone = TestPhone.current

  @Test func aDocumentMovesToICloudAndBack() throws {
    #expect(try phone.run("share", phone.original("a.txt", "a")).status == 0)
    #expect(try phone.run("app", "move-to-cloud", "a.txt").text.contains("“a.txt” is in iCloud Drive."))
    #expect(FileManager.default.fileExists(atPath: phone.device + "/iCloud/Documents/a.txt"))
    #expect(try phone.run("app", "cloud").text.contains("a.txt — On this device"))
    #expect(try phone.run("app", "evict", "a.txt").text.contains("a.txt — In iCloud only"))
    #expect(!FileManager.default.fileExists(atPath: phone.device + "/iCloud/Documents/a.txt"))
    #expect(try phone.run("app", "download", "a.txt").text.contains("a.txt — On this device"))
    #expect(try phone.run("app", "evict", "a.txt").status == 0)
    #expect(try phone.run("app", "move-from-cloud", "a.txt").status == 0)
    #expect(try phone.document("a.txt") == Data("a".utf8))
  }

  @Test func aDocumentThatICloudRefusesIsReportedAndStays() throws {
    for name in ["a.txt", "b.txt"] {
      #expect(try phone.run("share", phone.original(name, name)).status == 0)
    }
    #expect(try phone.run("app", "move-to-cloud", "b.txt").status == 0)
    #expect(try phone.run("app", "evict", "b.txt").status == 0)
    #expect(try phone.run("icloud", "full").status == 0)
    let full = try phone.run("app", "move-to-cloud", "a.txt")
    #expect(full.status == 1 && full.complaints.contains("iCloud is full."))
    #expect(try phone.run("icloud", "offline").status == 0)
    let offline = try phone.run("app", "move-from-cloud", "b.txt")
    #expect(offline.status == 1 && offline.complaints.contains("iCloud can’t be reached."))
    #expect(try phone.run("icloud", "sign-out").status == 0)
    #expect(try phone.run("app", "cloud").status == 1)
    #expect(try phone.document("a.txt") == Data("a.txt".utf8))
    #expect(try phone.run("icloud", "sign-in", "ada").status == 0)
    #expect(try phone.run("app", "cloud").text.contains("b.txt — In iCloud only"))
  }
}
