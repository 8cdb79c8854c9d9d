import Foundation
import Testing

@testable import UIKit

@MainActor
struct UIKitTests {
  // https://developer.apple.com/documentation/uikit/uiviewcontroller/loadviewifneeded()
  @Test func aViewIsLoadedOnce() {
    let controller = Controller(nibName: nil, bundle: nil)
    controller.loadViewIfNeeded()
    controller.loadViewIfNeeded()
    _ = controller.view
    #expect(controller.events == ["viewDidLoad"])
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
  @Test func theContextIsTakenFromTheNearestController() {
    let context = NSExtensionContext(inputItems: [], onComplete: { _ in false }, onCancel: { _ in })
    let parent = Controller(nibName: nil, bundle: nil)
    let child = UIViewController(nibName: nil, bundle: nil)
    parent.addChild(child)
    #expect(child.extensionContext == nil)
    parent.beginRequest(with: context)
    #expect(parent.extensionContext === context)
    #expect(child.extensionContext === context)
  }
}

private final class Controller: UIViewController {
  var events: [String] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    events.append("viewDidLoad")
  }
}
