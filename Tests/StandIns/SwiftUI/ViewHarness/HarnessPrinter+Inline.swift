extension HarnessPrinter {
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
