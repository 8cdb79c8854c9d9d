import Foundation

/// The folder of the repository that the tests and the simulator were built from.
public let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent()
