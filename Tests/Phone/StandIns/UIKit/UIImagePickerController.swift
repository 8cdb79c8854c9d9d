/// The system's screen for the camera. Another stand-in says what it shows.
@MainActor
open class UIImagePickerController: UINavigationController {
  public enum SourceType: Int, Sendable {
    /// What is asked for at first. The system's side: it shows nothing.
    case photoLibrary = 0
    case camera = 1
  }

  /// <https://developer.apple.com/documentation/uikit/uiimagepickercontroller/infokey>
  public struct InfoKey: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let originalImage = InfoKey(rawValue: "UIImagePickerControllerOriginalImage")
  }

  /// Whether the device has the source. The photo library needs a permission, and counts as none here.
  open class func isSourceTypeAvailable(_ sourceType: SourceType) -> Bool {
    sourceType == .camera && StandIn.Camera.ofTask.pictures != nil
  }

  open weak var delegate: (any UIImagePickerControllerDelegate & UINavigationControllerDelegate)?

  /// What it takes pictures from. The process stops where the device does not have it.
  open var sourceType = SourceType.photoLibrary {
    didSet {
      precondition(
        Self.isSourceTypeAvailable(sourceType),
        "The source is not there: "
          + "https://developer.apple.com/documentation/uikit/uiimagepickercontroller/sourcetype-swift.property"
      )
    }
  }

  public init() { super.init(rootViewController: UIViewController(nibName: nil, bundle: nil)) }

  public required init?(coder: NSCoder) { nil }
}

@MainActor
public protocol UINavigationControllerDelegate: NSObjectProtocol {}

/// Told what the user took. Who is told closes the camera.
///
/// The methods are optional in Objective-C, so a class may lack each of them, also by a misspelt name.
@MainActor
public protocol UIImagePickerControllerDelegate: NSObjectProtocol {
  func imagePickerController(
    _ picker: UIImagePickerController,
    didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any])
  func imagePickerControllerDidCancel(_ picker: UIImagePickerController)
}

// What happens where a class does not have the method.
extension UIImagePickerControllerDelegate {
  public func imagePickerController(
    _ picker: UIImagePickerController,
    didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
  ) {}
  public func imagePickerControllerDidCancel(_ picker: UIImagePickerController) {}
}

extension StandIn {
  /// The system's side: what the camera of the device sees.
  @MainActor
  public final class Camera {
    /// Each test has one of its own.
    @TaskLocal public static var ofTask = Camera()

    /// What lies before it, page after page; nil is a device without a camera.
    public var pictures: [UIImage]?

    public nonisolated init(_ pictures: [UIImage]? = nil) { self.pictures = pictures }
  }
}
