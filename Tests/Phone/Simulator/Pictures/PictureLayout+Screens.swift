import Foundation
import SwiftUI

/// Screens: bars, titles, and what is between them.
extension PictureLayout {
  /// Where a screen is drawn.
  enum Frame { case whole, sidebar, detail, sheet }

  private var homeIndicator: Double { 34 }

  /// A screen without what lies above it; as high as there is room, and a sheet as high as what it shows.
  func screen(_ node: HarnessNode, _ width: Double, _ height: Double, _ frame: Frame) -> Box {
    var content = Box(width: width)
    content.height = frame == .sheet ? 6 : 0
    content.append(bar(node, width, least: frame == .sheet ? 16 : 44))
    if !node.label.isEmpty, !node.look.isTitleInline {
      let letters = Letters(size: points(frame == .sidebar ? 28 : 34), isBold: true)
      content.draw(
        .text(letters.line(node.label, width: width - 2 * margin), letters, .start), x: margin,
        y: content.height + letters.size, .ink)
      content.height += (letters.size * 1.35).rounded()
    }
    for child in node.children where child.role == .searchField {
      content.append(search(child, width), gap: 4)
    }
    content.append(tokens(node.children.filter { $0.role == .toggle }, width))

    let bottom = bottomBars(node, width)
    let room = height - bottom.height
    let parts = node.children.filter { !Self.isAround($0) }.flatMap(unfolded)
    // The pages of Quick Look share what is left.
    let pages = parts.flatMap(\.everything).filter { $0.role == .preview }.count
    var inner = self
    if pages > 0 {
      content.height += 8
      inner.pageHeight = (room - content.height) / (style.isWide ? 1 : Double(pages)) - points(112)
    }
    for part in parts { content.append(inner.part(part, width, room - content.height, frame), gap: 4) }
    var whole = content.cut(at: bottom.height > 0 ? room : room - 18)
    whole.height = frame == .sheet ? min(height, content.height + bottom.height + homeIndicator) : height
    for layer in node.children.filter({ !Self.isAround($0) }).flatMap(\.everything)
    where layer.look.place == "over" {
      guard layer.drawn.contains(where: { $0.role == .unavailable }) else { continue }
      let box = box(layer, width - 2 * margin, tone)
      whole.place(box, x: margin, y: max(content.height, (height - box.height) / 2))
    }
    whole.place(bottom, x: 0, y: whole.height - bottom.height)
    return whole
  }

  /// A part of the content of a screen.
  private func part(_ node: HarnessNode, _ width: Double, _ room: Double, _ frame: Frame) -> Box {
    switch node.role {
    case .list: return list(node.children, width, isSidebar: frame == .sidebar)
    case .section: return list([node], width, isSidebar: false)
    case .unavailable:
      let box = box(node, width, tone)
      var whole = Box(width: width, height: frame == .sheet ? 12 : max(0, room * 0.35 - box.height / 2))
      whole.append(box)
      return whole
    case .horizontal:
      // Beside each other, each as wide as the other.
      let column = (width - margin * 3) / Double(max(1, node.children.count))
      var whole = Box(width: width)
      for (index, child) in node.children.enumerated() {
        let box = box(child, column, tone.with { $0.isCentred = true })
        whole.place(box, x: margin + (column + margin) * Double(index) + (column - box.width) / 2, y: 0)
        whole.height = max(whole.height, box.height)
      }
      return whole
    default:
      let isCentred = node.look.isLeading ? false : node.role == .vertical
      let box = box(node, width - 2 * margin, tone.with { $0.isCentred = isCentred })
      var whole = Box(width: width)
      whole.append(box, x: isCentred ? (width - box.width) / 2 : margin)
      return whole
    }
  }

  /// What is in an arrangement that takes the whole screen.
  private func unfolded(_ node: HarnessNode) -> [HarnessNode] {
    switch node.role {
    case .layered: node.children.filter { $0.look.place == nil }.flatMap(unfolded)
    case .scroll: node.children.flatMap(unfolded)
    default: [node]
    }
  }

  /// Whether a child of a screen is not its content.
  private static func isAround(_ node: HarnessNode) -> Bool {
    [.toolbar, .bottomBar, .searchField, .toggle].contains(node.role) || node.isCover
  }

  // MARK: Bars

  /// The bar at the top: leading items, and trailing ones.
  private func bar(_ node: HarnessNode, _ width: Double, least: Double) -> Box {
    let items = node.children.filter { $0.role == .toolbar }.flatMap(\.children)
    var box = Box(width: width, height: items.isEmpty ? least : 44)
    var (start, end) = (margin, width - margin)
    for item in items where isLeading(item) {
      let shown = barItem(item)
      box.place(shown, x: start, y: (44 - shown.height) / 2)
      start += shown.width + 20
    }
    for item in items.filter({ !isLeading($0) }).reversed() {
      let shown = barItem(item)
      end -= shown.width
      box.place(shown.alignedAtEnd(), x: end, y: (44 - shown.height) / 2)
      end -= 20
    }
    if node.look.isTitleInline {
      // In the middle, as far as the buttons leave room there.
      let room = 2 * min(width / 2 - start, end - width / 2)
      let bold = tone.with { ($0.isBold, $0.isCentred) = (true, true) }
      let title = text(bold.letters.line(node.label, width: room), width, bold)
      box.place(title, x: (width - title.width) / 2, y: (44 - title.height) / 2)
      box.height = 44
    }
    return box
  }

  private func isLeading(_ node: HarnessNode) -> Bool {
    node.role == .back || ["leading", "cancellation"].contains(node.look.place)
  }

  private func barItem(_ node: HarnessNode) -> Box {
    var tone = tone.colored(node.isEnabled ? .tint : .faint)
    if node.look.purpose == "destructive", node.isEnabled { tone.color = .red }
    if node.role == .back {
      var box = symbol("chevron.backward", 24, .tint)
      box.place(text(node.label, 150, tone), x: 24, y: (24 - tone.size * 1.28) / 2)
      box.width += tone.letters.width(node.label)
      return box
    }
    if let symbol = node.symbol {
      let box = self.symbol(symbol, points(24), tone.color)
      guard node.look.labelStyle == "title and icon" else { return box }
      var both = box
      let title = text(node.label, 220, tone)
      both.place(title, x: box.width + 6, y: (box.height - title.height) / 2)
      both.width += 6 + title.width
      return both
    }
    tone.isBold = node.look.place == "confirmation"
    return text(node.label, 220, tone)
  }

  /// The bars at the bottom, and what stands above them.
  private func bottomBars(_ node: HarnessNode, _ width: Double) -> Box {
    var whole = Box(width: width)
    let banners = node.children.filter { !Self.isAround($0) }.flatMap(\.everything).filter {
      $0.look.place == "bottom"
    }
    let items = node.children.filter { $0.role == .bottomBar }.flatMap(\.children)
    guard !banners.isEmpty || !items.isEmpty else { return whole }
    whole.height = 14
    for banner in banners {
      let box = box(banner, width - 2 * margin, tone)
      whole.append(box, x: margin)
      whole.height += 14
    }
    if !items.isEmpty {
      let boxes = items.map(barItem)
      let rest = width - 2 * margin - boxes.reduce(0) { $0 + $1.width }
      var x = margin
      let space = boxes.count > 1 ? rest / Double(boxes.count - 1) : rest / 2
      if boxes.count == 1 { x += space }
      for box in boxes {
        whole.place(box, x: x, y: whole.height + (20 - box.height) / 2)
        x += box.width + space
      }
      whole.height += 32
    }
    whole.height += homeIndicator - 6
    whole.draw(.rect(width: width, height: 0.5, radius: 0), x: 0, y: 0, .line)
    whole.fill(.bar, radius: 0)
    return whole
  }

  private func search(_ node: HarnessNode, _ width: Double) -> Box {
    let height = points(36)
    var box = Box(width: width, height: height + 8)
    box.draw(.rect(width: width - 2 * margin, height: height, radius: 10), x: margin, y: 0, .field)
    box.place(symbol("magnifyingglass", points(18), .grey), x: margin + 8, y: (height - points(18)) / 2)
    let text = (node.value ?? "").isEmpty ? node.label : node.value ?? ""
    let letters = tone.letters
    let color = (node.value ?? "").isEmpty ? Palette.grey : .ink
    box.draw(
      .text(letters.line(text, width: width - 100), letters, .start), x: margin + 14 + points(18),
      y: (height / 2 + letters.size * 0.35).rounded(), color)
    return box
  }

  /// What narrows a search.
  private func tokens(_ nodes: [HarnessNode], _ width: Double) -> Box {
    var (box, x) = (Box(width: width), margin)
    for node in nodes {
      let label = text(node.label, 200, tone.with { ($0.size, $0.color) = (points(15), .tint) })
      box.draw(.rect(width: label.width + 24, height: label.height + 10, radius: 14), x: x, y: 0, .chosen)
      box.place(label, x: x + 12, y: 5)
      x += label.width + 32
      box.height = label.height + 16
    }
    return box
  }

  // MARK: What lies above a screen

  /// An alert, in the middle of the screen.
  func alert(_ node: HarnessNode) -> Box {
    let width = points(280)
    var whole = Box(width: width, height: 20)
    let title = tone.with { ($0.isBold, $0.isCentred) = (true, true) }
    let small = tone.with { ($0.size, $0.isCentred) = (points(14), true) }
    for (index, part) in ([HarnessNode(.text, label: node.label)] + node.children).enumerated() {
      switch part.role {
      case .button: continue
      case .textField:
        let field = box(part, width - 56, tone)
        whole.draw(
          .rect(width: width - 32, height: field.height + 14, radius: 8), x: 16, y: whole.height + 8, .field)
        whole.append(field, x: 28, gap: 15)
        whole.height += 10
      default:
        let text = box(part, width - 32, index == 0 ? title : small)
        whole.append(text, x: (width - text.width) / 2, gap: index == 0 ? 0 : 4)
      }
    }
    whole.height += 20
    var buttons = node.children.filter { $0.role == .button }
    let isPair = buttons.count == 2 && buttons.allSatisfy { tone.letters.width($0.label) < width / 2 - 16 }
    // Of two, the one that changes nothing stands where a line begins.
    if isPair, buttons[1].look.purpose == "cancel" { buttons.swapAt(0, 1) }
    let room = isPair ? width / 2 : width
    for (index, button) in buttons.enumerated() {
      let color: Palette = button.look.purpose == "destructive" ? .red : .tint
      let isBold = button.look.purpose == "cancel"
      let label = text(button.label, room - 12, title.with { ($0.color, $0.isBold) = (color, isBold) })
      var box = Box(width: room, height: 48)
      box.draw(.rect(width: room, height: 0.5, radius: 0), x: 0, y: 0, .line)
      box.place(label, x: (room - label.width) / 2, y: 24 - label.height / 2)
      let isSecond = isPair && index == 1
      if isSecond { box.draw(.rect(width: 0.5, height: 48, radius: 0), x: 0, y: 0, .line) }
      whole.place(box, x: isSecond ? room : 0, y: whole.height - (isSecond ? 48 : 0))
      whole.height += isSecond ? 0 : 48
    }
    whole.width = width
    whole.fill(.card, radius: 16)
    return whole
  }
}

extension HarnessNode {
  /// Whether it lies above the screen.
  var isCover: Bool { [.alert, .dialog, .sheet, .preview, .fileImporter].contains(role) }

  /// What lies above it, the lowest first.
  var covers: [HarnessNode] {
    // A page of Quick Look in a stack is a part of the screen.
    let direct = role == .screen || role == .sheet || role == .columns
    return children.flatMap { child in
      direct && child.isCover ? [child] + child.covers : child.covers
    }
  }
}
