import os

/// The system's log, with one category for each module. Console shows it under the name of the app, with the process. On
/// Linux the stand-in of the log writes it to standard error.
///
/// The event is a fixed text and the cause contains codes and calls, so both are public. A path names a document of
/// the user, so it is private: the system masks it unless a debugger is attached. See
/// <https://developer.apple.com/documentation/os/logging>.
public struct Log: Sendable {
  /// The disk: copies and clones.
  static let disk = Log("disk")
  /// Documents: recovery, the trash, preview copies.
  static let documents = Log("documents")
  /// The catalogue's store.
  static let catalogue = Log("catalogue")
  /// The answers to the system's questions.
  public static let provider = Log("provider")
  /// Items from other apps.
  public static let intake = Log("intake")
  /// The app.
  public static let app = Log("app")

  private let logger: Logger

  private init(_ category: String) {
    logger = Logger(subsystem: AppIdentity.current.name, category: category)
  }

  /// Writes what was not done and what happens instead, the cause in codes and calls, never with a name of a document, and
  /// where, which is private.
  public func error(_ what: StaticString, _ cause: String, at place: String = "") {
    let sentence = what.description
    logger.error("\(sentence, privacy: .public) \(cause, privacy: .public) \(place, privacy: .private)")
  }

  /// Writes an error of the disk.
  public func error(_ what: StaticString, _ error: DiskError) {
    self.error(what, error.cause, at: error.place)
  }

  /// Writes an event that is no error but explains why a call was slow.
  func info(_ what: StaticString, _ cause: String) {
    logger.info("\(what.description, privacy: .public) \(cause, privacy: .public)")
  }
}

extension DiskError {
  /// The cause without the place, for the log: “denied (openat, errno 13)”.
  public var cause: String {
    number == 0 ? code.rawValue : "\(code.rawValue) (\(call), errno \(number))"
  }
}
