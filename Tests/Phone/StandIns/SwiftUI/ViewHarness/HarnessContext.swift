@_spi(Reflection) import Swift
import UIKit

/// What a view is told when it is shown: where it is, and what surrounds it.
struct HarnessContext {
  /// The caller keeps the harness; what is shown does not.
  unowned let harness: ViewHarness
  let invalidation: HarnessInvalidation
  private(set) var slot: HarnessSlot
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
  var onSubmit: [() -> Void] = []
  /// Counts the file importers inside the one around; nil where none is around.
  var importers: HarnessMemory<Int>?

  /// The context of a part of the view.
  func child(_ key: HarnessSlot.Key) -> HarnessContext {
    with { $0.slot = slot.child(key, pass: pass) }
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

  /// Puts something above the screen: an alert, a sheet, a picker.
  func present(_ node: HarnessNode) { screen.presentations.append(node) }

  /// An element that is enabled if the view is.
  func node(_ role: HarnessNode.Role, label: String = "", children: [HarnessNode] = []) -> HarnessNode {
    HarnessNode(role, label: label, children: children).with { $0.isEnabled = environment.isEnabled }
  }
}

/// A view that says itself what it shows, instead of having a body.
@MainActor
protocol HarnessView: View where Body == Never {
  func render(in context: HarnessContext) -> [HarnessNode]
}
extension HarnessView {
  public var body: Never { fatalError("This view draws itself; it has no body.") }
}

/// What is shown of the content of a modifier.
typealias HarnessContent = @MainActor (HarnessContext) -> [HarnessNode]

/// A modifier that says itself what it shows.
@MainActor
protocol HarnessModifier: ViewModifier where Body == Never {
  func render(_ content: HarnessContent, in context: HarnessContext) -> [HarnessNode]
}

/// A scene that says itself what it shows.
@MainActor
protocol HarnessScene: Scene where Body == Never {
  func render(in context: HarnessContext) -> [HarnessNode]
}
extension HarnessScene {
  public var body: Never { fatalError("This scene draws itself; it has no body.") }
}

/// What the views of one screen say about the screen: its title, its bars, and what lies above it.
final class HarnessScreen {
  var title: String?
  /// Whether the title is in the bar.
  var isTitleInline = false
  var toolbar: [HarnessNode] = []
  var bottomBar: [HarnessNode] = []
  var search: [HarnessNode] = []
  var presentations: [HarnessNode] = []
  /// Whether the user cannot swipe it away.
  var staysOpen = false
  /// What to show for a value that is pushed, by the value's type.
  var destinations: [ObjectIdentifier: (AnyHashable) -> AnyView] = [:]
  /// Pages that views show above this one.
  var pages: [Page] = []
  /// Shows the next column, where only one is shown.
  var advance: (() -> Void)?
  /// Pushes a value.
  var push: ((AnyHashable) -> Void)?

  /// A page that a view shows above the screen.
  struct Page {
    let context: HarnessContext
    let content: AnyView
    let close: () -> Void
  }

  /// The content as one element: the screen that it is, if no view said anything about this one, or else this screen.
  func around(_ content: [HarnessNode]) -> HarnessNode {
    let isPlain =
      title == nil && toolbar.isEmpty && bottomBar.isEmpty && search.isEmpty && presentations.isEmpty
    return isPlain && content.count == 1 && content[0].role == .screen ? content[0] : node(content)
  }

  /// The screen as an element.
  func node(_ content: [HarnessNode]) -> HarnessNode {
    var children: [HarnessNode] = []
    if !toolbar.isEmpty { children.append(HarnessNode(.toolbar, children: toolbar)) }
    children += search + content
    if !bottomBar.isEmpty { children.append(HarnessNode(.bottomBar, children: bottomBar)) }
    return HarnessNode(.screen, label: title ?? "", children: children + presentations).with {
      $0.look.isTitleInline = isTitleInline
    }
  }
}

/// A position in the tree of views, which keeps what a view remembers between two renderings.
final class HarnessSlot {
  /// What tells the children of one position apart.
  enum Key: Hashable {
    case content
    case index(Int)
    case branch(Bool)
    case identity(AnyHashable)
    case type(ObjectIdentifier)
    case modifier(ObjectIdentifier)
    case part(String)
  }

  private var children: [Key: HarnessSlot] = [:]
  private var boxes: [String: AnyObject] = [:]
  private var pass = 0
  var lifecycle: HarnessLifecycle?

  /// The child for a key, marked as used in a pass.
  func child(_ key: Key, pass: Int) -> HarnessSlot {
    let slot = children[key] ?? HarnessSlot()
    children[key] = slot
    slot.pass = pass
    return slot
  }

  /// What is remembered under a name.
  func box<Box: AnyObject>(_ name: String, make: () -> Box) -> Box {
    if let box = boxes[name] as? Box { return box }
    let box = make()
    boxes[name] = box
    return box
  }

  /// Forgets the positions that a pass did not reach, and answers what lived there.
  func sweep(pass: Int) -> [HarnessLifecycle] {
    var gone: [HarnessLifecycle] = []
    for (key, child) in children {
      if child.pass == pass {
        gone += child.sweep(pass: pass)
      } else {
        gone += child.everyLifecycle
        children[key] = nil
      }
    }
    return gone
  }

  /// What lives here and below.
  var everyLifecycle: [HarnessLifecycle] {
    (lifecycle.map { [$0] } ?? []) + children.values.flatMap(\.everyLifecycle)
  }
}

/// A value that a position remembers.
final class HarnessMemory<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}

/// A property of a view that belongs to the position of the view.
protocol HarnessProperty: DynamicProperty {
  /// Connects the property with what the position remembers under a name.
  @MainActor mutating func attach(_ name: String, in context: HarnessContext)
}

extension HarnessContext {
  /// A view, a modifier, a scene or an app whose properties are connected with its position.
  @MainActor
  func attached<Value>(_ value: Value) -> Value {
    var value = value
    withUnsafeMutableBytes(of: &value) { bytes in
      guard let base = bytes.baseAddress else { return }
      attachFields(of: Value.self, at: base, path: "")
    }
    return value
  }

  @MainActor
  private func attachFields(of type: Any.Type, at base: UnsafeMutableRawPointer, path: String) {
    _ = _forEachField(of: type) { name, offset, type, _ in
      let path = path + "." + String(cString: name)
      if let property = type as? any HarnessProperty.Type {
        connect(property, at: base + offset, path: path)
      } else if let property = type as? any DynamicProperty.Type {
        attachFields(of: property, at: base + offset, path: path)
        update(property, at: base + offset)
      }
      return true
    }
  }

  // Not another `attach`: a metatype is also an `Any.Type`, and that one would be taken.
  @MainActor
  private func connect<P: HarnessProperty>(
    _ type: P.Type, at place: UnsafeMutableRawPointer, path: String
  ) {
    place.assumingMemoryBound(to: P.self).pointee.attach(path, in: self)
  }

  @MainActor
  private func update<P: DynamicProperty>(_ type: P.Type, at place: UnsafeMutableRawPointer) {
    place.assumingMemoryBound(to: P.self).pointee.update()
  }
}
