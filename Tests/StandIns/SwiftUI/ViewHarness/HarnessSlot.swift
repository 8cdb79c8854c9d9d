/// A position in the tree of views, which keeps what a view remembers between two renderings.
final class HarnessSlot {
  /// What tells the children of one position apart.
  enum Key: Hashable {
    case content
    case index(Int)
    case branch(Bool)
    case identity(AnyHashable)
    case type(ObjectIdentifier)
    case modifier(ObjectIdentifier)
    case part(String)
  }

  private var children: [Key: HarnessSlot] = [:]
  private var boxes: [String: AnyObject] = [:]
  private var pass = 0
  var lifecycle: HarnessLifecycle?

  /// The child for a key, marked as used in a pass.
  func child(_ key: Key, pass: Int) -> HarnessSlot {
    let slot = children[key] ?? HarnessSlot()
    children[key] = slot
    slot.pass = pass
    return slot
  }

  /// What is remembered under a name.
  func box<Box: AnyObject>(_ name: String, make: () -> Box) -> Box {
    if let box = boxes[name] as? Box { return box }
    let box = make()
    boxes[name] = box
    return box
  }

  /// Forgets the positions that a pass did not reach, and answers what lived there.
  func sweep(pass: Int) -> [HarnessLifecycle] {
    var gone: [HarnessLifecycle] = []
    for (key, child) in children {
      if child.pass == pass {
        gone += child.sweep(pass: pass)
      } else {
        gone += child.everyLifecycle
        children[key] = nil
      }
    }
    return gone
  }

  /// What lives here and below.
  var everyLifecycle: [HarnessLifecycle] {
    (lifecycle.map { [$0] } ?? []) + children.values.flatMap(\.everyLifecycle)
  }
}

/// A value that a position remembers.
final class HarnessMemory<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}
