import Foundation

/// Writes to the system's log. Here a message goes to standard error, and only where the environment says
/// `INTRAY_LOG=1`; private values are masked there, as the system masks them on a device without a debugger.
///
/// <https://developer.apple.com/documentation/os/logger>
@frozen public struct Logger: Sendable {
  private let subsystem: String
  private let category: String

  /// A logger of a subsystem, in reverse DNS notation, and a category in it.
  ///
  /// <https://developer.apple.com/documentation/os/logger/init(subsystem:category:)>
  public init(subsystem: String, category: String) {
    self.subsystem = subsystem
    self.category = category
  }

  /// What helps to understand a problem; kept in memory only.
  ///
  /// <https://developer.apple.com/documentation/os/logger/info(_:)>
  public func info(_ message: OSLogMessage) { write("info", message) }

  /// What matters to who reads the log; kept for some time.
  ///
  /// <https://developer.apple.com/documentation/os/logger/notice(_:)>
  public func notice(_ message: OSLogMessage) { write("notice", message) }

  /// An error in this process.
  ///
  /// <https://developer.apple.com/documentation/os/logger/error(_:)>
  public func error(_ message: OSLogMessage) { write("error", message) }

  private static let isOn = ProcessInfo.processInfo.environment["INTRAY_LOG"] == "1"

  private func write(_ level: String, _ message: OSLogMessage) {
    guard Self.isOn else { return }
    FileHandle.standardError.write(Data("[\(subsystem):\(category)] \(level): \(message.text)\n".utf8))
  }
}

/// A message, made from a literal only.
///
/// <https://developer.apple.com/documentation/os/oslogmessage>
@frozen public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
  let text: String

  /// A message without values.
  public init(stringLiteral value: String) { text = value }

  /// A message with values.
  public init(stringInterpolation: OSLogInterpolation) { text = stringInterpolation.text }
}

/// The values of a message. Numbers are public and everything else private, unless a message says otherwise.
///
/// <https://developer.apple.com/documentation/os/osloginterpolation>
@frozen public struct OSLogInterpolation: StringInterpolationProtocol {
  var text = ""

  /// Room for a message.
  public init(literalCapacity: Int, interpolationCount: Int) {}

  /// Takes what is between the values.
  public mutating func appendLiteral(_ literal: String) { text += literal }

  /// Takes text.
  ///
  /// <https://developer.apple.com/documentation/os/osloginterpolation/appendinterpolation(_:align:privacy:)-80uho>
  public mutating func appendInterpolation(
    _ argumentString: @autoclosure @escaping () -> String, privacy: OSLogPrivacy = .auto
  ) {
    text += privacy.isPublic ? argumentString() : "<private>"
  }

  /// Takes a number.
  ///
  /// <https://developer.apple.com/documentation/os/osloginterpolation/appendinterpolation(_:format:align:privacy:)-4wmfi>
  public mutating func appendInterpolation(
    _ number: @autoclosure @escaping () -> some FixedWidthInteger, privacy: OSLogPrivacy = .public
  ) {
    text += privacy.isPublic ? "\(number())" : "<private>"
  }
}

/// Whether a value may be read by who reads the log.
///
/// <https://developer.apple.com/documentation/os/oslogprivacy>
@frozen public struct OSLogPrivacy: Sendable {
  let isPublic: Bool

  /// Text is masked.
  ///
  /// <https://developer.apple.com/documentation/os/oslogprivacy/auto>
  public static var auto: OSLogPrivacy { OSLogPrivacy(isPublic: false) }

  /// Everybody may read it.
  ///
  /// <https://developer.apple.com/documentation/os/oslogprivacy/public>
  public static var `public`: OSLogPrivacy { OSLogPrivacy(isPublic: true) }

  /// It is masked.
  ///
  /// <https://developer.apple.com/documentation/os/oslogprivacy/private>
  public static var `private`: OSLogPrivacy { OSLogPrivacy(isPublic: false) }
}
