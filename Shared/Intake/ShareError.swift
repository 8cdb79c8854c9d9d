import Foundation
import IntrayCore
import UIKit

/// Why an item could not be saved. The app and the Share extension turn it into a message.
public enum ShareError: Error {
  /// The app and its extensions have no folder in common: a build without its App Group.
  case noContainer
  /// None of the offered types can become a document.
  case nothingToSave(String)
  /// It is a document of the app already.
  case ours(String)
  /// The other app did not provide the offered item.
  case sender(String, (any Error)?)
  /// The other app has not moved for so long that it is not waited for any more.
  case silent(String)
  /// The system suspended the process before it was saved, and this many others.
  case outOfTime(String, others: Int)
  /// There is no room, ours or the other app's; how many bytes are missing, if that is known.
  case noSpace(String, missing: Int64?)
  /// The disk refused.
  case disk(String, DiskError)
  /// The user cancelled.
  case cancelled
  /// Several attachments, each for its own reason.
  case several([ShareError])

  /// What a sender's error says: some are not about the sender.
  static func of(_ name: String, _ error: (any Error)?) -> ShareError {
    let chain = sequence(first: error as NSError?) { $0?.userInfo[NSUnderlyingErrorKey] as? NSError }
    for case let error? in chain {
      let isFull =
        error.domain == NSCocoaErrorDomain && error.code == CocoaError.Code.fileWriteOutOfSpace.rawValue
        || error.domain == NSPOSIXErrorDomain && [ENOSPC, EDQUOT].contains(Int32(error.code))
      if isFull { return .noSpace(name, missing: nil) }
    }
    return .sender(name, error)
  }

  /// One error for a share of which nothing could be had.
  public static func of(_ failures: [ShareError]) -> ShareError {
    failures.count == 1 ? failures[0] : .several(failures)
  }

  /// Whether another way to the same thing would only end the same, or take as long again.
  var isFinal: Bool {
    switch self {
    case .cancelled, .noSpace, .ours, .outOfTime, .silent: true
    case .disk(_, let error): [.cancelled, .readOnly, .swept].contains(error.code)
    case .noContainer, .nothingToSave, .sender, .several: false
    }
  }
}
