import Foundation
import SwiftUI

/// Measures elements and places them, as SwiftUI would: each is given a width, and takes the height that it needs.
@MainActor
struct PictureLayout {
  let style: Picture.Style
  /// The room at both sides of a screen.
  let margin = 16.0
  /// How high a page of Quick Look is that is part of a screen.
  var pageHeight = 200.0

  /// How text looks where an element stands.
  struct Tone {
    var size: Double
    var color = Palette.ink
    var isBold = false
    var isCentred = false
    /// Whether symbols stand in a column of their own, as in the rows of a list.
    var isRow = false
    var lineLimit: Int?
    var isCutInTheMiddle = false

    var letters: Letters { Letters(size: size, isBold: isBold) }
    func colored(_ color: Palette) -> Tone { with { $0.color = color } }
    func with(_ change: (inout Tone) -> Void) -> Tone {
      var tone = self
      change(&tone)
      return tone
    }
  }

  /// How running text looks.
  var tone: Tone { Tone(size: points(17)) }

  /// A size of text, as large as the user wants it.
  func points(_ size: Double) -> Double { (size * (style.isLarge ? 1.35 : 1) * 2).rounded() / 2 }

  private func tone(_ tone: Tone, for node: HarnessNode) -> Tone {
    let look: HarnessLook = node.look
    return tone.with {
      switch look.textStyle {
      case .title2: $0.size = points(22)
      case .caption: $0.size = points(13)
      case .caption2: $0.size = points(11)
      case .body, nil: break
      }
      if look.isBold { $0.isBold = true }
      if let limit = look.lineLimit { ($0.lineLimit, $0.isCutInTheMiddle) = (limit, look.isCutInTheMiddle) }
      if let color = Palette(view: look.color) { $0.color = color }
      if look.purpose == "destructive" { $0.color = .red }
      if !node.isEnabled { $0.color = .faint }
    }
  }

  /// An element in a width.
  func box(_ node: HarnessNode, _ width: Double, _ around: Tone) -> Box {
    let tone = tone(around, for: node)
    if let last = node.look.choices.last {
      let fitting = node.look.choices.first { box($0, 10_000, tone).width <= width }
      return box(fitting ?? last, width, tone)
    }
    switch node.role {
    case .text, .header, .footer: return text(node.label, width, tone)
    case .image: return image(node, tone)
    case .label: return label(node, width, tone)
    case .button, .navigationLink, .menu, .back: return control(node, width, tone)
    case .horizontal: return horizontal(node.children, width, tone.with { $0.isRow = false })
    case .textField, .searchField: return field(node, width, tone)
    case .toggle: return pair(node, switchBox(node), width, tone)
    case .picker: return picker(node, width, tone)
    case .option:
      return pair(node, node.isSelected ? symbol("checkmark", 18, .tint) : Box(), width, tone)
    case .progress: return progress(node, width, tone)
    case .grid: return grid(node.children, width, tone)
    case .list: return list(node.children, width, isSidebar: false)
    case .section: return list([node], width, isSidebar: false)
    case .unavailable: return unavailable(node, width, tone)
    case .preview: return preview(node, width)
    case .layered: return layered(node, width, tone)
    case .element where node.look.radius != nil: return shape(node, tone)
    case .element where node.look.isHidden:
      return vertical(node.look.content, width, tone, isLeading: true)
    default: return vertical(node.children, width, tone, isLeading: node.look.isLeading)
    }
  }

  // MARK: Text and symbols

  func text(_ text: String, _ width: Double, _ tone: Tone) -> Box {
    var box = Box()
    let leading = (tone.size * 1.28).rounded()
    let lines = tone.letters.lines(
      text, width: width, limit: tone.lineLimit, isCutInTheMiddle: tone.isCutInTheMiddle)
    for part in lines {
      // A line without a letter of its language goes where the others go.
      let line = text.isRightToLeft && !part.isRightToLeft ? "\u{200F}" + part + "\u{200F}" : part
      box.draw(
        .text(line, tone.letters, .start), x: 0, y: box.height + (tone.size * 1.0).rounded(), tone.color)
      box.height += leading
      box.width = max(box.width, tone.letters.width(line))
    }
    guard tone.isCentred, box.marks.count > 1 || box.width < width else { return box }
    box.marks = box.marks.map { mark in
      guard case .text(let line, let letters, _) = mark.shape else { return mark }
      return Mark(x: box.width / 2, y: mark.y, shape: .text(line, letters, .middle), color: mark.color)
    }
    return box
  }

  func symbol(_ name: String, _ side: Double, _ color: Palette) -> Box {
    var box = Box(width: side, height: side)
    if color != .clear { box.draw(.symbol(name, side: side), x: 0, y: 0, color) }
    return box
  }

  private func image(_ node: HarnessNode, _ tone: Tone) -> Box {
    let side = node.look.size.map { points($0.width) } ?? (tone.size * 1.15).rounded()
    if let picture = node.look.picture { return Page.box(picture, width: side, height: side) }
    return symbol(node.symbol ?? "doc", side, tone.color)
  }

  private func label(_ node: HarnessNode, _ width: Double, _ tone: Tone) -> Box {
    let side = (tone.size * (tone.isRow ? 1.3 : 1.05)).rounded()
    if node.look.labelStyle == "icon" { return symbol(node.symbol ?? "doc", side, tone.color) }
    let column = tone.isRow ? side + 6 : side
    let gap = tone.isRow ? 10 : 4.0
    let title = text(node.label, width - column - gap, tone.with { $0.isCentred = false })
    var box = Box(width: column + gap + title.width, height: max(side, title.height))
    let own = Palette(view: node.look.symbolColor)
    let color = own ?? (tone.isRow && tone.color == .ink ? Palette.tint : tone.color)
    // The symbol stands beside the first line.
    let line = min(title.height, tone.size * 1.28)
    box.place(symbol(node.symbol ?? "doc", side, color), x: (column - side) / 2, y: max(0, (line - side) / 2))
    box.place(title, x: column + gap, y: max(0, (side - line) / 2))
    return box
  }

  private func shape(_ node: HarnessNode, _ tone: Tone) -> Box {
    let size = node.look.size ?? CGSize(width: 20, height: 20)
    let (width, height) = (points(size.width), points(size.height))
    var box = Box(width: width, height: height)
    let color = tone.color == .grey ? Palette.faint : tone.color
    box.draw(.rect(width: width, height: height, radius: node.look.radius ?? 0), x: 0, y: 0, color)
    return box
  }

  // MARK: Arrangements

  func vertical(_ nodes: [HarnessNode], _ width: Double, _ tone: Tone, isLeading: Bool) -> Box {
    var boxes: [(box: Box, isControl: Bool)] = []
    for node in nodes where !node.look.isSpacer {
      let isControl = node.everything.contains { $0.role == .button && !$0.isPlain }
      boxes.append((box(node, width, tone), isControl))
    }
    var whole = Box(width: boxes.map(\.box.width).max() ?? 0)
    for (index, part) in boxes.enumerated() where part.box.height > 0 {
      let x = isLeading && !tone.isCentred ? 0 : (whole.width - part.box.width) / 2
      let isApart = part.isControl || index > 0 && boxes[index - 1].isControl
      whole.append(part.box, x: x, gap: whole.height == 0 ? 0 : isApart ? 10 : 3)
    }
    return whole
  }

  /// Side by side. Where there is not enough room, each gets as much as the others, or what it needs.
  func horizontal(_ nodes: [HarnessNode], _ width: Double, _ tone: Tone, gap: Double = 8) -> Box {
    let natural = nodes.map { $0.look.isSpacer ? 0 : box($0, 10_000, tone).width }
    let shown = nodes.indices.filter { nodes[$0].look.isSpacer || natural[$0] > 0 }
    let spacers = shown.filter { nodes[$0].look.isSpacer }
    let room = width - gap * Double(max(0, shown.count - spacers.count - 1))
    let least = nodes.indices.map { min(natural[$0], longestWord(nodes[$0], tone)) }
    // Words are not broken: they are drawn smaller.
    if least.reduce(0, +) > room, tone.size > 12 {
      return horizontal(nodes, width, tone.with { $0.size -= 0.5 }, gap: gap)
    }
    let widths = shares(of: room, natural, least: least)
    let boxes = shown.map { nodes[$0].look.isSpacer ? Box() : box(nodes[$0], widths[$0] + 0.01, tone) }
    let rest = max(0, room - boxes.reduce(0) { $0 + $1.width })
    var whole = Box(height: boxes.map(\.height).max() ?? 0)
    for (place, (index, part)) in zip(shown, boxes).enumerated() {
      let isLast = place == shown.count - 1 && !spacers.isEmpty
      let box = isLast ? part.alignedAtEnd() : part
      whole.place(box, x: whole.width, y: ((whole.height - box.height) / 2).rounded())
      whole.width += nodes[index].look.isSpacer ? rest / Double(spacers.count) - gap : box.width
      whole.width += gap
    }
    whole.width -= shown.isEmpty ? 0 : gap
    return whole
  }

  /// How wide each is in a row: as wide as it is by itself, or else no narrower than its longest word.
  private func shares(of room: Double, _ natural: [Double], least: [Double]) -> [Double] {
    if natural.reduce(0, +) <= room { return natural }
    var (widths, rest) = (least, max(0, room - least.reduce(0, +)))
    let narrowFirst = natural.indices.sorted { natural[$0] - least[$0] < natural[$1] - least[$1] }
    for (place, index) in narrowFirst.enumerated() {
      let more = min(natural[index] - least[index], rest / Double(narrowFirst.count - place))
      widths[index] += more
      rest -= more
    }
    return widths
  }

  /// How wide the longest word is of what an element says.
  private func longestWord(_ node: HarnessNode, _ tone: Tone) -> Double {
    let letters = self.tone(tone, for: node).letters
    let words = node.drawn.flatMap { letters.pieces($0.label, width: .infinity) }
    let symbol = node.drawn.contains { $0.symbol != nil } ? tone.size * 1.5 : 0
    return symbol + (words.map { letters.width($0) }.max() ?? 0)
  }

  private func layered(_ node: HarnessNode, _ width: Double, _ tone: Tone) -> Box {
    var whole = vertical(node.children.filter { $0.look.place == nil }, width, tone, isLeading: true)
    for layer in node.children where layer.look.place == "over" {
      let box = box(layer, whole.width, tone)
      whole.place(box, x: (whole.width - box.width) / 2, y: (whole.height - box.height) / 2)
    }
    return whole
  }

  /// Columns as wide as there is room for.
  private func grid(_ nodes: [HarnessNode], _ width: Double, _ tone: Tone) -> Box {
    let columns = max(1, Int((width + 8) / (points(104) + 8)))
    let column = (width - 8 * Double(columns - 1)) / Double(columns)
    var whole = Box(width: width)
    for start in stride(from: 0, to: nodes.count, by: columns) {
      let boxes = nodes[start..<min(start + columns, nodes.count)].map {
        box($0, column - 8, tone.with { ($0.isCentred, $0.size) = (true, points(14)) })
      }
      var row = Box(width: width, height: boxes.map(\.height).max() ?? 0)
      for (index, box) in boxes.enumerated() {
        row.place(box, x: (column + 8) * Double(index) + (column - box.width) / 2, y: 0)
      }
      whole.append(row, gap: 18)
    }
    whole.height += 18
    return whole
  }

  // MARK: Controls

  /// What a control shows, as elements.
  func content(of node: HarnessNode) -> [HarnessNode] {
    if !node.look.content.isEmpty { return node.look.content }
    var label = HarnessNode(node.symbol == nil ? .text : .label, label: node.label)
    label.symbol = node.symbol
    return [label]
  }

  private func control(_ node: HarnessNode, _ width: Double, _ tone: Tone) -> Box {
    let isTinted = !node.isPlain && node.role != .navigationLink && tone.color == .ink
    let tone = isTinted ? tone.colored(.tint) : tone
    return vertical(content(of: node), width, tone, isLeading: true)
  }

  /// A label at the beginning, and something at the end of the line.
  func pair(_ node: HarnessNode, _ value: Box, _ width: Double, _ tone: Tone) -> Box {
    let label = vertical(content(of: node), width - value.width - 12, tone, isLeading: true)
    var box = Box(width: width, height: max(label.height, value.height))
    box.place(label, x: 0, y: ((box.height - label.height) / 2).rounded())
    box.place(value, x: width - value.width, y: ((box.height - value.height) / 2).rounded())
    return box
  }

  private func switchBox(_ node: HarnessNode) -> Box {
    var box = Box(width: 51, height: 31)
    box.draw(.rect(width: 51, height: 31, radius: 15.5), x: 0, y: 0, node.isSelected ? .green : .faint)
    box.draw(.rect(width: 27, height: 27, radius: 13.5), x: node.isSelected ? 22 : 2, y: 2, .white)
    return box
  }

  private func picker(_ node: HarnessNode, _ width: Double, _ tone: Tone) -> Box {
    let value = text(node.value ?? "", width * 0.55, tone.colored(.grey)).alignedAtEnd()
    var box = Box(width: value.width + 18, height: value.height)
    box.place(value, x: 0, y: 0)
    box.place(symbol("chevron.up.chevron.down", 14, .grey), x: value.width + 4, y: (value.height - 14) / 2)
    return pair(node, box, width, tone)
  }

  private func field(_ node: HarnessNode, _ width: Double, _ tone: Tone) -> Box {
    let value = node.value ?? ""
    let shown = value.isEmpty ? node.children.first?.label ?? node.label : value
    let letters = tone.letters
    var box = Box(width: width, height: (tone.size * 1.28).rounded())
    if value.contains("\n") { return text(value, width, tone) }
    box.draw(
      .text(letters.line(shown, width: width), letters, .start), x: 0, y: tone.size.rounded(),
      value.isEmpty ? .faint : tone.color)
    return box
  }

  private func progress(_ node: HarnessNode, _ width: Double, _ tone: Tone) -> Box {
    var box = vertical(node.look.content, width, tone, isLeading: true)
    guard let fraction = node.fraction else {
      var wheel = Box(width: box.width + 28, height: max(20, box.height))
      wheel.place(symbol("circle", 20, .faint), x: 0, y: (wheel.height - 20) / 2)
      wheel.place(box, x: 28, y: (wheel.height - box.height) / 2)
      return wheel
    }
    var bar = Box(width: width, height: 6)
    bar.draw(.rect(width: width, height: 5, radius: 2.5), x: 0, y: 1, .line)
    if fraction > 0 {
      bar.draw(.rect(width: max(5, width * fraction), height: 5, radius: 2.5), x: 0, y: 1, .tint)
    }
    box.append(bar, gap: box.height > 0 ? 6 : 0)
    if let value = node.value {
      box.append(text(value, width, tone.with { ($0.color, $0.size) = (.grey, points(13)) }), gap: 5)
    }
    return box
  }

  /// That there is nothing, in the middle.
  private func unavailable(_ node: HarnessNode, _ width: Double, _ tone: Tone) -> Box {
    var whole = Box(width: width)
    for child in node.children {
      let box: Box
      switch child.role {
      case .label:
        let side = points(52)
        whole.append(symbol(child.symbol ?? "tray", side, .grey), x: (width - side) / 2)
        box = text(
          child.label, width - 32, tone.with { ($0.size, $0.isBold, $0.isCentred) = (points(22), true, true) }
        )
      case .text:
        box = text(
          child.label, width - 48, tone.with { ($0.size, $0.color, $0.isCentred) = (points(15), .grey, true) }
        )
      default: box = self.box(child, width - 48, tone)
      }
      whole.append(box, x: (width - box.width) / 2, gap: whole.height == 0 ? 0 : 12)
    }
    whole.width = width
    return whole
  }

  /// A page of Quick Look.
  private func preview(_ node: HarnessNode, _ width: Double) -> Box {
    let texts = node.children.filter { $0.role == .text }.flatMap { $0.label.split(separator: "\n") }
    let lines = texts.isEmpty ? [node.label] : texts.map(String.init)
    var whole = Box(width: width, height: pageHeight)
    let pageWidth = min(width - 24, pageHeight * 1.9)
    whole.draw(.paper(lines, width: pageWidth, height: pageHeight), x: (width - pageWidth) / 2, y: 0, .white)
    return whole
  }
}

extension HarnessNode {
  /// It and everything that is to be seen in it, also in its label.
  var drawn: [HarnessNode] { [self] + (children + look.content).flatMap(\.drawn) }
}
