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
