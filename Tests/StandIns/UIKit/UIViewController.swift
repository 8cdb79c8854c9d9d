/// The controller of a screen.
///
/// The system, here the simulator or a test, drives it: `beginRequest(with:)` in an extension, then
/// `loadViewIfNeeded()`, `viewWillAppear(_:)`, `viewDidAppear(_:)`.
///
/// <https://developer.apple.com/documentation/uikit/uiviewcontroller>
@MainActor
open class UIViewController: UIResponder, @MainActor NSExtensionRequestHandling {
  private var loadedView: UIView?
  private var context: NSExtensionContext?

  /// A controller whose view is made by `loadView()`: there are no nib files here.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/init(nibname:bundle:)>
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    super.init()
  }

  /// There are no archives of controllers here.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/init(coder:)>
  public required init?(coder: NSCoder) { nil }

  // MARK: The view

  /// Its view, which is loaded when it is first asked for.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/view>
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var view: UIView! {
    get {
      loadViewIfNeeded()
      return loadedView
    }
    set { loadedView = newValue }
  }

  /// The view, if it is loaded.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/viewifloaded>
  open var viewIfLoaded: UIView? { loadedView }

  /// Whether the view is loaded.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/isviewloaded>
  open var isViewLoaded: Bool { loadedView != nil }

  /// Makes the view.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/loadview()>
  open func loadView() {
    // The size of no particular phone.
    view = UIView(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
  }

  /// Loads the view, once.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/loadviewifneeded()>
  open func loadViewIfNeeded() {
    guard loadedView == nil else { return }
    loadView()
    viewDidLoad()
  }

  /// The view was loaded.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/viewdidload()>
  open func viewDidLoad() {}

  /// The view is about to be seen.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/viewwillappear(_:)>
  open func viewWillAppear(_ animated: Bool) {}

  /// The view is seen.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/viewdidappear(_:)>
  open func viewDidAppear(_ animated: Bool) {}

  /// The view is about to go.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/viewwilldisappear(_:)>
  open func viewWillDisappear(_ animated: Bool) {}

  /// The view is no longer seen.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/viewdiddisappear(_:)>
  open func viewDidDisappear(_ animated: Bool) {}

  // MARK: Other controllers

  /// The controller that it is in.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/parent>
  open private(set) weak var parent: UIViewController?

  /// The controllers that are in it.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/children>
  open private(set) var children: [UIViewController] = []

  /// Puts a controller into this one; it leaves the one that it was in.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/addchild(_:)>
  open func addChild(_ childController: UIViewController) {
    childController.removeFromParent()
    childController.willMove(toParent: self)
    childController.parent = self
    children.append(childController)
  }

  /// Takes it out of its parent.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/removefromparent()>
  open func removeFromParent() {
    guard let parent else { return }
    parent.children.removeAll { $0 === self }
    self.parent = nil
    didMove(toParent: nil)
  }

  /// It is about to be put into a controller, or out of one.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/willmove(toparent:)>
  open func willMove(toParent parent: UIViewController?) {}

  /// It was put into a controller, or out of one.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/didmove(toparent:)>
  open func didMove(toParent parent: UIViewController?) {}

  /// The controller that lies over it.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/presentedviewcontroller>
  open private(set) var presentedViewController: UIViewController?

  /// The controller that it lies over.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/presentingviewcontroller>
  open private(set) weak var presentingViewController: UIViewController?

  /// Puts a controller over this one.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/present(_:animated:completion:)>
  open func present(
    _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
  ) {
    presentedViewController = viewControllerToPresent
    viewControllerToPresent.presentingViewController = self
    viewControllerToPresent.loadViewIfNeeded()
    viewControllerToPresent.viewWillAppear(flag)
    viewControllerToPresent.viewDidAppear(flag)
    completion?()
  }

  /// Takes away the controller over this one; without one, asks the controller that it lies over to take
  /// it away.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/dismiss(animated:completion:)>
  open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
    guard let presented = presentedViewController else {
      presentingViewController?.dismiss(animated: flag, completion: completion)
      return
    }
    presented.viewWillDisappear(flag)
    presentedViewController = nil
    presented.presentingViewController = nil
    presented.viewDidDisappear(flag)
    completion?()
  }

  // MARK: Extensions

  /// The request that the controller, or one that it is in, was loaded for.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiviewcontroller/extensioncontext>
  open var extensionContext: NSExtensionContext? { context ?? parent?.extensionContext }

  /// A request begins.
  ///
  /// <https://developer.apple.com/documentation/foundation/nsextensionrequesthandling/beginrequest(with:)>
  open func beginRequest(with context: NSExtensionContext) {
    self.context = context
  }
}
