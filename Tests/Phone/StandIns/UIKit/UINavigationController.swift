/// A controller that shows other controllers one above the other, below a bar. Here there is only the first one.
@MainActor
open class UINavigationController: UIViewController {
  /// For the system's side: the controller whose view is shown.
  open var topViewController: UIViewController? { children.last }

  /// <https://developer.apple.com/documentation/uikit/uinavigationcontroller/init(rootviewcontroller:)>
  public init(rootViewController: UIViewController) {
    super.init(nibName: nil, bundle: nil)
    addChild(rootViewController)
  }

  public required init?(coder: NSCoder) { nil }

  open override func viewDidLoad() {
    super.viewDidLoad()
    topViewController?.loadViewIfNeeded()
  }
}

@MainActor
open class UINavigationItem: NSObject {
  open var leftBarButtonItem: UIBarButtonItem?
  nonisolated override init() { super.init() }
}

@MainActor
open class UIBarButtonItem: NSObject {
  public enum SystemItem: Int, Sendable {
    case done = 0
  }

  /// For the system's side.
  open var primaryAction: UIAction?

  /// <https://developer.apple.com/documentation/uikit/uibarbuttonitem/init(systemitem:primaryaction:menu:)>
  public init(systemItem: SystemItem, primaryAction: UIAction? = nil, menu: UIMenu? = nil) {
    self.primaryAction = primaryAction
    super.init()
  }
}

@MainActor
open class UIMenu: NSObject {
  nonisolated override init() { super.init() }
}

@MainActor
open class UIAction: NSObject {
  /// <https://developer.apple.com/documentation/uikit/uiaction/identifier-swift.struct>
  public struct Identifier: Hashable, Sendable {}

  private let handler: UIActionHandler

  /// <https://developer.apple.com/documentation/uikit/uiaction/init(title:image:identifier:discoverabilitytitle:attributes:state:handler:)>
  public init(
    title: String = "", image: UIImage? = nil, identifier: UIAction.Identifier? = nil,
    discoverabilityTitle: String? = nil, attributes: UIMenuElement.Attributes = [],
    state: UIMenuElement.State = .off, handler: @escaping UIActionHandler
  ) {
    self.handler = handler
    super.init()
  }

  /// The system's side: the user pressed the button.
  public func perform() { handler(self) }
}

public typealias UIActionHandler = (UIAction) -> Void

public enum UIMenuElement {
  public struct Attributes: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }

  public enum State: Int, Sendable {
    case off = 0
  }
}

@MainActor
open class UIActivityViewController: UIViewController {
  /// Told when the user is done: with what, whether it was done, what came back, and what went wrong.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiactivityviewcontroller/completionwithitemshandler-swift.typealias>
  public typealias CompletionWithItemsHandler = (
    UIActivity.ActivityType?, Bool, [Any]?, (any Error)?
  ) -> Void

  /// <https://developer.apple.com/documentation/uikit/uiactivityviewcontroller/completionwithitemshandler-swift.property>
  open var completionWithItemsHandler: CompletionWithItemsHandler?

  /// The simulator's side: what is to be shared.
  public let activityItems: [Any]

  /// <https://developer.apple.com/documentation/uikit/uiactivityviewcontroller/init(activityitems:applicationactivities:)>
  public init(activityItems: [Any], applicationActivities: [UIActivity]?) {
    self.activityItems = activityItems
    super.init(nibName: nil, bundle: nil)
  }

  public required init?(coder: NSCoder) { nil }
}

@MainActor
open class UIActivity: NSObject {
  /// <https://developer.apple.com/documentation/uikit/uiactivity/activitytype-swift.struct>
  public struct ActivityType: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// AirDrop, which the simulator's side chooses.
    public static let airDrop = ActivityType(rawValue: "com.apple.UIKit.activity.AirDrop")
  }
}
