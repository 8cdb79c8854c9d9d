import Synchronization

#if canImport(AppleFoundation)
  import AppleFoundation
  import Foundation
  import IntrayIntake
  import IntrayCore
  import Testing

  @testable import HostApp

  #if canImport(TestSupport)
    import TestSupport
  #endif

  /// <https://developer.apple.com/documentation/foundation/processinfo/performexpiringactivity(withreason:using:)>
  @MainActor
  @Suite(.inApp) struct BackgroundActivityTests {
    @Test func aDrainThatRunsOutOfTimeStopsBetweenDocumentsAndTheNextContinues() async throws {
      try await withSystem { system in
        let renames = Mutex(0)
        let disk = Disk.system.asking { request throws(DiskError) in
          let number = renames.withLock { count in
            if request.call == .renameExclusive { count += 1 }
            return count
          }
          guard request.call == .renameExclusive, number == 10 else { return }
          Thread.detachNewThread { system.expire() }
          while !Task.isCancelled { sched_yield() }
        }
        let (model, path) = try openApp(disk: disk)
        for number in 1...30 {
          try put("\(number)", at: path + "/AppGroup/Inbox/\(number).parcel/\(number).txt")
        }
        await model.drains.drain()
        #expect(model.problem == nil)
        await model.browser.settle()
        #expect(model.browser.list.total == 10)
        await model.drains.drain()
        await model.browser.settle()
        #expect(
          Set(model.browser.listed) == Set((1...30).map { "\($0).txt" }))
      }
    }

    @Test func theSystemWaitsUntilTheWorkHasEnded() async {
      await withSystem { system in
        let (expired, hasExpired) = AsyncStream.makeStream(of: Void.self)
        let activity = BackgroundActivity("Test") { hasExpired.finish() }
        #expect(system.count == 1)
        let waiting = Task.detached { system.expire() }
        for await _ in expired {}
        #expect(system.count == 1)
        activity.end()
        await waiting.value
      }
    }

    @Test func theSystemDoesNotWaitForWorkThatGoesOn() async {
      await withSystem { system in
        let activity = BackgroundActivity("Test", patience: .milliseconds(1)) {}
        system.expire()
        #expect(system.count == 1)
        activity.end()
      }
    }

    @Test func theAppTellsOnceOfTheSharesThatASheetHadNoTimeToSave() {
      let kept = Mutex(["1": ["film.mov", "0"], "2": ["a", "2"]])
      let unsaved = UnsavedShares(
        all: {
          // Another sheet notes a share at the same moment.
          kept.withLock { kept in
            defer { if kept["2"] != nil { kept["3"] = ["late", "0"] } }
            return kept
          }
        }, keep: { key, names in kept.withLock { $0[key] = names } })
      let queue = WorkQueue()
      let importer = Importer(library: .ofTest, files: FilesRegistration(), queue: queue, unsaved: unsaved)
      importer.tellOfUnsavedShares()
      #expect(queue.problems.map { $0.prefix(9) } == ["“film.mov", "“a” and 2"])
      #expect(queue.problems.last?.contains("and 2 more") == true)
      queue.problems = []
      importer.tellOfUnsavedShares()
      #expect(queue.problems.map { $0.prefix(5) } == ["“late"])
      queue.problems = []
      importer.tellOfUnsavedShares()
      #expect(queue.problems == [])
    }

    private func withSystem(_ body: (StandIn.ExpiringActivities) async throws -> Void) async rethrows {
      let system = StandIn.ExpiringActivities()
      try await StandIn.ExpiringActivities.$system.withValue(system) { try await body(system) }
    }
  }
#endif
