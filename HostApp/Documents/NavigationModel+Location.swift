import Foundation
import Shared

/// Where a window is, for its next life.
extension NavigationModel {
  /// The place on screen and the folders that were gone into, as text for the next life of the window.
  var location: String {
    let way = shownPlace == .documents ? way.last.flatMap { DocumentLink($0).url?.absoluteString } : nil
    return [shownPlace.rawValue, way ?? ""].joined(separator: " ")
  }

  /// Shows the place of an earlier life of the window. A folder that is gone is not shown.
  func restore(_ location: String) {
    let parts = location.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let place = SidebarItem(rawValue: parts[0]), place != shownPlace || parts[1] != ""
    else { return }
    self.place = place
    guard let folder = URL(string: parts[1]).flatMap({ DocumentLink($0) })?.path else { return }
    way = folder.names.indices.map { DocumentPath(Array(folder.names[...$0])) }
  }
}
