import Foundation

/// Remembers how to take actions back.
///
/// Newer SDKs isolate it to the main actor; the product uses it there only.
/// <https://developer.apple.com/documentation/foundation/undomanager>
open class UndoManager: NSObject {
  private struct Step {
    weak var target: AnyObject?
    let perform: () -> Void
  }

  private var steps: [Step] = []
  private var isUndoing = false
  /// The name of the action that ``undo()`` takes back.
  ///
  /// The system's side: the menu and the alert that a shake brings show it.
  /// <https://developer.apple.com/documentation/foundation/undomanager/undoactionname>
  public private(set) var undoActionName = ""

  /// Registers how to take an action back. What is registered while one is taken back is for redoing it, which is not
  /// played here.
  ///
  /// It keeps no strong reference to the target.
  /// <https://developer.apple.com/documentation/foundation/undomanager/registerundo(withtarget:handler:)>
  public func registerUndo<TargetType: AnyObject>(
    withTarget target: TargetType, handler: @escaping (TargetType) -> Void
  ) {
    guard !isUndoing else { return }
    steps.append(Step(target: target, perform: { [weak target] in target.map(handler) }))
  }

  /// Names the action that was registered last.
  ///
  /// <https://developer.apple.com/documentation/foundation/undomanager/setactionname(_:)>
  open func setActionName(_ actionName: String) { if !isUndoing { undoActionName = actionName } }

  /// Forgets everything that was registered for a target.
  ///
  /// <https://developer.apple.com/documentation/foundation/undomanager/removeallactions(withtarget:)>
  open func removeAllActions(withTarget target: Any) {
    steps.removeAll { $0.target === target as AnyObject }
  }

  /// Takes the last action back.
  ///
  /// The system's side: a shake, a key or the menu calls it.
  /// <https://developer.apple.com/documentation/foundation/undomanager/undo()>
  open func undo() {
    isUndoing = true
    steps.popLast()?.perform()
    isUndoing = false
  }
}
