import UIKit

/// What a view is told when it is shown: where it is, and what surrounds it.
struct HarnessContext {
  /// The caller keeps the harness; what is shown does not.
  unowned let harness: ViewHarness
  let invalidation: HarnessInvalidation
  let slot: HarnessSlot
  /// The number of the rendering.
  let pass: Int
  /// The environment of the view.
  var environment: EnvironmentValues
  /// The screen that the view is part of.
  var screen: HarnessScreen
  var visibility: HarnessVisibility
  /// Chooses a value in the list around, if that is of its type.
  var onSelect: ((AnyHashable) -> Void)?
  /// The view below the list around; nil outside lists.
  var list: UIView?
  /// What happens when the user ends typing.
  var onSubmit: [(SubmitTriggers, () -> Void)] = []
  /// Counts the file importers inside the one around; nil where none is around.
  var importers: HarnessFileImporters?

  /// The context of a part of the view.
  func child(_ key: HarnessSlot.Key) -> HarnessContext {
    with { $0 = HarnessContext(copying: $0, slot: slot.child(key, pass: pass)) }
  }

  /// The context of a named part of the view.
  func part(_ name: String) -> HarnessContext { child(.part(name)) }

  /// The context, changed.
  func with(_ change: (inout HarnessContext) -> Void) -> HarnessContext {
    var context = self
    change(&context)
    return context
  }

  /// What a view shows.
  @MainActor
  func render<V: View>(_ view: V) -> [HarnessNode] {
    if let view = view as? any HarnessView { return view.render(in: self) }
    if let view = view as? any UIViewRepresentable { return renderUIView(view) }
    if let view = view as? any UIViewControllerRepresentable { return renderController(view) }
    let here = child(.type(ObjectIdentifier(V.self)))
    return here.render(here.attached(view).body)
  }

  /// What a scene shows.
  @MainActor
  func render<S: Scene>(_ scene: S) -> [HarnessNode] {
    if let scene = scene as? any HarnessScene { return scene.render(in: self) }
    let here = child(.type(ObjectIdentifier(S.self)))
    return here.render(here.attached(scene).body)
  }

  /// The value that the position remembers under a name.
  func memory<Value>(_ name: String, _ initial: @autoclosure () -> Value) -> HarnessMemory<Value> {
    slot.box(name) { HarnessMemory(initial()) }
  }

  /// Says that what is shown is out of date.
  func invalidate() { invalidation.mark() }

  /// Puts something above the screen: an alert, a sheet, a picker.
  func present(_ node: HarnessNode) { screen.presentations.append(node) }

  /// An element that is enabled if the view is.
  func node(_ role: HarnessNode.Role, label: String = "", children: [HarnessNode] = []) -> HarnessNode {
    HarnessNode(role, label: label, children: children).with { $0.isEnabled = environment.isEnabled }
  }
}

extension HarnessContext {
  init(copying context: HarnessContext, slot: HarnessSlot) {
    self.init(
      harness: context.harness, invalidation: context.invalidation, slot: slot, pass: context.pass,
      environment: context.environment,
      screen: context.screen,
      visibility: context.visibility, onSelect: context.onSelect, list: context.list,
      onSubmit: context.onSubmit, importers: context.importers)
  }
}
