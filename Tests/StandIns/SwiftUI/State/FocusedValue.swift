import Observation

/// What the focused window or view tells.
struct FocusedValues {
  /// The objects, by their types.
  var objects: [ObjectIdentifier: AnyObject] = [:]
}

@propertyWrapper
public struct FocusedValue<Value>: DynamicProperty {
  private let type: ObjectIdentifier
  private var harness: ViewHarness?

  /// <https://developer.apple.com/documentation/swiftui/focusedvalue/init(_:)>
  public init(_ objectType: Value.Type) where Value: AnyObject, Value: Observable {
    type = ObjectIdentifier(objectType)
  }

  /// The value; nil while no view that tells one is on screen.
  @MainActor
  public var wrappedValue: Value? { harness?.focused.objects[type] as? Value }
}

extension FocusedValue: HarnessProperty {
  mutating func attach(_ name: String, in context: HarnessContext) { harness = context.harness }
}

extension View {
  /// Tells commands an object while the window is in use.
  public nonisolated func focusedSceneValue<T>(_ object: T?) -> some View where T: AnyObject, T: Observable {
    modifier(FocusedValueModifier { $0.objects[ObjectIdentifier(T.self)] = object })
  }
}

struct FocusedValueModifier {
  let change: (inout FocusedValues) -> Void
}
extension FocusedValueModifier: HarnessModifier {
  func render(
    _ content: @MainActor (HarnessContext) -> [HarnessNode], in context: HarnessContext
  ) -> [HarnessNode] {
    change(&context.harness.focused)
    return content(context)
  }
}
