import Foundation
import IntrayCore
import UIKit

/// The shares that a sheet had no time to save: the next sheet or the app tells the user.
///
/// The sheet notes a share when the system is about to suspend its process, because a suspended process may be ended without
/// another word.
public struct UnsavedShares: Sendable {
  /// The names of the items of each share.
  var all: @Sendable () -> [[String]]
  /// Keeps others in their place.
  var keep: @Sendable ([[String]]) -> Void

  /// Shares that two functions keep.
  public init(all: @escaping @Sendable () -> [[String]], keep: @escaping @Sendable ([[String]]) -> Void) {
    (self.all, self.keep) = (all, keep)
  }

  /// Those of this user, in the App Group's defaults.
  public static let kept = UnsavedShares(
    all: { Preferences.store?.array(forKey: key) as? [[String]] ?? [] },
    keep: { Preferences.store?.set($0, forKey: key) })

  private static let key = "UnsavedShares"

  /// What to tell the user; it is not told again.
  public func take() -> [ShareError] {
    let found = all()
    if !found.isEmpty { keep([]) }
    return found.compactMap { names in names.first.map { .outOfTime($0, others: names.count - 1) } }
  }

  /// Notes a share whose time is up before it is saved.
  public func note(_ names: [String]) { keep(all() + [names]) }

  /// The share was saved all the same, or the user has read that it was not.
  public func forget(_ names: [String]) {
    var rest = all()
    guard let last = rest.lastIndex(of: names) else { return }
    rest.remove(at: last)
    keep(rest)
  }
}
