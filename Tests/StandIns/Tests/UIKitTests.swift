import Foundation
import Testing
import UIKit

@MainActor
struct UIKitTests {
  // https://developer.apple.com/documentation/uikit/uiviewcontroller/loadviewifneeded()
  @Test func aViewIsLoadedOnce() {
    let controller = Controller(nibName: nil, bundle: nil)
    #expect(!controller.isViewLoaded)
    controller.loadViewIfNeeded()
    controller.loadViewIfNeeded()
    _ = controller.view
    #expect(controller.events == ["viewDidLoad"])
    #expect(controller.isViewLoaded)
  }

  // https://developer.apple.com/documentation/uikit/uiviewcontroller/addchild(_:)
  @Test func aChildBelongsToItsParent() {
    let parent = Controller(nibName: nil, bundle: nil)
    let child = UIViewController(nibName: nil, bundle: nil)
    parent.addChild(child)
    child.view.frame = parent.view.bounds
    child.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    parent.view.addSubview(child.view)
    child.didMove(toParent: parent)
    #expect(child.parent === parent)
    #expect(parent.children.count == 1)
    #expect(child.view.superview === parent.view)
    child.removeFromParent()
    child.view.removeFromSuperview()
    #expect(child.parent == nil)
    #expect(parent.view.subviews.isEmpty)
  }

  // https://developer.apple.com/documentation/uikit/uiviewcontroller/extensioncontext
  @Test func theContextIsThatOfTheNearestController() {
    let context = NSExtensionContext(inputItems: [], onComplete: { _ in false }, onCancel: { _ in })
    let parent = Controller(nibName: nil, bundle: nil)
    let child = UIViewController(nibName: nil, bundle: nil)
    parent.addChild(child)
    #expect(child.extensionContext == nil)
    parent.beginRequest(with: context)
    #expect(parent.extensionContext === context)
    #expect(child.extensionContext === context)
  }

  // https://developer.apple.com/documentation/uikit/uiviewcontroller/present(_:animated:completion:)
  @Test func aPresentedControllerAppearsAndGoes() {
    let below = UIViewController(nibName: nil, bundle: nil)
    let above = Controller(nibName: nil, bundle: nil)
    var isDone = false
    below.present(above, animated: false)
    #expect(below.presentedViewController === above)
    above.dismiss(animated: false) { isDone = true }
    #expect(isDone)
    #expect(below.presentedViewController == nil)
    #expect(above.events == ["viewDidLoad", "viewDidAppear", "viewDidDisappear"])
  }
}

private final class Controller: UIViewController {
  var events: [String] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    events.append("viewDidLoad")
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    events.append("viewDidAppear")
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    events.append("viewDidDisappear")
  }
}
