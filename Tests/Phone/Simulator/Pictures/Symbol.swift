/// The symbols of the system that the app shows, drawn as lines in a square of 24.
enum Symbol {
  /// Path data by the names of the symbols; a filled one is the same path.
  private static let paths: [String: String] = [
    "archivebox": "M3 4h18v4H3zM5 8v12h14V8M10 12h4",
    "arrow.forward": "M4 12h15M13 6l6 6-6 6",
    "arrow.triangle.2.circlepath": "M5 9a8 8 0 0114-1M19 3v5h-5M19 15a8 8 0 01-14 1M5 21v-5h5",
    "arrowtriangle.up": "M12 7l6 10H6z",
    "doc.on.doc": "M8 7h8l4 4v11H8zM8 7V2.5h7L18 6",
    "eye": "M2 12s3.5-6.5 10-6.5S22 12 22 12s-3.5 6.5-10 6.5S2 12 2 12zM12 9a3 3 0 100 6 3 3 0 000-6z",
    "checkmark": "M4 13l5 6L20 5",
    "checkmark.circle": "M12 2.5a9.5 9.5 0 100 19 9.5 9.5 0 000-19zM7.5 12.5l3 3.5 6-8",
    "checkmark.icloud": "\(cloud)M9 13l2 2.5 4-5",
    "chevron.backward": "M15 4l-8 8 8 8",
    "chevron.forward": "M9 4l8 8-8 8",
    "chevron.up.chevron.down": "M7 9l5-5 5 5M7 15l5 5 5-5",
    "circle": "M12 3a9 9 0 100 18 9 9 0 000-18z",
    "clock": "M12 2.5a9.5 9.5 0 100 19 9.5 9.5 0 000-19zM12 6.5V12h-4.5",
    "doc": "\(doc)",
    "doc.badge.plus": "M18 10.5V7.5l-5-5H6a1 1 0 00-1 1v17a1 1 0 001 1h6M13 2.5v5h5M18 14v8M14 18h8",
    "doc.on.clipboard": "M8 5H5v15h5M8 3.5h5v3H8zM13 5h3v4M11 10h6l3 3v8.5h-9z",
    "doc.richtext": "\(doc)M8 12h3v3H8zM13.5 12h2.5M13.5 15h2.5M8 18h8",
    "doc.text": "\(doc)M8 12h8M8 15h8M8 18h5",
    "ellipsis": "M5 12h.01M12 12h.01M19 12h.01",
    "ellipsis.circle": "M12 2.5a9.5 9.5 0 100 19 9.5 9.5 0 000-19zM7.5 11.7v.6M12 11.7v.6M16.5 11.7v.6",
    "envelope": "M2.5 5.5h19v13h-19zM2.5 6l9.5 7.5L21.5 6",
    "exclamationmark.arrow.triangle.2.circlepath":
      "M5 9a8 8 0 0114-1M19 3v5h-5M19 15a8 8 0 01-14 1M5 21v-5h5M12 8.5v4.5M12 15.7v.01",
    "exclamationmark.triangle": "M12 3.5l9.5 17h-19zM12 9.5v5.5M12 17.7v.01",
    "film": "M3 4.5h18v15H3zM7.5 4.5v15M16.5 4.5v15M3 9.5h4.5M3 14.5h4.5M16.5 9.5H21M16.5 14.5H21M7.5 12h9",
    "folder": "\(folder)M2.5 9.5h19",
    "folder.badge.gearshape":
      "\(folder)M12 10.5v1.5M12 16v1.5M8.5 14H10M14 14h1.5M12 12a2 2 0 100 4 2 2 0 000-4z",
    "folder.badge.plus": "\(folder)M12 10.5v6M9 13.5h6",
    "folder.badge.questionmark": "\(folder)M10.5 11.5a1.7 1.7 0 112 1.7v1M12.3 16.3v.01",
    "gearshape":
      "M12 5.5a6.5 6.5 0 100 13 6.5 6.5 0 000-13zM12 9.2a2.8 2.8 0 100 5.6 2.8 2.8 0 000-5.6zM12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3M5.3 5.3l2.1 2.1M16.6 16.6l2.1 2.1M5.3 18.7l2.1-2.1M16.6 7.4l2.1-2.1",
    "icloud": "\(cloud)",
    "icloud.and.arrow.down": "\(cloud)M12 11v11M9 19l3 3 3-3",
    "icloud.and.arrow.up": "\(cloud)M12 22V11M9 14l3-3 3 3",
    "info.circle": "M12 2.5a9.5 9.5 0 100 19 9.5 9.5 0 000-19zM10.5 11H12v6M10 17h4M12 7v.01",
    "iphone": "M8 2h8a2 2 0 012 2v16a2 2 0 01-2 2H8a2 2 0 01-2-2V4a2 2 0 012-2zM10.5 19.5h3",
    "link": "M10 14a4 4 0 006 0l4-4a4 4 0 00-6-6l-2 2M14 10a4 4 0 00-6 0l-4 4a4 4 0 006 6l2-2",
    "list.bullet": "M3.5 6h.01M3.5 12h.01M3.5 18h.01M8 6h13M8 12h13M8 18h13",
    "magnifyingglass": "M10.5 3.5a7 7 0 100 14 7 7 0 000-14zM16 16l5.5 5.5",
    "message":
      "M12 3.5c5 0 9.5 3.5 9.5 8s-4.5 8-9.5 8c-1 0-2-.1-3-.4L4.5 21l.8-3.5C3.5 16 2.5 14 2.5 11.5c0-4.5 4.5-8 9.5-8z",
    "minus.circle": "M12 2.5a9.5 9.5 0 100 19 9.5 9.5 0 000-19zM7 12h10",
    "pencil": "M4 20l1-4.5L16.5 4l3.5 3.5L8.5 19zM14 6.5l3.5 3.5",
    "pencil.tip.crop.circle": "M12 2.5a9.5 9.5 0 100 19 9.5 9.5 0 000-19zM8 19.5l4-10 4 10M10.5 13.5h3",
    "photo": "M2.5 4.5h19v15h-19zM2.5 16l5-5 5 5.5 3-3 6 6M15.5 8.5h.01",
    "plus": "M12 4v16M4 12h16",
    "plus.square.on.square": "M8 8h13v13H8zM16 8V3H3v13h5M14.5 11.5v6M11.5 14.5h6",
    "questionmark": "M8 9a4 4 0 115.5 3.5c-1 .5-1.5 1-1.5 2.5M12 18.5v.01",
    "questionmark.circle":
      "M12 2.5a9.5 9.5 0 100 19 9.5 9.5 0 000-19zM9.2 9.5a2.8 2.8 0 114 2.5c-.9.5-1.2 1-1.2 2M12 17v.01",
    "safari": "M12 2.5a9.5 9.5 0 100 19 9.5 9.5 0 000-19zM16.5 7.5l-3 6-6 3 3-6z",
    "shippingbox": "M12 2.5l9 4.5v10l-9 4.5L3 17V7zM3 7l9 4.5L21 7M12 11.5v10M7.5 4.7l9 4.5",
    "square.and.arrow.up": "M8 9H5v12.5h14V9h-3M12 15V2.5M8.5 6L12 2.5 15.5 6",
    "square.and.pencil": "M12 4.5H4V20h15.5v-8M9 15l.7-3L18.5 3.2l2.3 2.3L12 14.3z",
    "square.grid.2x2": "M3.5 3.5h7v7h-7zM13.5 3.5h7v7h-7zM3.5 13.5h7v7h-7zM13.5 13.5h7v7h-7z",
    "star": "\(star)",
    "star.slash": "\(star)M3 3l18 18",
    "tag": "M3 3.5h8.5l9.5 9.5-8 8L3 11.5zM7.5 8v.01",
    "trash": "M4 6h16M9 6V3.5h6V6M6 6l1 15.5h10L18 6M10 10v7.5M14 10v7.5",
    "tray": "\(tray)",
    "tray.and.arrow.down": "\(tray)M12 2v7M9 6.5l3 3 3-3",
    "tray.full": "\(tray)M7 9h10M8 6.5h8",
    "waveform": "M3 11v2M7.5 7v10M12 3.5v17M16.5 7v10M21 11v2",
    "xmark": "M5 5l14 14M19 5L5 19",
    "xmark.circle": "M12 2.5a9.5 9.5 0 100 19 9.5 9.5 0 000-19zM8.5 8.5l7 7M15.5 8.5l-7 7",
    "xmark.icloud": "\(cloud)M10 11.5l4 4M14 11.5l-4 4",
    // The bars of a phone.
    "wifi": "M3 9.5a13 13 0 0118 0M6.5 13.2a8 8 0 0111 0M10 17a3 3 0 014 0",
    "cellularbars": "M4 19v-3M9.5 19v-6.5M15 19V9M20.5 19V5",
    "battery": "M2 7.5h17a1.5 1.5 0 011.5 1.5v6a1.5 1.5 0 01-1.5 1.5H3.5A1.5 1.5 0 012 15zM22.5 11v2",
  ]
  private static let doc = "M6 2.5h8l5 5v14H6a1 1 0 01-1-1v-17a1 1 0 011-1zM14 2.5v5h5"
  private static let cloud = "M7 19.5a5 5 0 01-.5-10 6 6 0 0111.5-.5 5.3 5.3 0 01-1 10.5z"
  private static let folder =
    "M2.5 19.5V5.5a1 1 0 011-1h5.5l2 2.5h9.5a1 1 0 011 1v11.5a1 1 0 01-1 1h-17a1 1 0 01-1-1z"
  private static let star =
    "M12 3l2.8 5.9 6.4.8-4.7 4.4 1.2 6.4L12 17.4l-5.7 3.1 1.2-6.4L2.8 9.7l6.4-.8z"
  private static let tray = "M3 13l3-8.5h12L21 13v7H3zM3 13h6l1 2.5h4l1-2.5h6"

  /// Whether it points where the language leads.
  static func isDirected(_ name: String) -> Bool { name.hasSuffix("forward") || name.hasSuffix("backward") }

  /// The element of a symbol. One that is not drawn yet stops the program.
  static func svg(_ name: String, _ place: String, _ color: String, thin: Bool = false) -> String {
    let isFilled = name.hasSuffix(".fill")
    guard let path = paths[isFilled ? String(name.dropLast(5)) : name] else {
      preconditionFailure("There is no drawing of the symbol \(name).")
    }
    // What is inside a filled symbol is white.
    if isFilled, name.hasPrefix("checkmark") {
      return "<path \(place) d=\"\(path)\" fill=\"\(color)\" stroke=\"#fff\" stroke-width=\"1.8\"/>"
    }
    let width = name == "ellipsis" || name == "circle.fill" ? "2.6" : thin ? "1.1" : "1.8"
    return "<path \(place) d=\"\(path)\" fill=\"\(isFilled ? color : "none")\" stroke=\"\(color)\""
      + " stroke-width=\"\(width)\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
  }
}
