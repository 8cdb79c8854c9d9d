import Foundation
import IntrayCore
import UIKit

/// The shares that a sheet had no time to save: the next sheet or the app tells the user.
///
/// The sheet notes a share when the system is about to suspend its process, because a suspended process may be ended without
/// another word. Each note has a key of its own: a sheet and the app change the notes at the same moment, and no process can
/// change one value of the defaults without writing all of it.
public struct UnsavedShares: Sendable {
  /// The name of the first item of each share and the number of the others, by the key of its note. Not all names: the
  /// defaults refuse what is very long.
  var all: @Sendable () -> [String: [String]]
  /// Keeps a note; nil removes it.
  var keep: @Sendable (_ key: String, [String]?) -> Void

  /// Shares that two functions keep.
  public init(
    all: @escaping @Sendable () -> [String: [String]],
    keep: @escaping @Sendable (_ key: String, [String]?) -> Void
  ) {
    (self.all, self.keep) = (all, keep)
  }

  /// Those of this user, in the App Group's defaults.
  public static let kept = UnsavedShares(
    all: {
      let values = Preferences.store?.dictionaryRepresentation() ?? [:]
      return values.filter { $0.key.hasPrefix(prefix) }.compactMapValues { $0 as? [String] }
    },
    keep: { key, names in
      if let names {
        Preferences.store?.set(names, forKey: key)
      } else {
        Preferences.store?.removeObject(forKey: key)
      }
    })

  private static let prefix = "UnsavedShare."

  /// What to tell the user, the first share first; it is not told again.
  public func take() -> [ShareError] {
    all().sorted { $0.key < $1.key }.compactMap { key, names in
      keep(key, nil)
      return names.first.map {
        .outOfTime($0, others: names.count == 2 ? Int(names[1]) ?? 1 : names.count - 1)
      }
    }
  }

  /// Notes a share whose time is up before it is saved.
  public func note(_ names: [String]) {
    // In the order of their times, as long as those have as many digits.
    let time = Int64(Date.now.timeIntervalSince1970 * 1_000)
    keep("\(Self.prefix)\(time).\(UUID().uuidString)", Self.note(of: names))
  }

  /// The share was saved all the same, or the user has read that it was not.
  public func forget(_ names: [String]) {
    if let key = all().filter({ $0.value == Self.note(of: names) }).keys.max() { keep(key, nil) }
  }

  private static func note(of names: [String]) -> [String] {
    names.first.map { [$0, "\(names.count - 1)"] } ?? []
  }
}
