/// Prints elements for a terminal.
struct HarnessPrinter {
  /// A screen, as lines of text.
  func print(_ node: HarnessNode) -> String {
    var lines = block(node)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  /// An element in several lines.
  private func block(_ node: HarnessNode) -> [String] {
    switch node.role {
    case _ where node.look.isHidden: []
    case .screen: screen(node)
    case .list: list(node)
    case .section: section(node)
    case .vertical, .layered, .scroll, .grid: node.children.flatMap(block)
    case .columns: columns(node)
    case .unavailable: [""] + node.children.flatMap(block) + [""]
    case .alert, .dialog, .sheet, .fileImporter, .preview: framed(node)
    case .element where node.children.count > 1: node.children.flatMap(block)
    default: inline(node).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
  }

  private func screen(_ node: HarnessNode) -> [String] {
    let bar = node.children.filter { $0.role == .toolbar }.flatMap(\.children)
    let back = bar.filter { $0.role == .back }.map(inline)
    let rest = bar.filter { $0.role != .back }.map(inline)
    let title = (back + (node.label.isEmpty ? [] : [node.label]) + rest).joined(separator: "   ")
    var lines = title.isEmpty ? [] : [title, String(repeating: "═", count: title.count)]
    for child in node.children where child.role != .toolbar {
      if child.role == .bottomBar {
        lines += ["", child.children.map(inline).joined(separator: "  ")]
      } else {
        lines += block(child)
      }
    }
    return lines
  }

  private func list(_ node: HarnessNode) -> [String] {
    var lines: [String] = []
    for child in node.children {
      if child.role == .section, !lines.isEmpty { lines.append("") }
      lines += child.role == .section ? section(child) : row(child)
    }
    return lines
  }

  private func section(_ node: HarnessNode) -> [String] {
    node.children.flatMap { child in
      switch child.role {
      case .header: [child.label]
      case .footer: ["  " + child.label]
      default: row(child)
      }
    }
  }

  private func row(_ node: HarnessNode) -> [String] {
    if node.look.isHidden { return [] }
    let lines = inline(node).split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().map { ($0 == 0 ? (node.isSelected ? "✓ " : "  ") : "    ") + $1 }
  }

  /// Side by side, each as wide as its longest line, and all but the last narrow.
  private func columns(_ node: HarnessNode) -> [String] {
    let columns = node.children.map(block)
    let narrow = columns.dropLast().map { $0.flatMap { wrapped($0, at: 36) } }
    return (narrow + columns.suffix(1)).reduce([]) { left, right in
      guard !left.isEmpty else { return right }
      let width = left.map(\.count).max() ?? 0
      return (0..<max(left.count, right.count)).map { index in
        let line = index < left.count ? left[index] : ""
        let rest = index < right.count ? right[index] : ""
        let space = String(repeating: " ", count: width - line.count)
        return rest.isEmpty ? "\(line)\(space) │" : "\(line)\(space) │ \(rest)"
      }
    }
  }

  /// Broken between words, each further line as far in as the first.
  private func wrapped(_ line: String, at width: Int) -> [String] {
    let margin = String(line.prefix { $0 == " " })
    return line.split(separator: " ").reduce(into: [String]()) { lines, word in
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(margin + word)
      }
    } + (line.allSatisfy { $0 == " " } ? [""] : [])
  }

  private func framed(_ node: HarnessNode) -> [String] {
    var lines: [String] = node.label.isEmpty ? [] : [node.label]
    let isChoice = [.alert, .dialog].contains(node.role)
    let buttons = isChoice ? node.children.filter { $0.role == .button } : []
    let others = isChoice ? node.children.filter { $0.role != .button } : node.children
    lines += others.flatMap(block)
    if !buttons.isEmpty { lines.append(buttons.map(inline).joined(separator: "  ")) }
    let width = lines.map(\.count).max() ?? 0
    let bar = String(repeating: "─", count: width + 2)
    let body = lines.map { "│ \($0)\(String(repeating: " ", count: width - $0.count)) │" }
    return ["╭\(bar)╮"] + body + ["╰\(bar)╯"]
  }

  /// An element in one line.
  func inline(_ node: HarnessNode) -> String {
    switch node.role {
    case .text, .label, .header, .footer: node.label
    case .image: node.label.isEmpty ? "" : "‹\(node.label)›"
    case .button, .menu: control(node)
    case .navigationLink: node.label + " ›"
    case .back: "‹ \(node.label)"
    case .textField, .searchField: field(node)
    case .toggle: "[\(node.isSelected ? "x" : " ")] \(node.label)" + dimmed(node)
    case .picker: joined([node.label, (node.value ?? "") + " ▾"], by: ": ") + dimmed(node)
    case .option: (node.isSelected ? "(•) " : "( ) ") + node.label
    case .progress: progress(node)
    default: children(node)
    }
  }

  private func control(_ node: HarnessNode) -> String {
    let mark = node.role == .menu ? " ▾" : ""
    return (node.isPlain ? node.label + mark : "[\(node.label)\(mark)]") + dimmed(node)
  }

  private func dimmed(_ node: HarnessNode) -> String { node.isEnabled ? "" : " (dimmed)" }

  private func field(_ node: HarnessNode) -> String {
    let value = node.value ?? ""
    let icon = node.role == .searchField ? "⌕ " : ""
    return icon + (value.isEmpty ? "⟨\(node.label)⟩" : "\(node.label): ⟨\(value)⟩") + dimmed(node)
  }

  private func progress(_ node: HarnessNode) -> String {
    guard let fraction = node.fraction else { return joined(["◌", node.label], by: " ") }
    let full = Int((fraction * 10).rounded(.down))
    let bar = String(repeating: "▓", count: full) + String(repeating: "░", count: 10 - full)
    let percent = "\(Int((fraction * 100).rounded(.down))) %"
    return joined([node.label, bar, node.value ?? percent], by: " ")
  }

  private func children(_ node: HarnessNode) -> String {
    var line = ""
    var wasControl = false
    for child in node.children {
      let part = inline(child)
      guard !part.isEmpty else { continue }
      let isControl = ![.text, .label, .horizontal, .vertical, .layered, .element].contains(child.role)
      if !line.isEmpty { line += isControl || wasControl ? "  " : " — " }
      line += part
      wasControl = isControl
    }
    return line.isEmpty ? node.label : line
  }

  private func joined(_ parts: [String], by separator: String) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: separator)
  }
}
