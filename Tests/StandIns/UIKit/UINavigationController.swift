/// A controller that shows other controllers one above the other, below a bar. Here there is only the first one.
@MainActor
open class UINavigationController: UIViewController {
  /// The system's side: the controller whose view is shown.
  ///
  /// <https://developer.apple.com/documentation/uikit/uinavigationcontroller/topviewcontroller>
  open var topViewController: UIViewController? { children.last }

  /// A controller that shows another one first.
  ///
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

  nonisolated override init() {
    super.init()
  }
}

@MainActor
open class UIBarButtonItem: NSObject {
  public enum SystemItem: Int, Sendable {
    case done = 0
  }

  /// The system's side: what the button does.
  ///
  /// <https://developer.apple.com/documentation/uikit/uibarbuttonitem/primaryaction>
  open var primaryAction: UIAction?

  /// A button of the system's that does something.
  ///
  /// <https://developer.apple.com/documentation/uikit/uibarbuttonitem/init(systemitem:primaryaction:menu:)>
  public init(systemItem: SystemItem, primaryAction: UIAction? = nil, menu: UIMenu? = nil) {
    self.primaryAction = primaryAction
    super.init()
  }
}

@MainActor
open class UIMenu: NSObject {
  nonisolated override init() {
    super.init()
  }
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
