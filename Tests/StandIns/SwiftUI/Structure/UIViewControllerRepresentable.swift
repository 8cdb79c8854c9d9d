import Foundation
import UIKit

/// A view that shows a controller.
///
/// <https://developer.apple.com/documentation/swiftui/uiviewcontrollerrepresentable>
@MainActor @preconcurrency
public protocol UIViewControllerRepresentable: View where Body == Never {
  /// The type of the controller.
  associatedtype UIViewControllerType: UIViewController
  /// The type of what stands between controller and view.
  associatedtype Coordinator = Void
  /// What the controller is told.
  typealias Context = UIViewControllerRepresentableContext<Self>
  /// Makes the controller.
  @MainActor @preconcurrency func makeUIViewController(context: Self.Context) -> Self.UIViewControllerType
  /// Tells the controller what changed.
  @MainActor @preconcurrency
  func updateUIViewController(_ uiViewController: Self.UIViewControllerType, context: Self.Context)
  /// Makes what stands between controller and view.
  @MainActor @preconcurrency func makeCoordinator() -> Self.Coordinator
}

extension UIViewControllerRepresentable where Coordinator == Void {
  /// Makes nothing.
  public func makeCoordinator() {}
}

extension UIViewControllerRepresentable {
  /// A controller has no body.
  public var body: Never { fatalError("A controller has no body.") }
}

/// What a controller in a view is told.
///
/// <https://developer.apple.com/documentation/swiftui/uiviewcontrollerrepresentablecontext>
@MainActor @preconcurrency
public struct UIViewControllerRepresentableContext<Representable: UIViewControllerRepresentable> {
  /// What stands between controller and view.
  public let coordinator: Representable.Coordinator
}

extension HarnessContext {
  /// What a controller shows, if it shows a view.
  @MainActor
  func renderController<R: UIViewControllerRepresentable>(_ view: R) -> [HarnessNode] {
    let here = child(.type(ObjectIdentifier(R.self)))
    let view = here.attached(view)
    let coordinator = here.memory("coordinator", view.makeCoordinator())
    let context = UIViewControllerRepresentableContext<R>(coordinator: coordinator.value)
    let controller = here.slot.box("controller") { view.makeUIViewController(context: context) }
    controller.loadViewIfNeeded()
    view.updateUIViewController(controller, context: context)
    return switch controller as UIViewController {
    case let hosting as any HarnessHosting: [hosting.harness.tree]
    case let picker as UIDocumentPickerViewController: [node(of: picker)]
    case let sheet as UIActivityViewController: [node(of: sheet)]
    default: [node(.element, label: "\(R.UIViewControllerType.self)")]
    }
  }

  /// The picker, which says where it opens.
  @MainActor
  private func node(of picker: UIDocumentPickerViewController) -> HarnessNode {
    let place = picker.directoryURL.map { HarnessNode(.text, label: $0.path(percentEncoded: false)) }
    return HarnessNode(.fileImporter, label: "Files", children: place.map { [$0] } ?? []).with {
      $0.actions.pick = { result in
        // Who is told nothing is told of a cancel.
        let urls = (try? result.get()) ?? []
        picker.delegate?.documentPicker(picker, didPickDocumentsAt: urls)
      }
      $0.actions.dismiss = { picker.delegate?.documentPickerWasCancelled(picker) }
    }
  }

  /// The share sheet, which says what it shares.
  @MainActor
  private func node(of sheet: UIActivityViewController) -> HarnessNode {
    let names = sheet.activityItems.map { item in
      HarnessNode(.text, label: (item as? URL)?.lastPathComponent ?? "\(item)")
    }
    var send = HarnessNode(.button, label: "AirDrop")
    send.actions.press = { [weak harness] in
      // Buttons are pressed on the main actor.
      MainActor.assumeIsolated {
        harness?.share(sheet.activityItems)
        sheet.completionWithItemsHandler?(.airDrop, true, nil, nil)
      }
    }
    return HarnessNode(.dialog, label: "Share", children: names + [send]).with {
      $0.actions.dismiss = {
        MainActor.assumeIsolated { sheet.completionWithItemsHandler?(nil, false, nil, nil) }
      }
    }
  }
}
