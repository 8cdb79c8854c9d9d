import Testing

@testable import IntrayCore

/// When a folder is told of, without a disk and a clock.
@Suite struct HintScheduleTests {
  private let start = ContinuousClock.now
  private let pace = HintSchedule.Pace()

  /// A schedule that has told of its folders for the first time.
  private func schedule(_ folders: Set<String> = ["/f"]) -> HintSchedule {
    var schedule = HintSchedule()
    schedule.follow(folders, now: start)
    #expect(schedule.removeDue(now: start) == folders)
    #expect(schedule.next == nil)
    return schedule
  }

  @Test func manyHintsAreOneWhenTheFolderIsQuiet() {
    var schedule = schedule()
    for step in 0..<5 { schedule.hint("/f", now: start + pace.quiet / 2 * step) }
    let due = start + pace.quiet * 3
    #expect(schedule.removeDue(now: due - .milliseconds(1)).isEmpty && schedule.next == due)
    #expect(schedule.removeDue(now: due) == ["/f"] && schedule.next == nil)
  }

  @Test func aFolderThatIsNeverQuietIsToldOfAfterTheLongestDelay() {
    var schedule = schedule()
    var now = start
    while now < start + pace.longest {
      schedule.hint("/f", now: now)
      now += pace.quiet / 2
    }
    #expect(schedule.removeDue(now: start + pace.longest) == ["/f"])
  }

  @Test func aLostEventIsAHintAtEveryFolderAndPollingOneAtItsOwn() {
    var schedule = schedule(["/f", "/g"])
    schedule.hint(nil, now: start)
    schedule.hint("/unknown", now: start)
    #expect(schedule.removeDue(now: start + pace.quiet) == ["/f", "/g"])
    schedule.poll("/g", now: start)
    #expect(schedule.next == start + pace.polling && schedule.removeDue(now: start + pace.polling) == ["/g"])
  }

  @Test func onlyNewFoldersAreDueWhenOthersAreFollowed() {
    var schedule = schedule(["/f", "/g"])
    schedule.follow(["/g", "/h"], now: start)
    #expect(schedule.folders == ["/g", "/h"] && schedule.removeDue(now: start) == ["/h"])
  }
}
