import Foundation
import SwiftUI

/// A screen as a picture: an SVG of plain shapes, drawn from what the stage shows, one element a line.
///
/// It is no copy of what the system draws. It shows what is on screen, in which order, and where it belongs.
@MainActor
struct Picture {
  /// How a picture is drawn.
  struct Style: Codable, Hashable, Sendable {
    var isDark = false
    var isLarge = false
    var isRightToLeft = false
    var isWide = false

    var width: Double { isWide ? 820 : 390 }
    var size: Double { isLarge ? 24 : 15 }
    var background: String { isDark ? "#000000" : "#f2f2f7" }
    var card: String { isDark ? "#1c1c1e" : "#ffffff" }
    var ink: String { isDark ? "#ffffff" : "#000000" }
    var grey: String { isDark ? "#98989e" : "#6c6c70" }
    var line: String { isDark ? "#38383a" : "#d8d8dc" }
    var tint: String { isDark ? "#0a84ff" : "#0067d6" }
  }

  let style: Style
  private var lines: [String] = []
  private var y = 0.0
  private let margin = 16.0

  /// What is on screen, drawn.
  static func svg(of tree: HarnessNode, style: Style) -> String {
    var picture = Picture(style: style)
    picture.y = 20
    picture.block(tree)
    let height = max(picture.y + 24, 200)
    let size = "width=\"\(text(style.width))\" height=\"\(text(height))\""
    let direction = style.isRightToLeft ? " direction=\"rtl\"" : ""
    return """
      <svg xmlns="http://www.w3.org/2000/svg" \(size) font-family="-apple-system, system-ui, sans-serif"\(direction)>
      <rect \(size) rx="28" fill="\(style.background)"/>
      \(picture.lines.joined(separator: "\n"))
      </svg>

      """
  }

  private init(style: Style) { self.style = style }

  private mutating func block(_ node: HarnessNode) {
    switch node.role {
    case .screen: screen(node)
    case .list, .scroll, .vertical, .layered, .columns, .unavailable:
      for child in node.children { block(child) }
    case .grid: grid(node.children)
    case .section: section(node)
    case .alert, .dialog, .sheet, .preview, .fileImporter: cover(node)
    case .element where node.children.count > 1 && node.symbol == nil:
      for child in node.children { block(child) }
    case .header, .footer: caption(node.label)
    default: card([node])
    }
  }

  private mutating func screen(_ node: HarnessNode) {
    let bar = node.children.filter { $0.role == .toolbar }.flatMap(\.children)
    if !bar.isEmpty {
      y += style.size + 6
      let back = bar.filter { $0.role == .back }.map { "‹ \($0.label)" }
      write(back.joined(), x: margin, fill: style.tint)
      write(
        bar.filter { $0.role != .back }.map(\.label).joined(separator: "   "), atEnd: true, fill: style.tint)
      y += 8
    }
    if !node.label.isEmpty {
      y += style.size * 2 + 4
      write(node.label, x: margin, size: style.size * 1.9, weight: "bold")
      y += 12
    }
    for child in node.children where child.role != .toolbar && child.role != .bottomBar { block(child) }
    for child in node.children where child.role == .bottomBar {
      y += style.size + 20
      write(child.children.map(\.label).joined(separator: "     "), x: margin, fill: style.tint)
    }
  }

  private mutating func section(_ node: HarnessNode) {
    for child in node.children where child.role == .header { caption(child.label.uppercased()) }
    card(node.children.filter { $0.role != .header && $0.role != .footer })
    for child in node.children where child.role == .footer { caption(child.label) }
  }

  /// Rows on one card, with lines between them.
  private mutating func card(_ rows: [HarnessNode]) {
    let rows = rows.filter { !parts(of: $0).isEmpty }
    if rows.isEmpty { return }
    y += 8
    let (top, place) = (y, lines.count)
    for (index, node) in rows.enumerated() {
      if index > 0 { rule() }
      row(node)
    }
    lines.insert(
      rect(margin, top, style.width - 2 * margin, y - top, radius: 12, fill: style.card), at: place)
    y += 8
  }

  private mutating func row(_ node: HarnessNode) {
    let parts = parts(of: node)
    let symbol = node.everything.lazy.compactMap(\.symbol).first { !$0.isEmpty }
    let x = margin + (symbol == nil ? 14 : 50)
    let isControl = [.button, .menu, .navigationLink].contains(node.role) && symbol == nil
    y += 12
    let top = y
    for part in wrapped(parts[0], size: style.size, width: style.width - x - 40) {
      y += style.size
      write(part, x: x, fill: isControl ? style.tint : style.ink)
      y += 5
    }
    for part in parts.dropFirst() {
      for part in wrapped(part, size: style.size * 0.8, width: style.width - x - 40) {
        y += style.size * 0.8
        write(part, x: x, size: style.size * 0.8, fill: style.grey)
        y += 4
      }
    }
    if let fraction = node.everything.lazy.compactMap(\.fraction).first {
      let width = style.width - x - 2 * margin - 14
      lines.append(rect(x, y + 2, width, 4, radius: 2, fill: style.line))
      lines.append(rect(x, y + 2, width * fraction, 4, radius: 2, fill: style.tint))
      y += 10
    }
    if let symbol { lines += Symbol.shape(symbol, x: mirrored(margin + 14, width: 24), y: top, style) }
    y += 6
  }

  /// Icons with their names, three or seven beside each other.
  private mutating func grid(_ nodes: [HarnessNode]) {
    let columns = style.isWide ? 6 : 3
    let width = (style.width - 2 * margin) / Double(columns)
    for start in stride(from: 0, to: nodes.count, by: columns) {
      let top = y + 12
      var bottom = top
      for (index, node) in nodes[start..<min(start + columns, nodes.count)].enumerated() {
        let parts = parts(of: node)
        let x = margin + Double(index) * width
        let symbol = node.everything.lazy.compactMap(\.symbol).first ?? "doc"
        lines += Symbol.shape(symbol, x: mirrored(x + width / 2 - 12, width: 24), y: top + 8, style)
        y = top + 44
        for part in parts.prefix(2) {
          for line in wrapped(part, size: style.size * 0.8, width: width - 8) {
            y += style.size * 0.8 + 3
            write(line, x: x + width / 2, size: style.size * 0.8, isCentred: true)
          }
        }
        bottom = max(bottom, y)
      }
      y = bottom + 8
    }
  }

  /// What lies above the screen: drawn below it, on a card of its own.
  private mutating func cover(_ node: HarnessNode) {
    y += 20
    let (top, place) = (y, lines.count)
    if !node.label.isEmpty {
      y += style.size + 14
      write(node.label, x: margin + 14, weight: "bold")
      y += 6
    }
    for child in node.children { block(child) }
    y += 10
    let frame = rect(
      8, top, style.width - 16, y - top, radius: 20, fill: style.background, stroke: style.grey)
    lines.insert(frame, at: place)
  }

  private mutating func caption(_ text: String) {
    for line in wrapped(text, size: style.size * 0.8, width: style.width - 2 * margin - 28) {
      y += style.size * 0.8 + 4
      write(line, x: margin + 14, size: style.size * 0.8, fill: style.grey)
    }
    y += 4
  }

  private mutating func rule() {
    lines.append(rect(margin + 14, y, style.width - 2 * margin - 14, 1, radius: 0, fill: style.line))
  }
}

extension Picture {
  /// What a row says, in its parts. Of a picture the symbol is drawn, and its name is not written.
  private func parts(of node: HarnessNode) -> [String] {
    let text = label(of: node).replacing(/‹(?!New›)[^›]*›/, with: "").replacing("‹New›", with: "New")
    // What a terminal has for fields, menus and bars is drawn.
    let plain = text.replacing(/[⟨⟩▾›▓░]/, with: "")
    // A terminal has brackets around each control of a row with several.
    let hasControls = node.everything.filter { $0.role == .button }.count > 1
    let edges = CharacterSet(charactersIn: hasControls ? " []" : " ")
    let parts = plain.replacing(" — ", with: "  ").split(separator: "  ").map {
      $0.trimmingCharacters(in: edges)
    }
    return parts.filter { !$0.isEmpty }
  }

  /// What a row says, as the text of the screen has it.
  private func label(of node: HarnessNode) -> String {
    let label = node.label.isEmpty ? node.plainText : node.label
    switch node.role {
    case .searchField: return "⌕ " + label
    case .textField: return node.value.map { "\(label): \($0)" } ?? label
    case .picker: return [label, node.value ?? ""].joined(separator: ": ")
    default: return label
    }
  }

  /// A number as SVG has it, with at most one digit after the point.
  private static func text(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : String(format: "%.1f", number)
  }

  private func mirrored(_ x: Double, width: Double) -> Double {
    style.isRightToLeft ? style.width - x - width : x
  }

  private mutating func write(
    _ text: String, x: Double = 16, atEnd: Bool = false, size: Double? = nil, weight: String? = nil,
    fill: String? = nil, isCentred: Bool = false
  ) {
    guard !text.isEmpty else { return }
    let isRight = atEnd != style.isRightToLeft
    let place =
      isCentred ? mirrored(x, width: 0) : isRight ? style.width - (atEnd ? 16 : x) : (atEnd ? 16 : x)
    // The start of a line is where its language begins, on the right in Arabic.
    let anchor = isCentred ? "middle" : atEnd ? "end" : "start"
    let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    lines.append(
      "<text x=\"\(Self.text(place))\" y=\"\(Self.text(y))\" font-size=\"\(Self.text(size ?? style.size))\""
        + " fill=\"\(fill ?? style.ink)\" text-anchor=\"\(anchor)\""
        + (weight.map { " font-weight=\"\($0)\"" } ?? "") + ">\(escaped)</text>")
  }

  private func rect(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double, fill: String,
    stroke: String? = nil
  ) -> String {
    let x = Self.text(mirrored(x, width: width))
    return
      "<rect x=\"\(x)\" y=\"\(Self.text(y))\" width=\"\(Self.text(width))\" height=\"\(Self.text(height))\""
      + " rx=\"\(Self.text(radius))\" fill=\"\(fill)\"" + (stroke.map { " stroke=\"\($0)\"" } ?? "") + "/>"
  }

  /// Broken between words. The width of a letter is only estimated: 0.55 of its height, and all of it for wide ones.
  private func wrapped(_ text: String, size: Double, width: Double) -> [String] {
    var (lines, used) = ([""], 0.0)
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let length = word.unicodeScalars.reduce(0) { $0 + ($1.value > 0x2E80 ? size : size * 0.55) }
      if used + length > width, !lines[lines.count - 1].isEmpty { (lines, used) = (lines + [""], 0) }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
      used += length + size * 0.3
    }
    return lines
  }
}

extension Picture {
  /// Tells the parent process what is on screen, as a picture, if the command wants one. The last one counts.
  static func send(_ tree: @autoclosure () -> HarnessNode) {
    guard let wanted else { return }
    SystemEvent.picture(svg(of: tree(), style: wanted)).send()
  }

  /// The style of the picture that the command wants, if it wants one.
  static var wanted: Style? {
    // What the parent process wrote can be read.
    ProcessInfo.processInfo.environment[variable].flatMap {
      try? JSONDecoder().decode(Style.self, from: Data($0.utf8))
    }
  }

  /// The environment variable with the style of the wanted picture, as JSON.
  nonisolated static let variable = "SIMULATOR_PICTURE"
}
