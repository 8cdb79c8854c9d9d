import AppleFoundation
import Foundation
import Observation

public struct EnvironmentValues {
  public var scenePhase = ScenePhase.background
  public var editMode: Binding<EditMode>?
  public var horizontalSizeClass: UserInterfaceSizeClass? = .compact
  /// How many pixels a point has: on most phones.
  public var displayScale: CGFloat = 3
  /// What takes actions back in the window; nil until the window is on screen.
  public internal(set) var undoManager: UndoManager?
  /// Whether the user can use the view.
  var isEnabled = true
  /// Refreshes what surrounds the view.
  var refresh: (@Sendable () async -> Void)?
  /// Whether pickers show their options side by side with the rows around them.
  var hasInlinePickers = false
  /// Whether controls keep their labels for those who do not see them.
  var hidesLabels = false
  /// Whether buttons look like what they show.
  var hasPlainButtons = false
  /// What labels show of their titles and symbols.
  var labelStyle: String?
  fileprivate var objects: [ObjectIdentifier: AnyObject] = [:]
}

public enum EditMode: Sendable, Hashable {
  case inactive
  /// For a moment: a row is swiped. The harness does not set it.
  case transient
  case active
  public var isEditing: Bool { self != .inactive }
}

/// How much room there is. The simulator's side sets it: see ``ViewHarness/horizontalSizeClass``.
public enum UserInterfaceSizeClass: Sendable, Hashable {
  case compact
  case regular
}

@propertyWrapper
public struct Environment<Value>: DynamicProperty {
  private let read: (EnvironmentValues) -> Value
  private var values: EnvironmentValues?

  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
    read = { $0[keyPath: keyPath] }
  }
  public init<T: AnyObject & Observable>(_ objectType: T.Type) where Value == T? {
    read = { $0.objects[ObjectIdentifier(objectType)] as? T }
  }

  public var wrappedValue: Value { read(values ?? EnvironmentValues()) }
}
extension Environment: HarnessProperty {
  mutating func attach(_ name: String, in context: HarnessContext) { values = context.environment }
}

@propertyWrapper
public struct FocusedValue<Value>: DynamicProperty {
  private let type: ObjectIdentifier
  private weak var harness: ViewHarness?

  /// <https://developer.apple.com/documentation/swiftui/focusedvalue/init(_:)>
  public init(_ objectType: Value.Type) where Value: AnyObject, Value: Observable {
    type = ObjectIdentifier(objectType)
  }

  /// The value; nil while no view that tells one is on screen.
  @MainActor
  public var wrappedValue: Value? { (harness?.windowInUse ?? harness)?.focused[type] as? Value }
}
extension FocusedValue: HarnessProperty {
  mutating func attach(_ name: String, in context: HarnessContext) { harness = context.harness }
}

extension View {
  public nonisolated func environment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V
  ) -> some View {
    context { $0.environment[keyPath: keyPath] = value }
  }
  public nonisolated func environment<T: AnyObject & Observable>(_ object: T?) -> some View {
    context { $0.environment.objects[ObjectIdentifier(T.self)] = object }
  }
  /// Tells commands an object while the window is in use.
  public nonisolated func focusedSceneValue<T>(_ object: T?) -> some View where T: AnyObject, T: Observable {
    drawn((type: ObjectIdentifier(T.self), object: object as AnyObject?)) { value, content, context in
      context.harness.focused[value.type] = value.object
      return content(context)
    }
  }
}
