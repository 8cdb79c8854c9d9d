import AppleFoundation
import Foundation
import Testing

// https://developer.apple.com/documentation/foundation/undomanager/registerundo(withtarget:handler:)
@MainActor
struct UndoManagerTests {
  @Test func whatWasRegisteredIsTakenBackUntilItIsRemoved() {
    let (manager, target) = (UndoManager(), Target())
    manager.registerUndo(withTarget: target) { $0.count += 1 }
    manager.registerUndo(withTarget: target) { $0.count += 1 }
    manager.undo()
    #expect(target.count == 1)
    manager.removeAllActions(withTarget: target)
    manager.undo()
    #expect(target.count == 1)
  }

  @Test func whatIsRegisteredWhileAnActionIsTakenBackDoesItAgain() {
    let (manager, target) = (UndoManager(), Target())
    func add(_ number: Int) {
      target.count += number
      manager.registerUndo(withTarget: target) { _ in add(-number) }
      manager.setActionName("Add")
    }
    manager.redo()
    add(1)
    for _ in 0..<2 {
      #expect(target.count == 1 && manager.undoActionName == "Add")
      manager.undo()
      #expect(target.count == 0 && manager.undoActionName == "")
      manager.redo()
    }
    manager.undo()
    // Something else is done: there is nothing to redo.
    add(5)
    manager.redo()
    #expect(target.count == 5)
    manager.undo()
    manager.removeAllActions(withTarget: target)
    manager.redo()
    #expect(target.count == 0)
  }

  @Test func toTakeBackWhatWasRegisteredForATargetThatIsGoneEndsTheProcess() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let manager = UndoManager()
        do {
          let target = Target()
          manager.registerUndo(withTarget: target) { $0.count += 1 }
        }
        manager.undo()
      }
    }
  }
}

private final class Target {
  var count = 0
}
