import Testing

@testable import Shared

#if canImport(TestSupport)
  import TestSupport
#endif

/// A process dies before each of its calls, and another one recovers.
@Suite struct KillTests {
  @Test(arguments: Journey.all)
  func aKillAtAnyCallLosesDoublesAndCutsNothing(journey: Journey) throws {
    for step in 1...1_000 {
      var isOver = false
      try withTestContainer(on: .memory) { test in
        try journey.prepare(test)
        let fuse = Fuse(at: step)
        // The process is killed, so its error does not count.
        try? journey.act(test, test.disk.withoutSyncs.dying(fuse))
        isOver = !fuse.hasBlown
        try test.recover()
        try journey.check(test)
        let settled = try test.state
        try test.recover()
        let again = try test.state
        #expect(again == settled, "a second recovery changes something")
      }
      if isOver {
        #expect(step > 3, "the journey made no calls")
        return
      }
    }
    Issue.record("the journey does not end")
  }

  @Test(arguments: Journey.all)
  func aKillDuringTheRecoveryLosesNothing(journey: Journey) throws {
    // All pairs of moments would be thousands; strides without a common divisor meet many.
    for step in stride(from: 2, through: 1_000, by: 5) {
      var isOver = false
      for second in stride(from: 1 + step % 7, through: 1_000, by: 7) {
        var isRecovered = false
        try withTestContainer(on: .memory) { test in
          try journey.prepare(test)
          let fuse = Fuse(at: step)
          try? journey.act(test, test.disk.withoutSyncs.dying(fuse))
          isOver = !fuse.hasBlown
          let secondFuse = Fuse(at: second)
          let disk = test.disk.withoutSyncs.dying(secondFuse)
          _ = try? Drain(test.container(on: disk)).run { _ in }
          try? Inbox(test.container(on: disk)).sweep(now: muchLater)
          isRecovered = !secondFuse.hasBlown
          try test.recover()
          try journey.check(test)
        }
        if isRecovered { break }
      }
      if isOver { return }
    }
    Issue.record("the journey does not end")
  }
}
