/// A controller that shows other controllers one above the other, below a bar. Here there is only the first one.
///
/// <https://developer.apple.com/documentation/uikit/uinavigationcontroller>
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

  /// There are no archives here.
  public required init?(coder: NSCoder) { nil }

  /// The view is loaded, and with it the one that is shown.
  open override func viewDidLoad() {
    super.viewDidLoad()
    topViewController?.loadViewIfNeeded()
  }
}

/// What the bar shows for a controller.
///
/// <https://developer.apple.com/documentation/uikit/uinavigationitem>
@MainActor
open class UINavigationItem: NSObject {
  /// The button before the title.
  ///
  /// <https://developer.apple.com/documentation/uikit/uinavigationitem/leftbarbuttonitem>
  open var leftBarButtonItem: UIBarButtonItem?

  nonisolated override init() {
    super.init()
  }
}

/// A button of a bar.
///
/// <https://developer.apple.com/documentation/uikit/uibarbuttonitem>
@MainActor
open class UIBarButtonItem: NSObject {
  /// What a button of the system's says.
  ///
  /// <https://developer.apple.com/documentation/uikit/uibarbuttonitem/systemitem>
  public enum SystemItem: Int, Sendable {
    /// “Done”.
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

/// A menu.
///
/// <https://developer.apple.com/documentation/uikit/uimenu>
@MainActor
open class UIMenu: NSObject {
  nonisolated override init() {
    super.init()
  }
}

/// Something that a button does.
///
/// <https://developer.apple.com/documentation/uikit/uiaction>
@MainActor
open class UIAction: NSObject {
  /// Which action it is.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiaction/identifier-swift.struct>
  public struct Identifier: Hashable, Sendable {}

  private let handler: UIActionHandler

  /// An action.
  ///
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

/// What an action does.
///
/// <https://developer.apple.com/documentation/uikit/uiactionhandler>
public typealias UIActionHandler = (UIAction) -> Void

/// Something in a menu.
///
/// <https://developer.apple.com/documentation/uikit/uimenuelement>
public enum UIMenuElement {
  /// How it looks.
  ///
  /// <https://developer.apple.com/documentation/uikit/uimenuelement/attributes>
  public struct Attributes: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Attributes of these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }

  /// Whether it is on.
  ///
  /// <https://developer.apple.com/documentation/uikit/uimenuelement/state>
  public enum State: Int, Sendable {
    /// It is not.
    case off = 0
  }
}
