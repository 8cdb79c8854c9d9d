import Foundation
import Shared
import SwiftUI

extension Messages {
  /// Why something could not be done with iCloud, and what to do; nil if the user cancelled it.
  static func cloud(_ error: CloudError) -> String? {
    switch error {
    case .cancelled: nil
    case .notFound, .notInCloud:
      String(localized: "It was changed. Try again.")
    case .noAccount:
      String(
        localized:
          "You’re not signed in to iCloud, or iCloud Drive is off. Turn it on in Settings. Nothing was changed."
      )
    case .accountChanged:
      String(
        localized:
          "A different Apple Account is signed in to iCloud. iCloud Drive shows that account’s documents. The documents on this device are unchanged."
      )
    case .exists:
      String(localized: "This name is already taken in iCloud Drive. Rename the item and try again.")
    case .noSpace: String(localized: "iCloud is full. Free some space there, and try again. It stays here.")
    case .unavailable:
      String(localized: "It isn’t on this device, and can’t be downloaded now. Try again later.")
    case .unreachable:
      String(localized: "iCloud can’t be reached. Check the connection, and try again. Nothing was changed.")
    case .notUploaded:
      String(localized: "iCloud doesn’t have it yet, so it stays on this device. Try again later.")
    case .disk(let error): action(error)
    case .failed: String(localized: "This couldn’t be done. Nothing was changed. Please try again.")
    }
  }

  /// What became of a document that moved to iCloud, or to this device.
  static func moved(_ path: DocumentPath, as new: DocumentPath, toCloud isToCloud: Bool) -> String {
    let name = path.description
    if path != new {
      return String(localized: "The name “\(name)” is in use, so this was saved as “\(new.description)”.")
    }
    return isToCloud
      ? String(localized: "“\(name)” is in iCloud Drive.") : String(localized: "“\(name)” is in Intray.")
  }

  /// What became of the versions of a document that iCloud could not merge.
  static func versionsAreKept(_ path: DocumentPath) -> String {
    String(localized: "The other versions of “\(path.description)” are in Intray.")
  }

  /// What became of a document of iCloud that was deleted.
  static func deletion(_ path: DocumentPath, _ deletion: Cloud.Deletion) -> String {
    switch deletion {
    case .discarded: String(localized: "“\(path.description)” is in Recently Deleted.")
    case .removed: String(localized: "“\(path.description)” is deleted from iCloud.")
    }
  }
}
