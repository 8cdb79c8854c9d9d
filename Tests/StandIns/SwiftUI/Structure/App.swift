import UIKit

/// The structure and behaviour of an app.
///
/// <https://developer.apple.com/documentation/swiftui/app>
@MainActor @preconcurrency
public protocol App {
  /// The type of scene that represents the content of the app.
  associatedtype Body: Scene
  /// The content of the app.
  @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
  /// Makes the app.
  @MainActor @preconcurrency init()
}

extension App {
  /// Runs the app: here, prints what it shows first.
  @MainActor @preconcurrency
  public static func main() { print(ViewHarness(Self()).text) }
}

/// Makes the object that is told of the app.
///
/// <https://developer.apple.com/documentation/swiftui/uiapplicationdelegateadaptor>
@MainActor @preconcurrency
@propertyWrapper
public struct UIApplicationDelegateAdaptor<DelegateType: NSObject & UIApplicationDelegate>: DynamicProperty {
  /// The object.
  ///
  /// <https://developer.apple.com/documentation/swiftui/uiapplicationdelegateadaptor/wrappedvalue>
  public let wrappedValue: DelegateType
  /// Makes one of a class.
  ///
  /// <https://developer.apple.com/documentation/swiftui/uiapplicationdelegateadaptor/init(_:)-8vsro>
  public init(_ delegateType: DelegateType.Type = DelegateType.self) { wrappedValue = delegateType.init() }
}
