import Foundation
import Shared

/// When the app was last left. Documents that arrived later are new to the user.
struct LastVisit: Sendable {
  /// nil before it was ever left.
  var last: @Sendable () -> FileTime?
  /// It is left now.
  var leave: @Sendable (FileTime) -> Void

  /// Kept in the App Group's defaults.
  static let kept = LastVisit(
    last: {
      let seconds = Preferences.store?.double(forKey: Preferences.lastVisitKey) ?? 0
      return seconds > 0 ? FileTime(Date(timeIntervalSince1970: seconds)) : nil
    },
    leave: { Preferences.store?.set($0.date.timeIntervalSince1970, forKey: Preferences.lastVisitKey) })
}
