import Foundation
import Shared
import SwiftUI

extension NavigationModel {
  /// Opens Files at a document. If the system does not open Files, says where the document is there.
  ///
  /// Apple does not document the scheme, so it may end with any system; many apps use it:
  /// <https://stackoverflow.com/a/64592118>. A document picker would show the folder as well, but what the user taps there
  /// is chosen for Intray and not opened in Files.
  func showInFiles(_ path: DocumentPath) {
    problem = nil
    run {
      guard let root = await self.placeInFiles() else {
        self.problem = Messages.notInFiles
        return
      }
      let place = path.names.reduce(root) { $0.appending(component: $1.description) }
      guard let url = Self.link(toFilesAt: place), await self.outgoing.open(url) else {
        self.problem = Messages.isInFiles(path)
        return
      }
    }
  }

  /// A link that opens Files at a place that the user sees there.
  private static func link(toFilesAt place: URL) -> URL? {
    var parts = URLComponents(url: place, resolvingAgainstBaseURL: true)
    parts?.scheme = "shareddocuments"
    return parts?.url
  }
}

extension Messages {
  /// Where a document is in Files, which the system did not open.
  static func isInFiles(_ path: DocumentPath) -> String {
    let folders = [FilesDomain.displayName] + path.parent.names.map(\.description)
    let place = folders.joined(separator: " › ")
    return String(
      localized:
        "Files couldn’t be opened. To see the item there, open Files, tap Browse, and go to “\(place)”.")
  }
}
