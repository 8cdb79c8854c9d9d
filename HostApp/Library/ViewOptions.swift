import Foundation
import Shared

/// How the user chose to see documents.
struct ViewOptions: Sendable {
  /// How the documents of a place are shown.
  enum Layout: String, Hashable, Sendable {
    case list, icons
  }

  /// The order of a folder; nil before the first choice there.
  var order: @Sendable (_ folder: String) -> DocumentQuery.Order?
  /// Keeps the order of a folder.
  var keepOrder: @Sendable (DocumentQuery.Order, _ folder: String) -> Void
  /// The layout that was chosen last.
  var layout: @Sendable () -> Layout = { .list }
  /// Keeps the layout.
  var keepLayout: @Sendable (Layout) -> Void = { _ in }

  /// Kept in the App Group's defaults.
  static let kept = ViewOptions(
    order: { Preferences.order(of: $0).flatMap(DocumentQuery.Order.init) },
    keepOrder: { Preferences.keep(order: $0.rawValue, of: $1) },
    layout: { Preferences.layout.flatMap(Layout.init) ?? .list },
    keepLayout: { Preferences.layout = $0.rawValue })
}
