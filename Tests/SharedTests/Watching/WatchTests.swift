import Testing

@testable import Shared

/// Tests the decisions alone, against models of the platforms' event sources.
@Suite struct WatchTests {
  @Test(arguments: ModelFolder.EventDelivery.allCases)
  func theReportedDifferencesReproduceTheFolder(manner: ModelFolder.EventDelivery) {
    for seed in 0..<200 {
      var model = ModelFolder(manner, seed: UInt64(seed))
      for _ in 0..<60 { model.disturb() }
      model.rest()
      #expect(model.told == model.truth, "\(manner), seed \(seed)")
      #expect(model.watch.next(now: model.now) == .wait(until: nil), "still busy, seed \(seed)")
    }
  }

  @Test func manyHintsCauseOneLookAndABusyFolderIsStillExamined() {
    var model = ModelFolder(.inotify, seed: 1)
    model.rest()
    let before = model.looks
    for _ in 0..<20 { model.add(after: .milliseconds(10)) }
    model.rest(.milliseconds(500))
    #expect(model.looks == before + 1)
    for _ in 0..<200 { model.add(after: .milliseconds(10)) }
    #expect(model.looks >= before + 2)
    #expect(model.looks <= before + 5)
  }

  @Test func aBusyFolderIsExaminedAtTheLatestAfterTheLongestDelay() {
    var watch = Watch()
    let (start, pace) = (ContinuousClock.now, Watch.Pace())
    watch.follow(["/f"], now: start)
    _ = watch.end("/f", Watch.LookResult(found: .success(Listing())), now: start)
    var now = start
    while now < start + pace.longest {
      watch.hint("/f", now: now)
      now += pace.quiet / 2
    }
    #expect(watch.next(now: start + pace.longest) == .look("/f"))
  }

  @Test func aHintDuringALookCausesAnotherLook() {
    var watch = Watch()
    let start = ContinuousClock.now
    watch.follow(["/f"], now: start)
    watch.begin("/f")
    watch.hint("/f", now: start)
    _ = watch.end("/f", Watch.LookResult(found: .success(Listing())), now: start)
    #expect(watch.next(now: start.advanced(by: .milliseconds(100))) == .look("/f"))
  }

  @Test(arguments: [(duration: 10, delay: 100), (400, 1_600), (2_000, 5_000)])
  func aFolderRestsAfterALookForAMultipleOfItsTimeButNotLongerThanAPoll(duration: Int, delay: Int) {
    var watch = Watch()
    let start = ContinuousClock.now
    let end = start + .milliseconds(duration)
    watch.follow(["/f"], now: start)
    watch.begin("/f")
    watch.hint("/f", now: end)
    _ = watch.end("/f", Watch.LookResult(found: .success(Listing())), now: end)
    watch.rest("/f", from: start, now: end)
    #expect(watch.next(now: end) == .wait(until: end + .milliseconds(delay)))
    #expect(watch.next(now: end + .milliseconds(delay)) == .look("/f"))
  }

  @Test func anUnreadableFolderIsReportedOnceAndNotAsEmpty() throws {
    var watch = Watch()
    let start = ContinuousClock.now
    let listing = Listing(["a": status(1, size: 1)])
    watch.follow(["/f"], now: start)
    let first = watch.end("/f", Watch.LookResult(found: .success(listing)), now: start)
    #expect(first?.event == .listing(listing))
    let error = DiskError(.denied, at: "/f")
    let lost = watch.end("/f", Watch.LookResult(found: .failure(error), pollingReason: error), now: start)
    #expect(lost?.event == .unreadable(error))
    #expect(
      watch.end("/f", Watch.LookResult(found: .failure(error), pollingReason: error), now: start) == nil)
    #expect(watch.next(now: start) == .wait(until: start.advanced(by: .seconds(5))))
    let back = watch.end("/f", Watch.LookResult(found: .success(listing)), now: start)
    #expect(back?.event == .listing(listing))
    #expect(back?.polling == nil)
  }

  @Test func aGrowingFileIsReportedWhenItStopsAndAgainAfterItGrows() {
    var watch = Watch()
    var now = ContinuousClock.now
    watch.follow(["/f"], now: now)
    func see(_ size: Int64, after: Duration) -> [FileName]? {
      now = now.advanced(by: after)
      return watch.end(
        "/f", Watch.LookResult(found: .success(Listing(["a": status(1, size: size)]))), now: now)?.settled
    }
    #expect(see(1, after: .zero) == [])
    #expect(see(2, after: .seconds(1)) == [])
    #expect(watch.growing(in: "/f") == ["a"])
    #expect(see(2, after: .seconds(1)) == nil)
    #expect(see(2, after: .seconds(1)) == ["a"])
    #expect(watch.growing(in: "/f") == [])
    #expect(see(3, after: .seconds(9)) == [])
    #expect(see(3, after: .seconds(2)) == ["a"])
  }

  @Test func aFolderIsStableOnlyWhenNothingInItChanges() {
    var watch = Watch()
    var now = ContinuousClock.now
    watch.follow([], arriving: ["/f"], now: now)
    var folder = status(1, size: 1)
    folder.kind = .folder
    func see(_ print: Int?, after: Duration) -> DirectoryReport? {
      now = now.advanced(by: after)
      return watch.end("/f", Watch.LookResult(found: .success(Listing(["a": folder]))), now: now) { _, _ in
        print
      }
    }
    #expect(see(1, after: .zero)?.settled == [])
    // Its own entry stays the same all the time; what is deep in it does not.
    #expect(see(2, after: .seconds(2)) == nil)
    #expect(see(nil, after: .seconds(2)) == nil)
    #expect(see(nil, after: .seconds(2)) == nil)
    #expect(see(3, after: .seconds(2)) == nil)
    #expect(watch.next(now: now) == .wait(until: now.advanced(by: StabilityTracker.interval)))
    #expect(see(3, after: .seconds(2))?.settled == ["a"])
    #expect(watch.next(now: now) == .wait(until: nil))
    #expect(see(3, after: .seconds(9)) == nil)
    #expect(see(4, after: .seconds(9)) == nil)
    #expect(see(4, after: .seconds(2))?.settled == ["a"])
  }

  @Test func existingEntriesAreReportedAsStableOnlyInArrivingFolders() {
    let listing = Watch.LookResult(found: .success(Listing(["a": status(1, size: 1)])))
    for isArriving in [false, true] {
      var watch = Watch()
      let start = ContinuousClock.now
      watch.follow(["/f"], arriving: isArriving ? ["/f"] : [], now: start)
      watch.begin("/f")
      _ = watch.end("/f", listing, now: start)
      let due = start.advanced(by: StabilityTracker.interval)
      #expect(watch.next(now: start) == .wait(until: isArriving ? due : nil))
      #expect(watch.end("/f", listing, now: due)?.settled == (isArriving ? ["a"] : nil))
    }
  }

  @Test func aPartialDownloadWaitsUntilItHasItsOwnName() {
    var watch = Watch()
    let start = ContinuousClock.now
    watch.follow([], arriving: ["/f"], now: start)
    let file = status(1, size: 1)
    func see(_ name: FileName, at seconds: Int) -> [FileName]? {
      let now = start + .seconds(seconds)
      watch.begin("/f")
      return watch.end("/f", Watch.LookResult(found: .success(Listing([name: file]))), now: now)?.settled
    }
    #expect(see("a.part", at: 0) == [])
    #expect(watch.next(now: start) == .wait(until: nil))
    #expect(see("a.part", at: 9) == nil)
    #expect(see("a", at: 10) == [])
    #expect(see("a", at: 12) == ["a"])
  }

  @Test func theDrainAndTheWatchShareTheirLooks() {
    let quiet = StabilityTracker()
    var watch = Watch(quiet: quiet)
    let start = ContinuousClock.now
    watch.follow([], arriving: ["/f"], now: start)
    let file = status(1, size: 1)
    let look = Watch.LookResult(found: .success(Listing(["a": file])))
    #expect(quiet.see("a", in: "/f", StabilityTracker.print(of: "a", file), now: start) == .changed)
    #expect(watch.end("/f", look, now: start + .seconds(1))?.settled == [])
    #expect(watch.end("/f", look, now: start + .seconds(2))?.settled == ["a"])
    #expect(
      quiet.see("a", in: "/f", StabilityTracker.print(of: "a", file), now: start + .seconds(2)) == .quiet)
  }
}
