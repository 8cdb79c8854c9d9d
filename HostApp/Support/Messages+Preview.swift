import Foundation
import Shared
import SwiftUI

/// Why a document cannot be shown, and what became of changes that the user made to what was shown.
extension Messages {
  /// Why a package is not shown.
  static func cannotPreview(_ path: DocumentPath) -> String {
    String(localized: "Quick Look can’t show “\(path.description)”. Share it to open it in another app.")
  }

  /// Why changes are lost.
  static func editNotSaved(_ name: String) -> String {
    String(
      localized:
        "Your changes to “\(name)” couldn’t be saved. The original document is unchanged. Please try again."
    )
  }
}
