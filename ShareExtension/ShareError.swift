import Foundation
import Shared
import UIKit

/// Why something could not be saved, and the sentence for it.
enum ShareError: LocalizedError {
  /// The app and its extensions have no folder in common: a build without its App Group.
  case noContainer
  /// None of the offered types can become a document.
  case nothingToSave(String)
  /// The other app did not hand over what it offered.
  case sender(String, (any Error)?)
  /// The other app has not moved for so long that it is not waited for any more.
  case silent(String)
  /// There is no room, ours or the other app's; how many bytes are missing, if that is known.
  case noSpace(String, missing: Int64?)
  /// The disk would not.
  case disk(String, DiskError)
  /// The person cancelled.
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
  static func of(_ failures: [ShareError]) -> ShareError {
    guard let first = failures.first else { return .nothingToSave(String(localized: "This")) }
    return failures.count == 1 ? first : .several(failures)
  }

  /// Whether another way to the same thing would only end the same, or take as long again.
  var isFinal: Bool {
    switch self {
    case .cancelled, .noSpace, .silent: true
    case .disk(_, let error): [.cancelled, .readOnly, .swept].contains(error.code)
    case .noContainer, .nothingToSave, .sender, .several: false
    }
  }

  var errorDescription: String? {
    switch self {
    case .noContainer:
      String(localized: "Intray cannot reach its folder. Please install Intray again.")
    case .nothingToSave(let name):
      String(localized: "“\(name)” is nothing that can be saved as a document.")
    case .sender(let name, let error):
      if let reason = error?.localizedDescription {
        String(localized: "The other app did not hand over “\(name)”: \(reason)")
      } else {
        String(localized: "The other app did not hand over “\(name)”. Please share it again.")
      }
    case .silent(let name):
      String(localized: "The other app does not hand over “\(name)”: nothing has come for a minute.")
    case .noSpace(let name, let missing?):
      String(
        localized:
          "There is not enough space for “\(name)”: \(missing, format: .byteCount(style: .file)) more are needed."
      )
    case .noSpace(let name, nil): Self.sentence(name, .noSpace)
    case .disk(let name, let error): Self.sentence(name, error.code)
    case .cancelled: String(localized: "Nothing was saved, because you cancelled.")
    case .several(let errors): errors.compactMap(\.errorDescription).joined(separator: "\n")
    }
  }

  private static func sentence(_ name: String, _ code: DiskError.Code) -> String {
    switch code {
    case .noSpace:
      String(localized: "There is not enough space for “\(name)”. Free some space and share it again.")
    case .notFound, .changed, .swept:
      String(localized: "“\(name)” went away or changed while it was being saved. Please share it again.")
    case .denied:
      String(localized: "“\(name)” cannot be read. Unlock it, or the device, and share it again.")
    case .link:
      String(localized: "“\(name)” is only a link to something else. Share what it points to.")
    case .special:
      String(localized: "“\(name)” is neither a file nor a folder, or has something in it that is neither.")
    case .nameTooLong: String(localized: "The name “\(name)” is too long.")
    case .tooLarge: String(localized: "“\(name)” is too large for this device.")
    case .readOnly, .unsupported, .otherVolume:
      String(localized: "Intray's folder cannot take “\(name)”: the volume does not allow it.")
    case .tooManyOpen: String(localized: "Too many files are open to save “\(name)”. Please try again.")
    case .cancelled: String(localized: "“\(name)” was not saved, because you cancelled.")
    case .exists, .notAFolder, .notEmpty, .failed:
      String(localized: "“\(name)” could not be saved. Please share it again.")
    }
  }
}
