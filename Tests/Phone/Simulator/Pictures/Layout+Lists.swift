import Foundation
import SwiftUI

/// Lists: rows on cards, with lines between them.
extension PictureLayout {
  /// The sections of a list, and the rows that are in none.
  func list(_ nodes: [HarnessNode], _ width: Double, isSidebar: Bool) -> Box {
    var whole = Box(width: width)
    var loose: [HarnessNode] = []
    func endCard() {
      if !loose.isEmpty { whole.append(card(loose, width, isSidebar: isSidebar), gap: 8) }
      loose = []
    }
    for node in nodes {
      if node.role == .section {
        endCard()
        whole.append(section(node, width, isSidebar: isSidebar), gap: 8)
      } else {
        loose.append(node)
      }
    }
    endCard()
    return whole
  }

  private func section(_ node: HarnessNode, _ width: Double, isSidebar: Bool) -> Box {
    var whole = Box(width: width)
    let edge = margin + 16
    for child in node.children where child.role == .header {
      let tone = tone.with { ($0.size, $0.isBold, $0.color) = (points(15), true, .grey) }
      whole.append(text(child.label, width - 2 * edge, tone), x: edge, gap: 10)
      whole.height += 5
    }
    let rows = node.children.filter { $0.role != .header && $0.role != .footer }
    if !rows.isEmpty { whole.append(card(rows, width, isSidebar: isSidebar), gap: whole.height == 0 ? 4 : 0) }
    for child in node.children where child.role == .footer {
      let tone = tone.with { ($0.size, $0.color) = (points(13), .grey) }
      let footer = vertical(child.children, width - 2 * edge, tone, isLeading: true)
      if footer.height > 0 { whole.append(footer, x: edge, gap: 7) }
    }
    whole.height += 8
    return whole
  }

  private func card(_ nodes: [HarnessNode], _ width: Double, isSidebar: Bool) -> Box {
    let inner = width - 2 * margin
    var rows = Box(width: inner)
    var lines: [(x: Double, y: Double)] = []
    for (index, node) in nodes.enumerated() {
      // A row that leads on is chosen by going there.
      let isChoice = node.actions.select != nil && !node.drawn.contains { $0.role == .navigationLink }
      let circle = isChoice ? self.circle(node) : Box()
      let isSwiped = node.isOpened { .swipe($0) } && !node.swipeActions.isEmpty
      var content = row(node, inner - 32 - circle.width, isSidebar: isSidebar)
      let swipes = isSwiped ? self.swipes(node.swipeActions, content.height + 20) : Box()
      if isSwiped { content = row(node, inner - 32 - swipes.width, isSidebar: isSidebar) }
      let height = max(points(44), content.height + 20)
      var row = Box(width: inner, height: height)
      if node.isSelected, node.role != .option {
        row.draw(.rect(width: inner, height: height, radius: isSidebar ? 10 : 0), x: 0, y: 0, .chosen)
      }
      row.place(circle, x: 16, y: ((height - circle.height) / 2).rounded())
      row.place(content, x: 16 + circle.width, y: ((height - content.height) / 2).rounded())
      // A row is seen as a whole or not at all.
      row.marks = row.marks.map { mark in mark.reaching(height) }
      if index > 0 { lines.append((row.textStart ?? 16, rows.height)) }
      if isSwiped { row.place(swipes, x: inner - swipes.width, y: 0) }
      if node.isOpened({ .menu($0) }) {
        rows.lifted = [.init(box: row, menu: menu(node.menu), x: 0, y: rows.height)]
      }
      rows.append(row)
    }
    var whole = Box(width: width, height: rows.height)
    if !isSidebar {
      whole.draw(.rect(width: inner, height: rows.height, radius: 12), x: margin, y: 0, .card)
      for line in lines {
        whole.draw(.rect(width: inner - line.x, height: 0.5, radius: 0), x: margin + line.x, y: line.y, .line)
      }
    }
    whole.place(rows, x: margin, y: 0)
    return whole
  }

  /// What says of a row whether it is chosen, while the user chooses several.
  private func circle(_ node: HarnessNode) -> Box {
    let mark = symbol(
      node.isSelected ? "checkmark.circle.fill" : "circle", 22, node.isSelected ? .tint : .faint)
    return Box(width: 36, height: 22, marks: mark.marks)
  }

  /// What a swipe shows: the first action at the end.
  private func swipes(_ actions: [HarnessNode], _ height: Double) -> Box {
    var whole = Box(height: height)
    for action in actions.reversed() where action.symbol == nil {
      let label = text(action.label, 120, tone.with { ($0.size, $0.color) = (points(15), .white) })
      var block = Box(width: label.width + 28, height: height)
      block.fill(action.look.purpose == "destructive" ? .red : .faint, radius: 0)
      block.place(label, x: 14, y: (height - label.height) / 2)
      whole.place(block, x: whole.width, y: 0)
      whole.width += block.width
    }
    return whole
  }

  /// A menu: its items, each with its symbol at the end, and lines between them.
  private func menu(_ items: [HarnessNode]) -> Box {
    let (width, height) = (points(250), points(44))
    var whole = Box(width: width)
    for item in items {
      let color: Palette = item.look.purpose == "destructive" ? .red : .ink
      let title = text(item.label, width - 60, tone.colored(color))
      var row = Box(width: width, height: height)
      if whole.height > 0 { row.draw(.rect(width: width, height: 0.5, radius: 0), x: 0, y: 0, .line) }
      row.place(title, x: 16, y: (height - title.height) / 2)
      if let name = item.role == .menu ? "chevron.forward" : item.symbol {
        row.place(symbol(name, 20, color), x: width - 36, y: height / 2 - 10)
      }
      whole.append(row)
    }
    whole.fill(.card, radius: 13)
    return whole
  }

  /// A row without its margins.
  private func row(_ node: HarnessNode, _ width: Double, isSidebar: Bool) -> Box {
    let tone = tone.with { $0.isRow = true }
    let inner = node.role == .row ? node.children.first ?? node : node
    guard let link = outermostLink(inner) else { return box(inner, width, tone) }
    var end = Box(height: 14)
    if let badge = inner.drawn.lazy.compactMap(\.value).first(where: { !$0.isEmpty }) {
      let number = text(badge, 80, tone.colored(.grey))
      end.place(number, x: 0, y: 7 - number.height / 2)
      end.width = number.width + 6
    }
    // In the sidebar of a tablet nothing slides in.
    if !isSidebar { end.place(symbol("chevron.forward", 14, .faint), x: end.width - 2, y: 0) }
    end.width += isSidebar ? 0 : 10
    return pair(link, end, width, link.isEnabled ? tone : tone.colored(.faint))
  }

  /// The link that is the whole row.
  private func outermostLink(_ node: HarnessNode) -> HarnessNode? {
    switch node.role {
    case .navigationLink: node
    case .element where node.children.count == 1, .layered where node.children.count == 1:
      outermostLink(node.children[0])
    default: nil
    }
  }
}

extension HarnessNode {
  /// Whether the user has opened something of it.
  @MainActor
  fileprivate func isOpened(_ way: (String) -> Picture.Opened) -> Bool {
    guard let opened = Picture.opened else { return false }
    return drawn.contains { !$0.label.isEmpty && way($0.label) == opened }
  }
}
