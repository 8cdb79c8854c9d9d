/// A window: the root of a tree of views.
@MainActor
open class UIWindow: UIView {
  open var rootViewController: UIViewController? {
    didSet {
      oldValue?.view.removeFromSuperview()
      if let view = rootViewController?.view { addSubview(view) }
    }
  }
}
