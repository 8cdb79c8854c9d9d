import FileProvider
import Foundation
import Shared
import Testing

#if canImport(TestSupport)
  import TestSupport
#endif
#if canImport(FileProviderExtension)
  @testable import FileProviderExtension
#endif

@Suite struct DoorbellProviderTests {
  private let doorbell = Doorbell(group: UUID().uuidString)
  private let domain = NSFileProviderDomain(
    identifier: NSFileProviderDomainIdentifier(UUID().uuidString), displayName: "Test")

  @Test(arguments: [Doorbell.Word.inbox, .app])
  func whileItLivesTheProviderAsksTheSystemToAskAgain(word: Doorbell.Word) async throws {
    let asked = AsyncStream.makeStream(of: Void.self)
    let desk = Desk(domain, listener: { _ in asked.continuation.yield() }, doorbell: doorbell)
    doorbell.ring(word)
    for await _ in asked.stream { break }
    desk.close()
  }

  @Test func whatTheProviderDoesItDoesNotHearItself() async throws {
    let asked = AsyncStream.makeStream(of: String.self)
    let desk = Desk(domain, listener: { _ in asked.continuation.yield("asked") }, doorbell: doorbell)
    let listener = doorbell.listen(to: [.provider]) { asked.continuation.yield("rung") }
    doorbell.ring(.provider)
    for await what in asked.stream {
      #expect(what == "rung")
      break
    }
    listener.stop()
    desk.close()
  }

  @Test func whatTheProviderMakesChangesDeletesAndDrainsItTells() throws {
    try withHouse { house in
      try house.put(.folder(), at: "App/Home")
      let provider = try Provider(
        container: house.container, home: house.path(of: "App/Home"), syncsTrash: true, doorbell: doorbell)
      let rung = DispatchSemaphore(value: 0)
      let listener = doorbell.listen(to: [.provider]) { rung.signal() }
      try house.put(.folder(["drained.txt": .file("x")]), at: "AppGroup/Inbox/a.parcel")
      _ = try provider.refresh()
      #expect(rung.wait(timeout: .now() + 30) == .success)
      var change = ItemChange()
      (change.name, change.parent) = ("made", .root)
      let made = try provider.create(template: "t", change, from: .folder, mayExist: false).item
      #expect(rung.wait(timeout: .now() + 30) == .success)
      change = ItemChange()
      change.name = "renamed"
      _ = try provider.modify(
        made.id, change, at: (name: "made", parent: .root), contents: nil, base: .beforeFirstSync)
      #expect(rung.wait(timeout: .now() + 30) == .success)
      try provider.delete(made.id, base: nil, isRecursive: true)
      #expect(rung.wait(timeout: .now() + 30) == .success)
      listener.stop()
    }
  }
}
