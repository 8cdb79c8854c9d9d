import Testing

@testable import Shared

#if canImport(TestSupport)
  import TestSupport
#endif

/// The file system refuses one call, or all calls from one on, with every kind of error.
@Suite struct FailureTests {
  /// Each call fails in two ways. The sweep `fail` plays more of them.
  @Test(arguments: Journey.all, [0, 1])
  func oneFailureAtAnyCallLosesDoublesAndCutsNothing(journey: Journey, turn: Int) throws {
    let errors = DiskError.everyKind
    try sweep(journey, isLasting: false) { step in errors[(2 * step + turn) % errors.count] }
  }

  @Test(arguments: Journey.all)
  func failuresFromAnyCallOnLoseDoubleAndCutNothing(journey: Journey) throws {
    let errors = Array(DiskError.everyKind.prefix(3))
    try sweep(journey, isLasting: true) { step in errors[step % errors.count] }
  }

  private func sweep(_ journey: Journey, isLasting: Bool, _ error: (Int) -> DiskError) throws {
    for step in 1...1_000 {
      let error = error(step)
      var isOver = false
      try withTestContainer(on: .memory) { test in
        try journey.prepare(test)
        let fuse = Fuse(at: step, isLasting: isLasting)
        do {
          try journey.act(test, test.disk.withoutSyncs.failing(fuse, with: error))
        } catch is DiskError {
          // Other tests check the error. This one checks the state on disk.
        }
        isOver = !fuse.hasBlown
        try test.recover()
        // A disk that calls something missing or something else tells a lie.
        let isLie = [.notFound, .notAFolder, .link].contains(error.code)
        if isLie { try journey.checkNothingLost(test) } else { try journey.check(test) }
      }
      if isOver { return }
    }
    Issue.record("the journey does not end")
  }

  /// A call that always says the same must not be asked for ever.
  @Test(
    .timeLimit(.minutes(5)), arguments: Journey.all,
    [
      DiskCall.renameExclusive, .exchange, .makeFolder, .openFolder, .status, .identify, .removeFile,
      .removeFolder,
    ])
  func everyOperationEndsWhenAllCallsFail(journey: Journey, call: DiskCall) throws {
    let errors = [DiskError.of(.notFound, number: 2), .of(.exists, number: 17), .of(.denied, number: 13)]
    for error in errors {
      try withTestContainer(on: .memory) { test in
        try journey.prepare(test)
        let fuse = Fuse(at: 1, of: call, isLasting: true)
        do {
          try journey.act(test, test.disk.withoutSyncs.failing(fuse, with: error))
        } catch is DiskError {
          // As above.
        }
        try test.recover()
        try journey.checkNothingLost(test)
      }
    }
  }
}
