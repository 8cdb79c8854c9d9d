// What the stand-ins for QuickLook, UIKit and Foundation have to refuse, and to accept, as the SDK does: see phone.sh.
import Foundation
import QuickLook
import UIKit

// Something to show says where it is.
// refused: type 'Item' does not conform to protocol 'QLPreviewItem'
private final class Item: NSObject, QLPreviewItem {}

// The delegate is on no actor.
@MainActor
// refused: conformance of 'OnMain' to protocol 'QLPreviewControllerDelegate' crosses into main actor-isolated code and can cause data races
private final class OnMain: NSObject, QLPreviewControllerDelegate {
  func previewController(
    _ controller: QLPreviewController, editingModeFor previewItem: any QLPreviewItem
  ) -> QLPreviewItemEditingMode { .createCopy }
}

@MainActor
private final class Anywhere: NSObject, QLPreviewControllerDelegate {
  nonisolated func previewController(
    _ controller: QLPreviewController, editingModeFor previewItem: any QLPreviewItem
  ) -> QLPreviewItemEditingMode { .createCopy }
}

// Each method of a delegate may be missing.
private final class Drops: NSObject, UIDropInteractionDelegate {}
private final class Shows: NSObject, QLPreviewControllerDelegate {}

// Undo is on the main actor, and so is what takes an action back.
private func elsewhere(_ manager: UndoManager, _ target: NSObject) {
  // refused: call to main actor-isolated instance method 'registerUndo(withTarget:handler:)'
  manager.registerUndo(withTarget: target) { _ in }
  // refused: call to main actor-isolated instance method 'removeAllActions(withTarget:)'
  manager.removeAllActions(withTarget: target)
}

@MainActor
private func onMain() {}
private nonisolated func takesBack() -> @Sendable (UndoManager, NSObject) async -> Void {
  { manager, target in await manager.registerUndo(withTarget: target) { _ in onMain() } }
}
