import Foundation
import UIKit

@MainActor @preconcurrency
public protocol UIViewControllerRepresentable: View where Body == Never {
  associatedtype UIViewControllerType: UIViewController
  associatedtype Coordinator = Void
  typealias Context = UIViewControllerRepresentableContext<Self>
  @MainActor @preconcurrency func makeUIViewController(context: Self.Context) -> Self.UIViewControllerType
  @MainActor @preconcurrency
  func updateUIViewController(_ uiViewController: Self.UIViewControllerType, context: Self.Context)
  @MainActor @preconcurrency func makeCoordinator() -> Self.Coordinator
}

extension UIViewControllerRepresentable where Coordinator == Void {
  public func makeCoordinator() {}
}

extension UIViewControllerRepresentable {
  public var body: Never { fatalError("A controller has no body.") }
}

@MainActor @preconcurrency
public struct UIViewControllerRepresentableContext<Representable: UIViewControllerRepresentable> {
  public let coordinator: Representable.Coordinator
}

/// The system's side: a controller of another stand-in, which says itself what it shows.
@MainActor
public protocol HarnessShowing: UIViewController {
  /// What it shows.
  var node: HarnessNode { get }
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
    case let sheet as UIActivityViewController: [node(of: sheet)]
    case let stack as UINavigationController: [node(of: stack)]
    default: [node(.element, label: "\(R.UIViewControllerType.self)")]
    }
  }

  /// What a navigation controller shows, with the button of its bar.
  @MainActor
  private func node(of stack: UINavigationController) -> HarnessNode {
    guard let shown = stack.topViewController as? any HarnessShowing else {
      return node(.element, label: "\(stack.topViewController.map { "\(type(of: $0))" } ?? "")")
    }
    var node = shown.node
    if let action = shown.navigationItem.leftBarButtonItem?.primaryAction {
      var done = HarnessNode(.button, label: "Done")
      done.actions.press = { MainActor.assumeIsolated { action.perform() } }
      node.children.append(done)
    }
    return node
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
