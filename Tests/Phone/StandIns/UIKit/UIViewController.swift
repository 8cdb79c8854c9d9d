/// The controller of a screen.
///
/// The system, here the simulator or a test, drives it: `beginRequest(with:)` in an extension, then
/// `loadViewIfNeeded()`, `viewWillAppear(_:)`, `viewDidAppear(_:)`.
@MainActor
open class UIViewController: UIResponder {
  private var loadedView: UIView?
  private var context: NSExtensionContext?

  /// A controller whose view is made by `loadView()`: there are no nib files here.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/init(nibname:bundle:)>
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    super.init()
  }

  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/init(coder:)>
  public required init?(coder: NSCoder) { nil }

  /// Its view, which is loaded when it is first asked for.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var view: UIView! {
    get {
      loadViewIfNeeded()
      return loadedView
    }
    set { loadedView = newValue }
  }

  func loadView() {
    // The size of no particular phone.
    view = UIView(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
  }

  /// For the system's side: loads the view, once.
  open func loadViewIfNeeded() {
    guard loadedView == nil else { return }
    loadView()
    viewDidLoad()
  }

  open func viewDidLoad() {}

  /// For the system's side.
  open func viewWillAppear(_ animated: Bool) {}
  /// For the system's side.
  open func viewDidAppear(_ animated: Bool) {}
  /// For the system's side.
  open func viewWillDisappear(_ animated: Bool) {}
  /// For the system's side.
  open func viewDidDisappear(_ animated: Bool) {}
  open private(set) lazy var navigationItem: UINavigationItem = UINavigationItem()

  /// Whether the user cannot swipe the sheet away. The system's side asks it before it closes the sheet.
  open var isModalInPresentation = false

  private(set) weak var parent: UIViewController?

  /// The controllers that are in it. The system's side looks for the one that shows a view.
  open private(set) var children: [UIViewController] = []

  /// Puts a controller into this one; it leaves the one that it was in.
  open func addChild(_ childController: UIViewController) {
    childController.removeFromParent()
    childController.parent = self
    children.append(childController)
  }

  func removeFromParent() {
    guard let parent else { return }
    parent.children.removeAll { $0 === self }
    self.parent = nil
    didMove(toParent: nil)
  }

  open func didMove(toParent parent: UIViewController?) {}

  open var extensionContext: NSExtensionContext? { context ?? parent?.extensionContext }

  /// The system's side: a request begins.
  ///
  /// <https://developer.apple.com/documentation/foundation/nsextensionrequesthandling/beginrequest(with:)>
  open func beginRequest(with context: NSExtensionContext) { self.context = context }
}
