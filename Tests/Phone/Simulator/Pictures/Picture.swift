import Foundation
import SwiftUI

/// A screen as a picture: an SVG that is drawn from the elements on screen, one shape a line.
///
/// It is no copy of what the system draws. Fonts, measures and colours are like the system's, and everything that is to be
/// seen comes from what the app shows.
@MainActor
struct Picture {
  /// How a picture is drawn.
  struct Style: Codable, Hashable, Sendable {
    var isDark = false
    var isLarge = false
    var isRightToLeft = false
    var isWide = false
    /// Whether it is of something above the screen, which is lighter in the dark.
    var isRaised = false

    var width: Double { isWide ? 1_024 : 390 }
    var height: Double { isWide ? 768 : 844 }
    var statusBar: Double { isWide ? 26 : 54 }
    var corner: Double { isWide ? 24 : 44 }
  }

  private let style: Style
  private var lines: [String] = []

  /// What is on screen, drawn; a sheet of an extension lies above a page of Safari.
  static func svg(of tree: HarnessNode, style: Style, overSafari: Bool = false) -> String {
    var picture = Picture(style: style)
    let above = (overSafari ? [HarnessNode(.sheet, children: [tree])] : []) + tree.covers
    let covers = above.map { picture.laidOut($0) }
    let base = overSafari ? Safari(style: style).page : picture.base(tree)
    // No text looks out from below what covers it.
    picture.put(covers.reduce(base) { $0.hidden(from: $1.frame.top, to: $1.frame.bottom) })
    var dim = Box()
    dim.draw(.rect(width: style.width, height: style.height, radius: 0), x: 0, y: 0, .dim)
    for cover in covers {
      if !cover.isEverywhere { picture.put(dim) }
      let x = (style.width - cover.box.width) / 2
      picture.put(cover.box, x: x, y: cover.y, cover.isEverywhere ? nil : picture.raised)
    }
    picture.putBars()
    return picture.whole
  }

  private init(style: Style) { self.style = style }

  private var whole: String {
    let (width, height) = (Mark.text(style.width), Mark.text(style.height))
    let fonts = "-apple-system, system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
    let edge = Mark(
      x: 0.5, y: 0.5, shape: .frame(width: style.width - 1, height: style.height - 1, radius: style.corner),
      color: .faint)
    let size = "width=\"\(width)\" height=\"\(height)\""
    return """
      <svg xmlns="http://www.w3.org/2000/svg" \(size) viewBox="0 0 \(width) \(height)" font-family="\(fonts)">
      <clipPath id="screen"><rect \(size) rx="\(Mark.text(style.corner))"/></clipPath>
      <g clip-path="url(#screen)">
      <rect \(size) fill="\(style.hex(.background))"/>
      \(lines.joined(separator: "\n"))
      </g>
      \(edge.svg(style, width: style.width))
      </svg>

      """
  }

  private mutating func put(_ box: Box, x: Double = 0, y: Double = 0, _ style: Style? = nil) {
    var whole = Box()
    whole.place(box, x: x, y: y)
    let lifted = box.lifted.first.map { with(lifted: $0, x: x + $0.x, y: y + $0.y, over: &whole) }
    lines += whole.marks.map { $0.svg(style ?? self.style, width: self.style.width) }
    if let lifted { put(lifted) }
  }

  /// What lies above everything else, which is dimmed: an element and its menu, further up where there is no room for it.
  private func with(lifted: Box.Lifted, x: Double, y: Double, over whole: inout Box) -> Box {
    let (row, menu) = (lifted.box, lifted.menu)
    let top = min(y, style.height - 50 - menu.height - row.height)
    whole = whole.hidden(from: top, to: top + row.height + menu.height + 10)
    var above = Box()
    above.draw(.rect(width: style.width, height: style.height, radius: 0), x: 0, y: 0, .dim)
    above.draw(.rect(width: row.width, height: row.height, radius: 12), x: x, y: top, .card)
    above.place(row, x: x, y: top)
    above.place(menu, x: x, y: top + row.height + 10)
    return above
  }

  /// The screen, without what lies above it.
  private func base(_ tree: HarnessNode) -> Box {
    let layout = PictureLayout(style: style)
    let top = style.statusBar
    var whole = Box(width: style.width, height: style.height)
    var node = tree
    // A screen that only holds another one, and what lies above it.
    while node.role == .screen, node.label.isEmpty,
      let inner = node.children.first(where: { [.screen, .columns].contains($0.role) })
    {
      node = inner
    }
    guard node.role == .columns else {
      whole.place(layout.screen(node, style.width, style.height - top, .whole), x: 0, y: top)
      return whole
    }
    let side = 320.0
    if let sidebar = node.children.first {
      whole.draw(.rect(width: side, height: style.height, radius: 0), x: 0, y: 0, .bar)
      whole.place(layout.screen(sidebar, side, style.height - top, .sidebar), x: 0, y: top)
    }
    // A third column shows the chosen document.
    let beside = node.children.count > 2 ? 340.0 : 0
    let widths = [style.width - side - beside, beside]
    var x = side
    for (column, width) in zip(node.children.dropFirst(), widths) {
      whole.place(layout.screen(column, width, style.height - top, .detail), x: x, y: top)
      whole.draw(.rect(width: 0.5, height: style.height, radius: 0), x: x, y: 0, .line)
      x += width
    }
    return whole
  }

  /// The style of what lies above the screen.
  private var raised: Style {
    var raised = style
    raised.isRaised = true
    return raised
  }

  /// Something above the screen, in the middle of its width.
  private struct Cover {
    let box: Box
    let y: Double
    /// How far down from where it covers text.
    let frame: (top: Double, bottom: Double)
    var isEverywhere = false
  }

  private func laidOut(_ node: HarnessNode) -> Cover {
    let (wide, top) = (style.width, style.statusBar)
    if node.look.place == "everywhere" {
      var whole = Box(width: wide)
      whole.draw(.rect(width: wide, height: style.height, radius: 0), x: 0, y: 0, .background)
      let shown = PictureLayout(style: style).screen(screen(of: node), wide, style.height - top, .whole)
      whole.place(shown, x: 0, y: top)
      return Cover(box: whole, y: 0, frame: (0, 0), isEverywhere: true)
    }
    let layout = PictureLayout(style: raised)
    if node.role == .alert {
      let alert = layout.alert(node)
      let y = (style.height - alert.height) / 2
      return Cover(box: alert, y: y.rounded(), frame: (y, y + alert.height))
    }
    // A sheet is as high as what it shows.
    let width = style.isWide ? 560.0 : wide
    let shown = layout.screen(screen(of: node), width, style.height - top - (style.isWide ? 60 : 10), .sheet)
    var box = Box(width: width, height: max(shown.height, style.isWide ? 420 : 300))
    // Its lower corners lie below the screen.
    let below = style.isWide ? 0.0 : 40
    box.draw(.rect(width: width, height: box.height + below, radius: 14), x: 0, y: 0, .background)
    box.place(shown, x: 0, y: 0)
    let edge = style.isWide ? ((style.height - box.height) / 2).rounded() : style.height - box.height
    return Cover(box: box, y: edge, frame: style.isWide ? (0, 0) : (edge, style.height))
  }

  /// The screen in a sheet; of one that has none, its elements below its name.
  private func screen(of node: HarnessNode) -> HarnessNode {
    if let screen = node.children.first(where: { $0.role == .screen }) { return screen }
    return HarnessNode(.screen, label: node.label, children: [HarnessNode(.list, children: node.children)])
  }

  /// The clock, how strong the signals are, and the bar at the bottom.
  private mutating func putBars() {
    var bars = Box()
    let clock = Letters(size: style.isWide ? 13 : 17, isBold: true)
    let y = style.isWide ? 19.0 : 33
    let side = clock.size + 3
    bars.draw(.text("9:41", clock, .start), x: style.isWide ? 24 : 40, y: y, .ink)
    for (index, symbol) in ["battery", "wifi", "cellularbars"].enumerated() where index < 2 || !style.isWide {
      let x = style.width - (style.isWide ? 24 : 34) - side - Double(index) * (side + 6)
      bars.draw(.symbol(symbol, side: side), x: x, y: y - side * 0.83, .ink)
    }
    let width = style.isWide ? 260.0 : 138
    bars.draw(
      .rect(width: width, height: 5, radius: 2.5), x: (style.width - width) / 2, y: style.height - 13, .ink)
    put(bars)
  }
}

extension Picture {
  /// What the user has opened of an element, by its name.
  enum Opened: Equatable {
    case menu(String), swipe(String)
  }
  /// What is open on the screen of this process.
  static var opened: Opened?

  /// Tells the parent process what is on screen, as a picture, if the command wants one. The last one counts.
  static func send(_ harness: ViewHarness, overSafari: Bool = false) async throws {
    guard let wanted else { return }
    let tree = try await Page.tree(of: harness)
    SystemEvent.picture(svg(of: tree, style: wanted, overSafari: overSafari)).send()
  }

  /// The same of something that is no screen of ours.
  static func send(_ tree: @autoclosure () -> HarnessNode, overSafari: Bool = false) {
    guard let wanted else { return }
    SystemEvent.picture(svg(of: tree(), style: wanted, overSafari: overSafari)).send()
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
