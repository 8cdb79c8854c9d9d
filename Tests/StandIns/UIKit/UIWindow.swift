/// A window: the root of a tree of views.
///
/// <https://developer.apple.com/documentation/uikit/uiwindow>
@MainActor
open class UIWindow: UIView {
  /// The controller whose view fills the window.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiwindow/rootviewcontroller>
  open var rootViewController: UIViewController? {
    didSet {
      oldValue?.view.removeFromSuperview()
      if let view = rootViewController?.view { addSubview(view) }
    }
  }
}
