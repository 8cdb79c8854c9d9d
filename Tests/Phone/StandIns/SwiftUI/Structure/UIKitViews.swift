import Foundation
import UIKit

@MainActor @preconcurrency
open class UIHostingController<Content: View>: UIViewController, HarnessShowing {
  /// The simulator's side: what the view shows.
  public let harness: ViewHarness
  /// The simulator's side: what is on screen.
  public var node: HarnessNode { harness.tree }

  public var rootView: Content { didSet { harness.show(rootView) } }

  public init(rootView: Content) {
    self.rootView = rootView
    harness = ViewHarness(rootView)
    super.init(nibName: nil, bundle: nil)
  }

  public required dynamic init?(coder aDecoder: NSCoder) { nil }

  /// The view is loaded: it appears from now on.
  ///
  /// Certainty: documented.
  open override func viewDidLoad() {
    super.viewDidLoad()
    harness.refresh()
  }

  open override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    harness.isVisible = true
  }

  /// The view is no longer seen.
  open override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    harness.isVisible = false
  }
}

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

extension UIViewControllerRepresentable {
  public func makeCoordinator() where Coordinator == Void {}
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
    case let showing as any HarnessShowing: [showing.node]
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
      node.children.append(
        HarnessNode(.button, label: "Done").with {
          $0.actions.press = { MainActor.assumeIsolated { action.perform() } }
        })
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

@MainActor @preconcurrency
public protocol UIViewRepresentable: View where Body == Never {
  associatedtype UIViewType: UIView
  associatedtype Coordinator = Void
  typealias Context = UIViewRepresentableContext<Self>
  @MainActor @preconcurrency func makeUIView(context: Self.Context) -> Self.UIViewType
  @MainActor @preconcurrency func updateUIView(_ uiView: Self.UIViewType, context: Self.Context)
  @MainActor @preconcurrency func makeCoordinator() -> Self.Coordinator
}

extension UIViewRepresentable {
  public func makeCoordinator() where Coordinator == Void {}
  public var body: Never { fatalError("A view of UIKit has no body.") }
}

@MainActor @preconcurrency
public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
  public let coordinator: Representable.Coordinator
}

extension HarnessContext {
  /// Puts UIKit's view into the window, as long as this one is shown.
  @MainActor
  func renderUIView<R: UIViewRepresentable>(_ view: R) -> [HarnessNode] {
    let here = child(.type(ObjectIdentifier(R.self)))
    let view = here.attached(view)
    let coordinator = here.memory("coordinator", view.makeCoordinator())
    let context = UIViewRepresentableContext<R>(coordinator: coordinator.value)
    let held = here.slot.box("view") { HarnessHeldView(view.makeUIView(context: context)) }
    guard let shown = held.view as? R.UIViewType else { return [] }
    view.updateUIView(shown, context: context)
    let around = list ?? harness.window.rootViewController?.view
    if shown.superview !== around, let around {
      // As wide as a row, and as high.
      shown.frame = CGRect(x: 0, y: 0, width: 390, height: 44)
      around.addSubview(shown)
    }
    return [HarnessNode(.element).with { $0.views = [shown] }]
  }

  /// The context of what is in a list, and the view below the list.
  @MainActor
  func inList() -> (context: HarnessContext, view: UIView) {
    let held = slot.box("list") { HarnessHeldView(UICollectionView(frame: harness.window.bounds)) }
    if held.view.superview == nil { harness.window.rootViewController?.view.addSubview(held.view) }
    return (with { $0.list = held.view }, held.view)
  }
}

/// A view of UIKit, which leaves the window when its position in the tree is gone.
final class HarnessHeldView {
  let view: UIView

  init(_ view: UIView) { self.view = view }

  deinit {
    // Views are swept on the main actor.
    MainActor.assumeIsolated { [view] in view.removeFromSuperview() }
  }
}
