import Foundation

@MainActor
open class UndoManager: NSObject {
  private struct Step {
    weak var target: AnyObject?
    let perform: @MainActor () -> Void
    var name = ""
  }

  private enum Performing {
    case undo, redo
  }

  /// What ``undo()`` takes back and ``redo()`` does again, the last at the end.
  private var (undoing, redoing): ([Step], [Step]) = ([], [])
  private var performing: Performing?
  /// The name of the action that ``undo()`` takes back.
  ///
  /// The system's side: the menu and the alert that a shake brings show it.
  public var undoActionName: String { undoing.last?.name ?? "" }

  /// Registers how to take an action back. What is registered while one is taken back is for redoing it; what is registered while
  /// nothing is taken back or done again leaves nothing to redo.
  ///
  /// It keeps an unowned reference to the target, so before the target goes, the app calls
  /// ``removeAllActions(withTarget:)``. To take back what was registered for a target that is gone stops the process.
  @MainActor @preconcurrency
  public func registerUndo<TargetType: AnyObject>(
    withTarget target: TargetType, handler: @escaping @MainActor (TargetType) -> Void
  ) {
    let step = Step(target: target) { [weak target] in
      guard let target else {
        fatalError(
          "A \(TargetType.self) is gone, and what was registered for it is not: "
            + "https://developer.apple.com/documentation/foundation/undomanager/registerundo(withtarget:handler:)"
        )
      }
      handler(target)
    }
    if performing == .undo { redoing.append(step) } else { undoing.append(step) }
    if performing == nil { redoing = [] }
  }

  open func setActionName(_ actionName: String) {
    let stack = performing == .undo ? \UndoManager.redoing : \.undoing
    guard let last = self[keyPath: stack].indices.last else { return }
    self[keyPath: stack][last].name = actionName
  }

  open func removeAllActions(withTarget target: Any) {
    undoing.removeAll { $0.target === target as AnyObject }
    redoing.removeAll { $0.target === target as AnyObject }
  }

  /// Takes the last action back.
  ///
  /// The system's side: a shake, a key or the menu calls it.
  open func undo() {
    performing = .undo
    undoing.popLast()?.perform()
    performing = nil
  }

  /// Does again what was taken back last.
  ///
  /// The system's side: a shake, a key or the menu calls it.
  open func redo() {
    performing = .redo
    redoing.popLast()?.perform()
    performing = nil
  }
}
