import Foundation
import UIKit

@MainActor @preconcurrency
public protocol UIViewRepresentable: View where Body == Never {
  associatedtype UIViewType: UIView
  associatedtype Coordinator = Void
  typealias Context = UIViewRepresentableContext<Self>
  @MainActor @preconcurrency func makeUIView(context: Self.Context) -> Self.UIViewType
  @MainActor @preconcurrency func updateUIView(_ uiView: Self.UIViewType, context: Self.Context)
  @MainActor @preconcurrency func makeCoordinator() -> Self.Coordinator
}

extension UIViewRepresentable where Coordinator == Void {
  public func makeCoordinator() {}
}

extension UIViewRepresentable {
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
    var node = HarnessNode(.element)
    node.views = [shown]
    return [node]
  }
}

extension HarnessContext {
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

extension View {
  public nonisolated func background<V: View>(
    alignment: Alignment = .center, @ViewBuilder content: () -> V
  ) -> some View {
    modifier(BackgroundModifier(layer: content()))
  }
}

struct BackgroundModifier<Layer: View> {
  let layer: Layer
}
extension BackgroundModifier: HarnessModifier {
  func render(
    _ content: @MainActor (HarnessContext) -> [HarnessNode], in context: HarnessContext
  ) -> [HarnessNode] {
    let shown = content(context)
    // What lies below is seen through nothing: only its views of UIKit matter here.
    let views = context.part("background").render(layer).flatMap(\.views)
    return shown.map { node in node.with { $0.views += views } }
  }
}
