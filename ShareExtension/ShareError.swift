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
  /// The disk would not.
  case disk(String, DiskError)
  /// Several attachments, each for its own reason.
  case several([ShareError])

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
    case .disk(let name, let error): Self.sentence(name, error.code)
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
