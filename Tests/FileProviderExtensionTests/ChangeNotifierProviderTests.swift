import FileProvider
import Foundation
import Shared
import Testing

#if canImport(FileProviderExtension)
  @testable import FileProviderExtension
#endif

@Suite struct ChangeNotifierProviderTests {
  private let notifier = ChangeNotifier(group: UUID().uuidString)
  private let domain = NSFileProviderDomain(
    identifier: NSFileProviderDomainIdentifier(UUID().uuidString), displayName: "Test")

  @Test(arguments: [ChangeNotifier.Source.inbox, .app])
  func theProviderSignalsTheSystemWhenAnotherProcessPosts(word: ChangeNotifier.Source) async throws {
    let asked = AsyncStream.makeStream(of: Void.self)
    let requests = RequestQueue(domain, listener: { _ in asked.continuation.yield() }, notifier: notifier)
    notifier.post(word)
    for await _ in asked.stream { break }
    requests.invalidate()
  }

  @Test func theProviderDoesNotReceiveItsOwnPosts() async throws {
    let asked = AsyncStream.makeStream(of: String.self)
    let requests = RequestQueue(
      domain, listener: { _ in asked.continuation.yield("asked") }, notifier: notifier)
    let listener = notifier.listen(to: [.provider]) { asked.continuation.yield("rung") }
    notifier.post(.provider)
    for await what in asked.stream {
      #expect(what == "rung")
      break
    }
    listener.stop()
    requests.invalidate()
  }

  @Test func theProviderPostsAfterEveryChangeOfDocuments() throws {
    try withTestContainer { test in
      try test.put(.folder(), at: "App/Home")
      let provider = try Provider(
        container: test.container, home: test.path(of: "App/Home"), notifier: notifier)
      let rung = DispatchSemaphore(value: 0)
      let listener = notifier.listen(to: [.provider]) { rung.signal() }
      try test.put(.folder(["drained.txt": .file("x")]), at: "AppGroup/Inbox/a.parcel")
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
