import UIKit

@MainActor @preconcurrency
open class UIHostingController<Content: View>: UIViewController, HarnessHosting {
  /// The simulator's side: what the view shows.
  public let harness: ViewHarness

  public var rootView: Content {
    didSet { harness.show(rootView) }
  }

  public init(rootView: Content) {
    self.rootView = rootView
    harness = ViewHarness(rootView)
    super.init(nibName: nil, bundle: nil)
  }

  public required dynamic init?(coder aDecoder: NSCoder) { nil }

  /// The view is loaded: it appears from now on.
  ///
  /// Certainty: documented.
  open override func viewDidLoad() {
    super.viewDidLoad()
    harness.refresh()
  }

  open override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    harness.isVisible = true
  }

  /// The view is no longer seen.
  open override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    harness.isVisible = false
  }
}

/// A controller whose view is on a harness.
@MainActor
protocol HarnessHosting: UIViewController {
  /// What the view shows.
  var harness: ViewHarness { get }
}
