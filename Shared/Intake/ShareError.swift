import Foundation
import IntrayCore
import UIKit

/// Why an item could not be saved.
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

/// The sentences for the user: what was not saved, why, and what to do about it. The share sheet says them, and the app says them of what
/// the user adds, drops, pastes or opens.
///
/// `String(localized:)` looks into the main bundle, which is the app's or the extension's. So the catalogues of both have these
/// sentences. Another app finds them in English, unless its own catalogue has them.
extension ShareError: LocalizedError {
  /// What went wrong, and what to do about it.
  public var errorDescription: String? {
    switch self {
    case .noContainer:
      String(localized: "\(AppIdentity.current.name) can’t reach its folder. Please install it again.")
    case .nothingToSave(let name):
      String(localized: "“\(name.said)” can’t be saved as a document.")
    case .ours(let name): String(localized: "“\(name.said)” is already in \(AppIdentity.current.name).")
    case .sender(let name, let error):
      if let reason = error?.localizedDescription {
        String(localized: "Couldn’t get “\(name.said)” from the other app: \(reason)")
      } else {
        String(localized: "Couldn’t get “\(name.said)” from the other app. Try again.")
      }
    case .silent(let name):
      String(localized: "Couldn’t get “\(name.said)” from the other app: it didn’t respond for a minute.")
    case .outOfTime(let name, others: 0):
      String(
        localized:
          "“\(name.said)” couldn’t be saved, because there was no more time in the background. Please share it again."
      )
    case .outOfTime(let name, let others):
      String(
        localized:
          "“\(name.said)” and \(others) more couldn’t be saved, because there was no more time in the background. Please share them again."
      )
    case .noSpace(let name, let missing?):
      String(
        localized:
          "There isn’t enough space for “\(name.said)”. Free up \(missing.fileSize), then try again."
      )
    case .noSpace(let name, nil): Self.sentence(name, .noSpace)
    case .disk(let name, let error): Self.sentence(name, error.code)
    case .cancelled: String(localized: "Nothing was saved because you canceled.")
    case .several(let errors): errors.compactMap(\.errorDescription).joined(separator: "\n")
    }
  }

  /// What to do when everything is saved, but the medium reported an error, so that it may be gone when power is lost.
  public static var mayBeLost: String {
    String(
      localized:
        "The storage of this device reported an error. Check in \(AppIdentity.current.name) that everything is there before you delete the original."
    )
  }

  private static func sentence(_ name: String, _ code: DiskError.Code) -> String {
    switch code {
    case .noSpace:
      String(localized: "There isn’t enough space for “\(name.said)”. Free up some space, then try again.")
    case .notFound, .changed, .swept:
      String(localized: "“\(name.said)” went away or changed while it was being saved. Try again.")
    case .denied:
      String(localized: "“\(name.said)” can’t be read. Unlock it, or the device, and try again.")
    case .link:
      String(localized: "“\(name.said)” is only a link to something else. Save what it points to.")
    case .ownFolder: String(localized: "“\(name.said)” is already in \(AppIdentity.current.name).")
    case .special:
      String(
        localized: "“\(name.said)” is neither a file nor a folder, or has something in it that is neither.")
    case .nameTooLong: String(localized: "The name “\(name.said)” is too long.")
    case .tooLarge: String(localized: "“\(name.said)” is too large for this device.")
    case .readOnly, .unsupported, .otherVolume:
      String(localized: "“\(name.said)” couldn’t be saved, because the volume doesn’t allow it.")
    case .tooManyOpen: String(localized: "Too many files are open to save “\(name.said)”. Try again.")
    case .cancelled: String(localized: "“\(name.said)” wasn’t saved because you canceled.")
    case .exists, .notAFolder, .notEmpty, .failed:
      String(localized: "“\(name.said)” couldn’t be saved. Try again.")
    }
  }
}

extension String {
  /// The name that a document of this one would get: a sender's own may have ends of lines, or turn the direction of what follows.
  fileprivate var said: String { DocumentName(self).text }
}
