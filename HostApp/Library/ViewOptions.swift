import Foundation
import IntrayCore

/// How the user chose to see documents.
struct ViewOptions: Sendable {
  enum Layout: String, Hashable, Sendable {
    case list, icons
  }

  /// An order, and whether it is the other way round.
  struct Order: Hashable, Sendable {
    var by: DocumentQuery.Order
    var isReversed = false

    init(_ by: DocumentQuery.Order, isReversed: Bool = false) {
      (self.by, self.isReversed) = (by, isReversed)
    }

    /// Reads what ``text`` wrote; nil for anything else.
    init?(_ text: String) {
      guard let by = DocumentQuery.Order(rawValue: text.hasPrefix("-") ? String(text.dropFirst()) : text)
      else {
        return nil
      }
      self.init(by, isReversed: text.hasPrefix("-"))
    }

    /// The name of the order, after a hyphen when it is reversed.
    var text: String { (isReversed ? "-" : "") + by.rawValue }
  }

  /// The order of a folder; nil before the first choice there.
  var order: @Sendable (_ folder: String) -> Order?
  var keepOrder: @Sendable (Order, _ folder: String) -> Void
  /// The layout that was chosen last.
  var layout: @Sendable () -> Layout = { .list }
  var keepLayout: @Sendable (Layout) -> Void = { _ in }
  /// Whether a preview was last shown beside the list.
  var showsPreview: @Sendable () -> Bool = { false }
  var keepPreview: @Sendable (Bool) -> Void = { _ in }

  /// Kept in the App Group's defaults.
  static let kept = ViewOptions(
    order: { Preferences.order(of: $0).flatMap(Order.init) },
    keepOrder: { Preferences.keep(order: $0.text, of: $1) },
    layout: { Preferences.layout.flatMap(Layout.init) ?? .list },
    keepLayout: { Preferences.layout = $0.rawValue },
    showsPreview: { Preferences.showsPreview },
    keepPreview: { Preferences.showsPreview = $0 })
}
