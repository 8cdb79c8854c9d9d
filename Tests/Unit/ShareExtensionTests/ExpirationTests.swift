import Synchronization

#if canImport(AppleFoundation)
  import AppleFoundation
  import Foundation
  import IntrayIntake
  import IntrayCore
  import Testing
  import TestSupport
  import UIKit
  import UniformTypeIdentifiers

  @testable import ShareExtension

  /// What becomes of a share when the app that shows the sheet goes to the background.
  @MainActor
  @Suite struct ExpirationTests {
    private final class Notes: Sendable {
      let kept = Mutex<[String: [String]]>([:])
      var names: [[String]] { kept.withLock { Array($0.values) } }
      /// What happens while the sheet says that it is saved.
      let whilePausing = Mutex<@Sendable () async -> Void>({})
      var unsaved: UnsavedShares {
        UnsavedShares(
          all: { self.kept.withLock(\.self) },
          keep: { key, names in self.kept.withLock { $0[key] = names } })
      }
    }

    private let notes = Notes()

    /// A sheet over a share of one document.
    private func withSheet(
      _ provider: NSItemProvider, on disk: Disk = .system.withoutSyncs,
      _ body: (ShareModel, StandIn.ExpiringActivities, Scratch) async throws -> Void
    ) async throws {
      let system = StandIn.ExpiringActivities()
      try await StandIn.ExpiringActivities.$system.withValue(system) {
        try await withScratch { scratch async throws in
          let group = scratch.path + "/AppGroup"
          try FileManager.default.createDirectory(atPath: group, withIntermediateDirectories: true)
          let container = Container(path: group, disk: disk)
          let item = NSExtensionItem()
          item.attachments = [provider]
          let request = ShareRequest(
            Share([item], container: container), container, unsaved: notes.unsaved,
            system: ShareSystem(
              look: { .shown }, signal: {},
              pause: { [notes] _ in await notes.whilePausing.withLock(\.self)() })
          ) { _ in }
          try await body(ShareModel(request, answer: .keep), system, scratch)
        }
      }
    }

    /// The other app never hands it over.
    private var late: NSItemProvider {
      let late = NSItemProvider()
      late.suggestedName = "film.mov"
      late.registerDataRepresentation(forTypeIdentifier: UTType.movie.identifier, visibility: .all) { _ in nil
      }
      return late
    }

    private var ready: NSItemProvider {
      let ready = NSItemProvider(
        item: Data("words".utf8) as NSData, typeIdentifier: UTType.plainText.identifier)
      ready.suggestedName = "words.txt"
      return ready
    }

    /// Lets the time be up while the sheet loads.
    private func expire(_ model: ShareModel, _ system: StandIn.ExpiringActivities) async {
      let loading = Task { await model.start() }
      while system.count == 0 { await Task.yield() }
      await Task.detached { system.expire() }.value
      await loading.value
    }

    @Test func aShareThatIsNotLoadedInTimeIsGivenUpAndTheNextSheetSaysSo() async throws {
      try await withSheet(late) { model, system, scratch async throws in
        await expire(model, system)
        guard case .failed(.outOfTime("film.mov", others: 0), isNoted: true) = model.state else {
          Issue.record("\(model.state)")
          return
        }
        while system.count > 0 { await Task.yield() }
      }
      // The process was ended before the user read that.
      #expect(notes.names == [["film.mov", "0"]])
      try await withSheet(ready) { model, _, _ async throws in
        await model.start()
        #expect(model.earlier.map { $0.contains("“film.mov”") } == [true])
        #expect(notes.names == [])
      }
    }

    @Test func whatTheUserHasReadIsNotSaidAgain() async throws {
      try await withSheet(late) { model, system, _ async throws in
        await expire(model, system)
        model.request.cancel()
        #expect(notes.names == [])
      }
    }

    @Test func whatIsSavedIsNotToldAsUnsavedWhenTheTimeIsUp() async throws {
      try await withSheet(ready) { model, system, _ async throws in
        let hasExpired = Flag()
        notes.whilePausing.withLock {
          $0 = {
            await Task.detached { system.expire() }.value
            await Task { @MainActor in }.value
            hasExpired.isOn = true
          }
        }
        await model.start()
        await model.save()
        #expect(hasExpired.isOn && notes.names == [])
      }
    }

    @Test func whatIsBeingPublishedIsPublished() async throws {
      let system = Mutex<StandIn.ExpiringActivities?>(nil)
      let notes = notes
      let disk = Disk.system.withoutSyncs.asking { request throws(DiskError) in
        guard request.call == .renameExclusive, let system = system.withLock(\.self) else { return }
        Thread.detachNewThread { system.expire() }
        while notes.names.isEmpty { sched_yield() }
      }
      try await withSheet(ready, on: disk) { model, activities, scratch async throws in
        await model.start()
        // The thread that the system gave the activity returns a moment after the activity has ended.
        while activities.count > 0 { await Task.yield() }
        system.withLock { $0 = activities }
        await model.save()
        guard model.isSaved else {
          Issue.record("\(model.state)")
          return
        }
        #expect(notes.names == [])
        let report = ExtensionReport.read(of: .share, in: Container(path: scratch.path + "/AppGroup"))
        #expect(report?.saving != nil)
        let inbox = scratch.path + "/AppGroup/Inbox"
        #expect(try FileManager.default.contentsOfDirectory(atPath: inbox).count == 1)
      }
    }
  }
#endif
