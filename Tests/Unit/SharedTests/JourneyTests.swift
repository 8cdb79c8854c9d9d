import Testing

@testable import IntrayCore

/// The file system refuses one call, all calls from one on, or all of one function. `make sweep` does it at every call.
@Suite struct FailureTests {
  @Test(.timeLimit(.minutes(5)), arguments: Journey.all + Journey.intruded)
  func aFailureLosesDoublesAndCutsNothing(journey: Journey) throws {
    #expect(try journey.fail(.some) { Issue.record("\($0)") } > 0, "it made no calls")
  }
}

/// A process is killed where the disk is another one afterwards, and so is, at some calls, the one that recovers. `make sweep` does
/// it at every call.
@Suite struct KillTests {
  @Test(arguments: Journey.all + Journey.intruded + Journey.providerCalls + Journey.providerCallsOnce)
  func aKillLosesDoublesAndCutsNothing(journey: Journey) throws {
    #expect(try journey.kill(.some) { Issue.record("\($0)") } > 0, "it made no calls")
  }
}
