import Foundation
import TestSupport

/// A shell, for what the user does there.
public final class Shell {
  private let process = Process()
  private let said: URL

  /// Starts a script, which ends at its first command that fails.
  ///
  /// - Parameter path: a file for its output.
  public init(_ script: String, saying path: String) throws {
    said = URL(fileURLWithPath: path)
    try Data().write(to: said)
    let output = try FileHandle(forWritingTo: said)
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-ec", script]
    process.standardOutput = output
    process.standardError = output
    try process.run()
  }

  /// Whether it is still at work.
  public var isRunning: Bool { process.isRunning }

  /// Waits for its end, which must be a good one.
  ///
  /// - Throws: a ``Violation`` with its output.
  public func finish() throws {
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Violation("\(process.arguments?.last ?? ""): \(try String(contentsOf: said, encoding: .utf8))")
    }
  }

  /// Runs a script to its end.
  public static func run(_ script: String) throws {
    let place = NSTemporaryDirectory() + "shell-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: place) }
    try Shell(script, saying: place).finish()
  }
}
