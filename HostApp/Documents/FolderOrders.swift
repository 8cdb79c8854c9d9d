import Foundation
import Shared

/// The orders of lists that the user chose.
struct FolderOrders: Sendable {
  /// The order of a folder; nil before the first choice there.
  var order: @Sendable (_ folder: String) -> DocumentQuery.Order?
  /// Keeps the order of a folder.
  var keep: @Sendable (DocumentQuery.Order, _ folder: String) -> Void

  /// Kept in the App Group's defaults.
  static let kept = FolderOrders(
    order: { Preferences.order(of: $0).flatMap(DocumentQuery.Order.init) },
    keep: { Preferences.keep(order: $0.rawValue, of: $1) })
}
