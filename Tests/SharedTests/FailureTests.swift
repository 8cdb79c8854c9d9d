import Testing

@testable import Shared

#if canImport(TestSupport)
  import TestSupport
#endif

/// The file system refuses one call, or all calls from one on, with every kind of error.
@Suite struct FailureTests {
  @Test(arguments: Journey.all, DiskError.everyKind)
  func oneFailureAtAnyCallLosesDoublesAndCutsNothing(journey: Journey, error: DiskError) throws {
    try sweep(journey, error, isLasting: false)
  }

  @Test(arguments: Journey.all, DiskError.everyKind.prefix(3))
  func failuresFromAnyCallOnLoseDoubleAndCutNothing(journey: Journey, error: DiskError) throws {
    try sweep(journey, error, isLasting: true)
  }

  private func sweep(_ journey: Journey, _ error: DiskError, isLasting: Bool) throws {
    for step in 1...1_000 {
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
