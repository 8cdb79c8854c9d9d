import AppleFoundation
import Foundation

@MainActor
public protocol UIInteraction: NSObjectProtocol {
  var view: UIView? { get }
  func didMove(to view: UIView?)
}

@MainActor
open class UIDropInteraction: NSObject, UIInteraction {
  /// <https://developer.apple.com/documentation/uikit/uiinteraction/view>
  open private(set) weak var view: UIView?
  open private(set) weak var delegate: (any UIDropInteractionDelegate)?

  /// <https://developer.apple.com/documentation/uikit/uidropinteraction/init(delegate:)>
  public init(delegate: any UIDropInteractionDelegate) {
    self.delegate = delegate
    super.init()
  }

  /// <https://developer.apple.com/documentation/uikit/uiinteraction/didmove(to:)>
  open func didMove(to view: UIView?) { self.view = view }
}

/// Decides what a drop does.
///
/// The methods are optional in Objective-C, so a class may lack each of them, also by a misspelt name.
@MainActor
public protocol UIDropInteractionDelegate: NSObjectProtocol {
  func dropInteraction(_ interaction: UIDropInteraction, canHandle session: any UIDropSession) -> Bool
  /// What a drop would do here; asked again when the finger moves.
  func dropInteraction(
    _ interaction: UIDropInteraction, sessionDidUpdate session: any UIDropSession
  ) -> UIDropProposal
  /// The user dropped it. Only here may the contents be requested.
  func dropInteraction(_ interaction: UIDropInteraction, performDrop session: any UIDropSession)
}

// What happens where a class does not have the method.
extension UIDropInteractionDelegate {
  public func dropInteraction(
    _ interaction: UIDropInteraction, canHandle session: any UIDropSession
  ) -> Bool { true }
  public func dropInteraction(
    _ interaction: UIDropInteraction, sessionDidUpdate session: any UIDropSession
  ) -> UIDropProposal { UIDropProposal(operation: .cancel) }
  public func dropInteraction(_ interaction: UIDropInteraction, performDrop session: any UIDropSession) {}
}

@MainActor
public protocol UIDragDropSession: NSObjectProtocol {
  var items: [UIDragItem] { get }
  /// Whether a drop may move them. Only the app in which the drag began can move.
  var allowsMoveOperation: Bool { get }
  /// Where the finger is, in a view's own points.
  func location(in view: UIView) -> CGPoint
  func hasItemsConforming(toTypeIdentifiers typeIdentifiers: [String]) -> Bool
}

@MainActor
public protocol UIDragSession: UIDragDropSession {}

@MainActor
public protocol UIDropSession: UIDragDropSession {
  var localDragSession: (any UIDragSession)? { get }
}

@MainActor
open class UIDragItem: NSObject {
  public let itemProvider: NSItemProvider

  /// The system's side makes it.
  ///
  /// <https://developer.apple.com/documentation/uikit/uidragitem/init(itemprovider:)>
  public init(itemProvider: NSItemProvider) {
    self.itemProvider = itemProvider
    super.init()
  }
}

@MainActor
open class UIDropProposal: NSObject {
  /// For the system's side.
  public let operation: UIDropOperation

  /// <https://developer.apple.com/documentation/uikit/uidropproposal/init(operation:)>
  public init(operation: UIDropOperation) {
    self.operation = operation
    super.init()
  }
}

public enum UIDropOperation: UInt, Sendable {
  /// Nothing: the drag ends.
  case cancel = 0
  /// Nothing, although something like it could be dropped here.
  case forbidden = 1
  case copy = 2
  case move = 3
}
