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
