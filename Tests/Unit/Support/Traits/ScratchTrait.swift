import Foundation
import Testing

#if canImport(TestSupport)
  import TestSupport
#endif

/// Gives each test of a suite a folder of its own, with an empty App Group.
public struct ScratchTrait: SuiteTrait, TestTrait, TestScoping {
  /// Each test of the suite gets its own.
  public let isRecursive = true

  /// Makes the folder, runs the test, and removes the folder.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withScratch { (scratch: Scratch) async throws in
      try FileManager.default.createDirectory(
        atPath: scratch.path + "/AppGroup", withIntermediateDirectories: true)
      try await Scratch.$lent.withValue(scratch) { try await function() }
    }
  }
}

extension Trait where Self == ScratchTrait {
  /// A folder for each test: ``Scratch/current``.
  public static var inScratch: Self { ScratchTrait() }
}

extension Scratch {
  @TaskLocal fileprivate static var lent: Scratch?

  /// The folder of the test that is run.
  public static var current: Scratch {
    guard let lent else { preconditionFailure("The suite is not marked with inScratch.") }
    return lent
  }
}
