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

  // MARK: The view

  /// Its view, which is loaded when it is first asked for.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var view: UIView! {
    get {
      loadViewIfNeeded()
      return loadedView
    }
    set { loadedView = newValue }
  }

  /// Makes the view.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/loadview()>
  func loadView() {
    // The size of no particular phone.
    view = UIView(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
  }

  /// The system's side: loads the view, once.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/loadviewifneeded()>
  open func loadViewIfNeeded() {
    guard loadedView == nil else { return }
    loadView()
    viewDidLoad()
  }

  open func viewDidLoad() {}

  /// The system's side: the view is about to be seen.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/viewwillappear(_:)>
  open func viewWillAppear(_ animated: Bool) {}

  /// The system's side: the view is seen.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/viewdidappear(_:)>
  open func viewDidAppear(_ animated: Bool) {}

  /// The system's side: the view is about to go.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/viewwilldisappear(_:)>
  open func viewWillDisappear(_ animated: Bool) {}

  /// The system's side: the view is no longer seen.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/viewdiddisappear(_:)>
  open func viewDidDisappear(_ animated: Bool) {}

  open private(set) lazy var navigationItem: UINavigationItem = UINavigationItem()

  /// Whether the user cannot swipe the sheet away. The system's side asks it before it closes the sheet.
  open var isModalInPresentation = false

  // MARK: Other controllers

  /// The controller that it is in.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/parent>
  private(set) weak var parent: UIViewController?

  /// The controllers that are in it. The system's side looks for the one that shows a view.
  open private(set) var children: [UIViewController] = []

  /// Puts a controller into this one; it leaves the one that it was in.
  open func addChild(_ childController: UIViewController) {
    childController.removeFromParent()
    childController.parent = self
    children.append(childController)
  }

  /// Takes it out of its parent.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/removefromparent()>
  func removeFromParent() {
    guard let parent else { return }
    parent.children.removeAll { $0 === self }
    self.parent = nil
    didMove(toParent: nil)
  }

  open func didMove(toParent parent: UIViewController?) {}

  // MARK: Extensions

  open var extensionContext: NSExtensionContext? { context ?? parent?.extensionContext }

  /// The system's side: a request begins.
  ///
  /// <https://developer.apple.com/documentation/foundation/nsextensionrequesthandling/beginrequest(with:)>
  open func beginRequest(with context: NSExtensionContext) {
    self.context = context
  }
}
