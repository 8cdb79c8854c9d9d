import UIKit

@MainActor @preconcurrency
public protocol App {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
  @MainActor @preconcurrency init()
}

extension App {
  /// Runs the app: here, prints what it shows first.
  @MainActor @preconcurrency
  public static func main() { print(ViewHarness(Self()).text) }
}

@MainActor @preconcurrency
@propertyWrapper
public struct UIApplicationDelegateAdaptor<DelegateType: NSObject & UIApplicationDelegate>: DynamicProperty {
  /// <https://developer.apple.com/documentation/swiftui/uiapplicationdelegateadaptor/wrappedvalue>
  public let wrappedValue: DelegateType
  /// <https://developer.apple.com/documentation/swiftui/uiapplicationdelegateadaptor/init(_:)-8vsro>
  public init(_ delegateType: DelegateType.Type = DelegateType.self) { wrappedValue = delegateType.init() }
}
