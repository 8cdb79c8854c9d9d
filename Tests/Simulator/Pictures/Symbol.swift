import Foundation

/// The symbols of the system as simple shapes, 24 points wide.
enum Symbol {
  /// Path data in a square of 24, by the first part of a symbol's name.
  private static let paths: [(name: String, path: String)] = [
    ("folder", "M2 6h7l2 3h11v11H2z"),
    ("doc", "M5 2h10l4 4v16H5z"),
    ("tray", "M3 13l3-9h12l3 9v7H3zM3 13h6l1 3h4l1-3h6"),
    ("trash", "M4 6h16M9 6V3h6v3M6 6l1 16h10l1-16"),
    ("clock", "M12 2a10 10 0 100 20 10 10 0 000-20zM12 7v6l4 2"),
    ("icloud", "M7 19a5 5 0 010-10 6 6 0 0111-1 5 5 0 01-1 11z"),
    ("tag", "M3 3h8l10 10-8 8L3 11z"),
    ("exclamationmark", "M12 3l10 18H2zM12 9v6M12 17v2"),
    ("checkmark", "M12 2a10 10 0 100 20 10 10 0 000-20zM7 12l4 4 6-8"),
    ("circle", "M12 7a5 5 0 100 10 5 5 0 000-10z"),
    ("questionmark", "M12 2a10 10 0 100 20 10 10 0 000-20zM9 9a3 3 0 114 3l-1 2M12 17v1"),
    ("info", "M12 2a10 10 0 100 20 10 10 0 000-20zM12 10v7M12 6v2"),
    ("square.grid", "M3 3h7v7H3zM14 3h7v7h-7zM3 14h7v7H3zM14 14h7v7h-7z"),
    ("list", "M3 6h18M3 12h18M3 18h18"),
  ]

  /// The shape of a symbol; a frame for one that has none here.
  static func shape(_ name: String, x: Double, y: Double, _ style: Picture.Style) -> [String] {
    let path = paths.first { name.hasPrefix($0.name) }?.path ?? "M4 4h16v16H4z"
    let place = "translate(\(Int(x.rounded())) \(Int(y.rounded())))"
    return [
      "<path transform=\"\(place)\" d=\"\(path)\" fill=\"none\" stroke=\"\(style.tint)\" stroke-width=\"1.6\"/>"
    ]
  }
}
