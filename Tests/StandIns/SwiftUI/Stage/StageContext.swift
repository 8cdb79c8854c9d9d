/// What a view is told when it is shown: where it is, and what surrounds it.
struct StageContext {
  /// The caller keeps the stage; what is shown does not.
  unowned let stage: Stage
  let invalidation: StageInvalidation
  let slot: StageSlot
  /// The number of the rendering.
  let pass: Int
  /// The environment of the view.
  var environment: EnvironmentValues
  /// The screen that the view is part of.
  var screen: StageScreen
  var visibility: StageVisibility
  /// Chooses a value in the list around, if that is of its type.
  var onSelect: ((AnyHashable) -> Void)?
  /// What happens when the user ends typing.
  var onSubmit: [(SubmitTriggers, () -> Void)] = []

  /// The context of a part of the view.
  func child(_ key: StageSlot.Key) -> StageContext {
    with { $0 = StageContext(copying: $0, slot: slot.child(key, pass: pass)) }
  }

  /// The context of a named part of the view.
  func part(_ name: String) -> StageContext { child(.part(name)) }

  /// The context, changed.
  func with(_ change: (inout StageContext) -> Void) -> StageContext {
    var context = self
    change(&context)
    return context
  }

  /// What a view shows.
  @MainActor
  func render<V: View>(_ view: V) -> [StageNode] {
    if let view = view as? any StageView { return view.render(in: self) }
    if let view = view as? any UIViewControllerRepresentable { return renderController(view) }
    let here = child(.type(ObjectIdentifier(V.self)))
    return here.render(here.attached(view).body)
  }

  /// What a scene shows.
  @MainActor
  func render<S: Scene>(_ scene: S) -> [StageNode] {
    if let scene = scene as? any StageScene { return scene.render(in: self) }
    let here = child(.type(ObjectIdentifier(S.self)))
    return here.render(here.attached(scene).body)
  }

  /// The value that the position remembers under a name.
  func memory<Value>(_ name: String, _ initial: @autoclosure () -> Value) -> StageMemory<Value> {
    slot.box(name) { StageMemory(initial()) }
  }

  /// Says that what is shown is out of date.
  func invalidate() { invalidation.mark() }

  /// Puts something above the screen: an alert, a sheet, a picker.
  func present(_ node: StageNode) { screen.presentations.append(node) }

  /// An element that is enabled if the view is.
  func node(_ role: StageNode.Role, label: String = "", children: [StageNode] = []) -> StageNode {
    StageNode(role, label: label, children: children).with { $0.isEnabled = environment.isEnabled }
  }
}

extension StageContext {
  init(copying context: StageContext, slot: StageSlot) {
    self.init(
      stage: context.stage, invalidation: context.invalidation, slot: slot, pass: context.pass,
      environment: context.environment,
      screen: context.screen,
      visibility: context.visibility, onSelect: context.onSelect, onSubmit: context.onSubmit)
  }
}
