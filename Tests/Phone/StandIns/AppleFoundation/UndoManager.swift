import Foundation

@MainActor
open class UndoManager: NSObject {
  private struct Step {
    weak var target: AnyObject?
    let perform: @MainActor () -> Void
  }

  private var steps: [Step] = []
  private var isUndoing = false
  /// The name of the action that ``undo()`` takes back.
  ///
  /// The system's side: the menu and the alert that a shake brings show it.
  public private(set) var undoActionName = ""

  /// Registers how to take an action back. What is registered while one is taken back is for redoing it, which is not
  /// played here.
  ///
  /// It keeps an unowned reference to the target, so before the target goes, the app calls
  /// ``removeAllActions(withTarget:)``. To take back what was registered for a target that is gone stops the process.
  @MainActor @preconcurrency
  public func registerUndo<TargetType: AnyObject>(
    withTarget target: TargetType, handler: @escaping @MainActor (TargetType) -> Void
  ) {
    guard !isUndoing else { return }
    steps.append(
      Step(target: target) { [weak target] in
        guard let target else {
          fatalError(
            "A \(TargetType.self) is gone, and what was registered for it is not: "
              + "https://developer.apple.com/documentation/foundation/undomanager/registerundo(withtarget:handler:)"
          )
        }
        handler(target)
      })
  }

  open func setActionName(_ actionName: String) { if !isUndoing { undoActionName = actionName } }

  open func removeAllActions(withTarget target: Any) {
    steps.removeAll { $0.target === target as AnyObject }
  }

  /// Takes the last action back.
  ///
  /// The system's side: a shake, a key or the menu calls it.
  open func undo() {
    isUndoing = true
    steps.popLast()?.perform()
    isUndoing = false
  }
}
