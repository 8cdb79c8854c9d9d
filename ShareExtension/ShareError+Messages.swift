import Foundation
import IntrayCore
import IntrayIntake
import UIKit

/// The sentence for each reason why something could not be saved.
///
/// Both names are given in full, which marks the conformance as retroactive (SE-0364). No other module adds it.
extension IntrayIntake.ShareError: Foundation.LocalizedError {
  /// What went wrong, and what to do about it.
  public var errorDescription: String? {
    switch self {
    case .noContainer:
      String(localized: "Intray can’t reach its folder. Please install Intray again.")
    case .nothingToSave(let name):
      String(localized: "“\(name)” can’t be saved as a document.")
    case .ours(let name): String(localized: "“\(name)” is already in Intray.")
    case .sender(let name, let error):
      if let reason = error?.localizedDescription {
        String(localized: "Couldn’t get “\(name)” from the other app: \(reason)")
      } else {
        String(localized: "Couldn’t get “\(name)” from the other app. Please share it again.")
      }
    case .silent(let name):
      String(localized: "Couldn’t get “\(name)” from the other app: it didn’t respond for a minute.")
    case .outOfTime(let name, others: 0):
      String(
        localized:
          "“\(name)” couldn’t be saved, because there was no more time in the background. Please share it again."
      )
    case .outOfTime(let name, let others):
      String(
        localized:
          "“\(name)” and \(others) more couldn’t be saved, because there was no more time in the background. Please share them again."
      )
    case .noSpace(let name, let missing?):
      String(
        localized:
          "There isn’t enough space for “\(name)”. Free up \(missing, format: .byteCount(style: .file)), then share it again."
      )
    case .noSpace(let name, nil): Self.sentence(name, .noSpace)
    case .disk(let name, let error): Self.sentence(name, error.code)
    case .cancelled: String(localized: "Nothing was saved because you canceled.")
    case .several(let errors): errors.compactMap(\.errorDescription).joined(separator: "\n")
    }
  }

  private static func sentence(_ name: String, _ code: DiskError.Code) -> String {
    switch code {
    case .noSpace:
      String(localized: "There isn’t enough space for “\(name)”. Free up some space, then share it again.")
    case .notFound, .changed, .swept:
      String(localized: "“\(name)” went away or changed while it was being saved. Please share it again.")
    case .denied:
      String(localized: "“\(name)” can’t be read. Unlock it, or the device, and share it again.")
    case .link:
      String(localized: "“\(name)” is only a link to something else. Share what it points to.")
    case .ownFolder: String(localized: "“\(name)” is already in Intray.")
    case .special:
      String(localized: "“\(name)” is neither a file nor a folder, or has something in it that is neither.")
    case .nameTooLong: String(localized: "The name “\(name)” is too long.")
    case .tooLarge: String(localized: "“\(name)” is too large for this device.")
    case .readOnly, .unsupported, .otherVolume:
      String(localized: "“\(name)” couldn’t be saved, because the volume doesn’t allow it.")
    case .tooManyOpen: String(localized: "Too many files are open to save “\(name)”. Please try again.")
    case .cancelled: String(localized: "“\(name)” wasn’t saved because you canceled.")
    case .exists, .notAFolder, .notEmpty, .failed:
      String(localized: "“\(name)” couldn’t be saved. Please share it again.")
    }
  }
}
