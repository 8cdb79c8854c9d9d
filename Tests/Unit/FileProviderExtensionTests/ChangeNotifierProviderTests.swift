import FileProvider
import Foundation
import IntrayCore
import Synchronization
import Testing

#if canImport(FileProviderExtension)
  @testable import FileProviderExtension
#endif

@Suite struct ChangeNotifierProviderTests {
  private let notifier = ChangeNotifier(group: UUID().uuidString)
  private let domain = NSFileProviderDomain(
    identifier: NSFileProviderDomainIdentifier(UUID().uuidString), displayName: "Test")

  @Test func theProviderLeavesTheSignalToWhoMadeTheChange() throws {
    let asked = Mutex(0)
    let heard = DispatchSemaphore(value: 0)
    let requests = RequestQueue(
      domain, listener: { _ in asked.withLock { $0 += 1 } }, refusal: StandingRefusal(in: nil),
      notifier: notifier)
    let listener = notifier.listen(to: ChangeNotifier.Post.allCases) { heard.signal() }
    for source in ChangeNotifier.Post.allCases {
      notifier.post(source)
      #expect(heard.wait(timeout: .now() + 30) == .success)
    }
    listener.stop()
    // What its listener has begun ends before it is released.
    requests.invalidate()
    requests.waitUntilIdle()
    #expect(asked.withLock { $0 } == 0)
  }

  @Test func theAppGetsAReportWhenItAsks() throws {
    let (reports, told) = (Reports(), DispatchSemaphore(value: 0))
    let requests = RequestQueue(
      domain, open: { throw DiskError(.denied, at: "/a secret") }, listener: { _ in },
      refusal: StandingRefusal(in: nil),
      tellApp: { report in
        reports.all.withLock { $0.append(report) }
        told.signal()
      }, notifier: notifier)
    _ = requests.perform { _, _ in
    } then: { (_: Result<Void, ProviderError>) in
    }
    requests.waitUntilIdle()
    notifier.post(.check)
    #expect(told.wait(timeout: .now() + 30) == .success)
    let first = reports.all.withLock { $0.first }
    let report = try #require(first)
    #expect(report.refusals.count == 1 && report.leastMemory != nil)
    #expect(!report.findings(of: .fileProvider).contains { $0.line.contains("secret") })
    requests.invalidate()
  }

  private final class Reports: Sendable {
    let all = Mutex<[ExtensionReport]>([])
  }

  @Test func theProviderPostsAfterEveryChangeOfDocuments() throws {
    try withTestContainer { test in
      try test.put([:], at: "App/Home")
      let provider = try Provider(
        container: test.container, home: test.path(of: "App/Home"), notifier: notifier)
      let rung = DispatchSemaphore(value: 0)
      let listener = notifier.listen(to: [.provider]) { rung.signal() }
      try test.put(["drained.txt": "x"], at: "AppGroup/Inbox/a.parcel")
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
