import Foundation
import TestSupport
import Testing

@Suite(.onPhone) struct ConfinementTests {
  let phone = TestPhone.current

  @Test func theShareExtensionReachesOnlyItsOwnFolders() throws {
    // What the share sheet did not hand over is out of reach, although the user may read it.
    try phone.run("launch")
    for secret in ["App/secret.txt", "Provider/secret.txt", "System/secret.txt"] {
      let path = phone.device + "/" + secret
      try Data("secret".utf8).write(to: URL(fileURLWithPath: path))
      #expect(try phone.run("probe", "share", path).status == 1, "\(secret)")
    }
    #expect(try phone.run("probe", "share", phone.device + "/AppGroup").status == 0)
  }

  @Test func noProcessWritesDirectlyInItsHome() throws {
    try phone.run("launch")
    for (role, home) in [("app", "App"), ("provider", "Provider"), ("share", "Share")] {
      let top = phone.device + "/" + home
      #expect(try phone.run("probe", role, top + "/new").status == 1, "\(role)")
      #expect(try phone.run("probe", role, top + "/tmp/new").status == 0, "\(role)")
    }
  }

  @Test func theProviderReachesOnlyTheGroupAndItsOwnFolders() throws {
    try phone.run("launch")
    #expect(try phone.run("probe", "provider", phone.device + "/App/Documents").status == 1)
    #expect(try phone.run("probe", "provider", phone.device + "/AppGroup").status == 0)
    #expect(try phone.run("probe", "provider", phone.device + "/Provider").status == 0)
    #expect(try phone.run("probe", "app", phone.device + "/Provider").status == 1)
    #expect(try phone.run("probe", "app", phone.device + "/App/Documents").status == 0)
  }
}
