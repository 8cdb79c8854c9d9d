import Foundation

/// Writes to the system's log. Here a message goes to standard error, and only where the environment says
/// `INTRAY_LOG=1`; private values are masked there, as the system masks them on a device without a debugger.
@frozen public struct Logger: Sendable {
  private let subsystem: String
  private let category: String

  /// <https://developer.apple.com/documentation/os/logger/init(subsystem:category:)>
  public init(subsystem: String, category: String) {
    self.subsystem = subsystem
    self.category = category
  }

  /// What helps to understand a problem; kept in memory only.
  public func info(_ message: OSLogMessage) { write("info", message) }

  /// What matters to who reads the log; kept for some time.
  public func notice(_ message: OSLogMessage) { write("notice", message) }

  public func error(_ message: OSLogMessage) { write("error", message) }

  private static let isOn = ProcessInfo.processInfo.environment["INTRAY_LOG"] == "1"

  private func write(_ level: String, _ message: OSLogMessage) {
    guard Self.isOn else { return }
    FileHandle.standardError.write(Data("[\(subsystem):\(category)] \(level): \(message.text)\n".utf8))
  }
}

/// A message, made from a literal only.
@frozen public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
  let text: String

  public init(stringLiteral value: String) { text = value }

  public init(stringInterpolation: OSLogInterpolation) { text = stringInterpolation.text }
}

/// The values of a message. Numbers are public and everything else private, unless a message says otherwise.
@frozen public struct OSLogInterpolation: StringInterpolationProtocol {
  var text = ""

  public init(literalCapacity: Int, interpolationCount: Int) {}

  public mutating func appendLiteral(_ literal: String) { text += literal }

  /// <https://developer.apple.com/documentation/os/osloginterpolation/appendinterpolation(_:align:privacy:)-80uho>
  public mutating func appendInterpolation(
    _ argumentString: @autoclosure @escaping () -> String, privacy: OSLogPrivacy = .auto
  ) {
    text += privacy.isPublic ? argumentString() : "<private>"
  }

  /// <https://developer.apple.com/documentation/os/osloginterpolation/appendinterpolation(_:format:align:privacy:)-4wmfi>
  public mutating func appendInterpolation(
    _ number: @autoclosure @escaping () -> some FixedWidthInteger, privacy: OSLogPrivacy = .public
  ) {
    text += privacy.isPublic ? "\(number())" : "<private>"
  }
}

@frozen public struct OSLogPrivacy: Sendable {
  let isPublic: Bool

  /// Text is masked.
  public static var auto: OSLogPrivacy { OSLogPrivacy(isPublic: false) }

  public static var `public`: OSLogPrivacy { OSLogPrivacy(isPublic: true) }

  /// It is masked.
  public static var `private`: OSLogPrivacy { OSLogPrivacy(isPublic: false) }
}

/// How many bytes the process may still use. Here it is what a File Provider extension has left of the 20 MB at which, as
/// apps report, iOS ends it.
///
/// <https://developer.apple.com/documentation/os/3191911-os_proc_available_memory>
public func os_proc_available_memory() -> Int { 15 << 20 }
