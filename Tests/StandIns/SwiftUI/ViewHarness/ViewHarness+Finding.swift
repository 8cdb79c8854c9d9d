extension ViewHarness {
  /// The first element of a role that has a name: what it says.
  public func find(_ role: HarnessNode.Role? = nil, _ name: String) -> HarnessNode? {
    all(role).first { $0.isNamed(name) }
  }

  /// All elements of a role, outermost first; without a role, all.
  public func all(_ role: HarnessNode.Role? = nil) -> [HarnessNode] {
    tree.everything.filter { role == nil || $0.role == role }
  }

  /// The row that says a name somewhere.
  func row(_ name: String) -> HarnessNode? { all(.row).first { $0.contains(name: name) } }

  /// What the user can reach: what lies above everything else, or else the screen.
  public var front: HarnessNode { Self.front(of: tree) }

  private static func front(of node: HarnessNode) -> HarnessNode {
    let covers: [HarnessNode.Role] = [.alert, .dialog, .sheet, .fileImporter, .preview]
    guard let cover = node.visible.last(where: { covers.contains($0.role) }) else { return node }
    return cover
  }

  /// An element that the user can use now.
  func usable(
    _ name: String, to what: String, in place: HarnessNode? = nil,
    where canDo: (HarnessNode) -> Bool
  ) throws(HarnessError) -> HarnessNode {
    // What a swipe or a long press would show is not shown.
    let candidates = (place ?? front).visible
    if let node = candidates.first(where: { $0.isNamed(name) && $0.isEnabled && canDo($0) }) { return node }
    let named = candidates.filter { $0.isNamed(name) }
    if named.contains(where: { !$0.isEnabled && canDo($0) }) { throw .disabled(name) }
    if !named.isEmpty { throw .cannot(name, what: what) }
    if place == nil, tree.visible.contains(where: { $0.isNamed(name) && canDo($0) }) {
      throw .covered(name, by: front.label.isEmpty ? front.role.rawValue : front.label)
    }
    throw .notFound(name, shown: text)
  }

  /// A row that the user can use now.
  func usableRow(
    _ name: String, to what: String, where canDo: (HarnessNode) -> Bool
  ) throws(HarnessError) -> HarnessNode {
    let rows = front.everything.filter { $0.role == .row && $0.contains(name: name) }
    if let row = rows.first(where: { canDo($0) }) { return row }
    guard rows.isEmpty else { throw .cannot(name, what: what) }
    if row(name) != nil { throw .covered(name, by: front.label.isEmpty ? front.role.rawValue : front.label) }
    throw .notFound(name, shown: text)
  }

  /// Does something as the user does, and shows what follows.
  func act(_ action: () -> Void) {
    action()
    refresh()
  }
}
