import Foundation

/// A part of a picture: how large it is, and what is drawn in it, from its upper corner where text begins.
struct Box {
  var width = 0.0
  var height = 0.0
  var marks: [Mark] = []
  /// An element that lies above all others, with its menu; at most one.
  var lifted: [Lifted] = []

  struct Lifted {
    let box: Box
    let menu: Box
    let x: Double
    let y: Double
  }

  /// Where its first text begins.
  var textStart: Double? {
    marks.first { if case .text = $0.shape { true } else { false } }?.x
  }

  /// Draws a box in this one.
  mutating func place(_ box: Box, x: Double, y: Double) {
    marks += box.marks.map { mark in
      var mark = mark
      (mark.x, mark.y) = (mark.x + x, mark.y + y)
      return mark
    }
    lifted += box.lifted.map { Lifted(box: $0.box, menu: $0.menu, x: $0.x + x, y: $0.y + y) }
  }

  /// Draws a box below what is in this one.
  mutating func append(_ box: Box, x: Double = 0, gap: Double = 0) {
    place(box, x: x, y: height + gap)
    height += box.height + gap
    width = max(width, x + box.width)
  }

  /// The box with its text at its end.
  func alignedAtEnd() -> Box {
    var box = self
    box.marks = marks.map { mark in
      guard case .text(let line, let letters, .start) = mark.shape else { return mark }
      return Mark(x: width, y: mark.y, shape: .text(line, letters, .end), color: mark.color)
    }
    return box
  }

  /// Fills all of it, behind what is in it.
  mutating func fill(_ color: Palette, radius: Double) {
    marks.insert(
      Mark(x: 0, y: 0, shape: .rect(width: width, height: height, radius: radius), color: color), at: 0)
  }

  mutating func draw(_ shape: Mark.Shape, x: Double, y: Double, _ color: Palette) {
    marks.append(Mark(x: x, y: y, shape: shape, color: color))
  }

  /// The box without the text and the symbols that something would cover in part.
  func hidden(from top: Double, to bottom: Double) -> Box {
    var box = self
    box.marks.removeAll { mark in
      if case .rect = mark.shape { false } else { mark.y + mark.height > top && mark.y < bottom }
    }
    return box
  }

  /// The box without the text and the symbols that do not fit into a height. What is behind them goes on.
  func cut(at height: Double) -> Box {
    var box = self
    box.marks.removeAll { mark in
      if case .rect = mark.shape { mark.y > height } else { mark.y + mark.height > height }
    }
    box.height = min(box.height, height)
    return box
  }
}

/// A shape in a picture. Its place is its upper corner where text begins; of text it is a point of the base line.
struct Mark {
  enum Shape {
    /// One line; aligned at its start, its middle or its end.
    case text(String, Letters, Alignment)
    case rect(width: Double, height: Double, radius: Double)
    /// A line around a rectangle.
    case frame(width: Double, height: Double, radius: Double)
    case symbol(String, side: Double)
    /// The bytes of a PNG file.
    case pixels(Data, width: Double, height: Double)
    /// A sheet of paper with lines of text. It is not mirrored.
    case paper([String], width: Double, height: Double)
  }
  enum Alignment { case start, middle, end }

  var x: Double
  var y: Double
  let shape: Shape
  let color: Palette
  /// How far down what it belongs to reaches; nil is as far as itself.
  var reach: Double?

  /// The mark, which belongs to a row of a height.
  func reaching(_ height: Double) -> Mark {
    if case .rect = shape { return self }
    var mark = self
    mark.reach = height - y
    return mark
  }

  /// How far down it reaches.
  var height: Double {
    if let reach { return reach }
    return switch shape {
    case .text(_, let letters, _): letters.size * 0.25
    case .rect(_, let height, _), .frame(_, let height, _), .pixels(_, _, let height),
      .paper(_, _, let height):
      height
    case .symbol(_, let side): side
    }
  }

  /// The element of SVG, in a picture of a width.
  func svg(_ style: Picture.Style, width whole: Double) -> String {
    func left(_ width: Double) -> Double { style.isRightToLeft ? whole - x - width : x }
    func place(_ width: Double, _ height: Double) -> String {
      let numbers = [left(width), y, width, height].map { Self.text($0) }
      return "x=\"\(numbers[0])\" y=\"\(numbers[1])\" width=\"\(numbers[2])\" height=\"\(numbers[3])\""
    }
    let color = style.hex(color)
    switch shape {
    case .text(let text, let letters, let alignment):
      let isAtLeft = (alignment == .start) != style.isRightToLeft
      // The start of a text is where its language begins.
      let anchor = alignment == .middle ? "middle" : isAtLeft != text.isRightToLeft ? "start" : "end"
      let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      return
        "<text x=\"\(Self.text(left(0)))\" y=\"\(Self.text(y))\" font-size=\"\(Self.text(letters.size))\""
        + " fill=\"\(color)\"" + (anchor == "start" ? "" : " text-anchor=\"\(anchor)\"")
        + (letters.isBold ? " font-weight=\"600\"" : "")
        + (text.isRightToLeft ? " direction=\"rtl\"" : "") + ">\(escaped)</text>"
    case .rect(let width, let height, let radius):
      let corners = radius > 0 ? " rx=\"\(Self.text(radius))\"" : ""
      return "<rect \(place(width, height))\(corners) fill=\"\(color)\"/>"
    case .frame(let width, let height, let radius):
      return "<rect \(place(width, height)) rx=\"\(Self.text(radius))\" fill=\"none\" stroke=\"\(color)\"/>"
    case .paper(let lines, let width, let height):
      return paper(lines, left(width), (width, height), style)
    case .symbol(let name, let side):
      let isMirrored = style.isRightToLeft && Symbol.isDirected(name)
      let scale = Self.text(side / 24, digits: 3)
      let x = Self.text(isMirrored ? left(0) : left(side))
      let size = isMirrored ? "-\(scale) \(scale)" : scale
      return Symbol.svg(
        name, "transform=\"translate(\(x) \(Self.text(y))) scale(\(size))\"", color, thin: side > 36)
    case .pixels(let data, let width, let height):
      return "<image \(place(width, height)) preserveAspectRatio=\"none\""
        + " href=\"data:image/png;base64,\(data.base64EncodedString())\"/>"
    }
  }

  /// The elements of a sheet of paper.
  private func paper(_ lines: [String], _ left: Double, _ size: (Double, Double), _ style: Picture.Style)
    -> String
  {
    var style = style
    style.isRightToLeft = false
    var box = Box()
    box.place(Page.sheet(lines, width: size.0, height: size.1), x: left, y: y)
    return box.marks.map { $0.svg(style, width: size.0) }.joined(separator: "\n")
  }

  /// A number as SVG has it, without zeros at its end.
  static func text(_ number: Double, digits: Int = 1) -> String {
    var text = String(format: "%.\(digits)f", number)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text == "-0" ? "0" : text
  }
}

/// What a colour is for.
enum Palette: String {
  case ink, grey, faint, line, tint, red, white, card, background, bar, field, chosen, print, dim,
    green, orange, yellow, blue, purple, gray, clear
  // A landscape.
  case sun, house
}

extension Palette {
  /// The colour that a view has by name; nil where it has none.
  init?(view name: String?) {
    switch name {
    case "secondary": self = .grey
    case "accent": self = .tint
    case let name?:
      let colors: [Palette] = [.red, .orange, .yellow, .green, .blue, .purple, .gray, .white, .clear]
      guard let color = colors.first(where: { $0.rawValue == name }) else { return nil }
      self = color
    case nil: return nil
    }
  }
}

extension Picture.Style {
  /// A colour of the system, in light or dark.
  func hex(_ color: Palette) -> String {
    let (light, dark) =
      switch color {
      case .ink: ("#000", "#fff")
      case .grey: ("#6c6c70", "#98989f")
      case .faint: ("#b9b9be", "#5a5a5e")
      case .line: ("#dcdce0", "#38383a")
      case .tint: ("#007aff", "#0a84ff")
      case .red: ("#ff3b30", "#ff453a")
      case .white: ("#fff", "#fff")
      case .card: ("#fff", isRaised ? "#2c2c2e" : "#1c1c1e")
      case .background: ("#f2f2f7", isRaised ? "#1c1c1e" : "#000")
      case .bar: ("#f9f9fb", "#161618")
      case .field: ("#e4e4e9", isRaised ? "#37373a" : "#1c1c1e")
      case .chosen: ("#d6e6fb", "#123a66")
      case .print: ("#3a3a3c", "#3a3a3c")
      case .dim: ("rgba(0,0,0,0.28)", "rgba(0,0,0,0.5)")
      case .green: ("#34c759", "#30d158")
      case .orange: ("#ff9500", "#ff9f0a")
      case .yellow: ("#ffcc00", "#ffd60a")
      case .blue: ("#007aff", "#0a84ff")
      case .purple: ("#af52de", "#bf5af2")
      case .gray: ("#8e8e93", "#8e8e93")
      case .clear: ("none", "none")
      case .sun: ("#f9c784", "#f9c784")
      case .house: ("#4a3b52", "#4a3b52")
      }
    return isDark ? dark : light
  }
}
