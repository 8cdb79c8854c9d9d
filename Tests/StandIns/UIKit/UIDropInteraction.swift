import AppleFoundation
import Foundation

/// Something that the user does with a view.
///
/// <https://developer.apple.com/documentation/uikit/uiinteraction>
@MainActor
public protocol UIInteraction: NSObjectProtocol {
  /// The view that it is on.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiinteraction/view>
  var view: UIView? { get }
  /// It was put on a view, or taken from one.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiinteraction/didmove(to:)>
  func didMove(to view: UIView?)
}

/// Lets the user drop something on a view.
///
/// <https://developer.apple.com/documentation/uikit/uidropinteraction>
@MainActor
open class UIDropInteraction: NSObject, UIInteraction {
  /// The view that it is on.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiinteraction/view>
  open private(set) weak var view: UIView?
  /// Decides what a drop does.
  ///
  /// <https://developer.apple.com/documentation/uikit/uidropinteraction/delegate>
  open private(set) weak var delegate: (any UIDropInteractionDelegate)?

  /// An interaction that asks a delegate.
  ///
  /// <https://developer.apple.com/documentation/uikit/uidropinteraction/init(delegate:)>
  public init(delegate: any UIDropInteractionDelegate) {
    self.delegate = delegate
    super.init()
  }

  /// It was put on a view, or taken from one.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiinteraction/didmove(to:)>
  open func didMove(to view: UIView?) { self.view = view }
}

/// Decides what a drop does.
///
/// The methods are optional in Objective-C, so a class may lack each of them, also by a misspelt name.
/// <https://developer.apple.com/documentation/uikit/uidropinteractiondelegate>
@MainActor
public protocol UIDropInteractionDelegate: NSObjectProtocol {
  /// Whether it can take what is dragged.
  ///
  /// <https://developer.apple.com/documentation/uikit/uidropinteractiondelegate/dropinteraction(_:canhandle:)>
  func dropInteraction(_ interaction: UIDropInteraction, canHandle session: any UIDropSession) -> Bool
  /// What a drop would do here; asked again when the finger moves.
  ///
  /// <https://developer.apple.com/documentation/uikit/uidropinteractiondelegate/dropinteraction(_:sessiondidupdate:)>
  func dropInteraction(
    _ interaction: UIDropInteraction, sessionDidUpdate session: any UIDropSession
  ) -> UIDropProposal
  /// The user dropped it. Only here may the contents be requested.
  ///
  /// <https://developer.apple.com/documentation/uikit/uidropinteractiondelegate/dropinteraction(_:performdrop:)>
  func dropInteraction(_ interaction: UIDropInteraction, performDrop session: any UIDropSession)
}

// What happens where a class does not have the method.
extension UIDropInteractionDelegate {
  /// It can.
  public func dropInteraction(
    _ interaction: UIDropInteraction, canHandle session: any UIDropSession
  ) -> Bool { true }
  /// The drag ends.
  public func dropInteraction(
    _ interaction: UIDropInteraction, sessionDidUpdate session: any UIDropSession
  ) -> UIDropProposal { UIDropProposal(operation: .cancel) }
  /// Nothing.
  public func dropInteraction(_ interaction: UIDropInteraction, performDrop session: any UIDropSession) {}
}

/// What is dragged.
///
/// <https://developer.apple.com/documentation/uikit/uidragdropsession>
@MainActor
public protocol UIDragDropSession: NSObjectProtocol {
  /// The items.
  ///
  /// <https://developer.apple.com/documentation/uikit/uidragdropsession/items>
  var items: [UIDragItem] { get }
  /// Whether a drop may move them. Only the app in which the drag began can move.
  ///
  /// <https://developer.apple.com/documentation/uikit/uidragdropsession/allowsmoveoperation>
  var allowsMoveOperation: Bool { get }
  /// Where the finger is, in a view's own points.
  ///
  /// <https://developer.apple.com/documentation/uikit/uidragdropsession/location(in:)>
  func location(in view: UIView) -> CGPoint
  /// Whether an item has a representation of one of these types.
  ///
  /// <https://developer.apple.com/documentation/uikit/uidragdropsession/hasitemsconforming(totypeidentifiers:)>
  func hasItemsConforming(toTypeIdentifiers typeIdentifiers: [String]) -> Bool
}

/// A drag, for the app in which it began.
///
/// <https://developer.apple.com/documentation/uikit/uidragsession>
@MainActor
public protocol UIDragSession: UIDragDropSession {}

/// A drag, for the view above which it is.
///
/// <https://developer.apple.com/documentation/uikit/uidropsession>
@MainActor
public protocol UIDropSession: UIDragDropSession {
  /// The drag, if it began in this app.
  ///
  /// <https://developer.apple.com/documentation/uikit/uidropsession/localdragsession>
  var localDragSession: (any UIDragSession)? { get }
}

/// One thing that is dragged.
///
/// <https://developer.apple.com/documentation/uikit/uidragitem>
@MainActor
open class UIDragItem: NSObject {
  /// What it offers.
  ///
  /// <https://developer.apple.com/documentation/uikit/uidragitem/itemprovider>
  public let itemProvider: NSItemProvider

  /// An item that offers something. The system's side makes it.
  ///
  /// <https://developer.apple.com/documentation/uikit/uidragitem/init(itemprovider:)>
  public init(itemProvider: NSItemProvider) {
    self.itemProvider = itemProvider
    super.init()
  }
}

/// What a drop would do.
///
/// <https://developer.apple.com/documentation/uikit/uidropproposal>
@MainActor
open class UIDropProposal: NSObject {
  /// The system's side: what it would do.
  ///
  /// <https://developer.apple.com/documentation/uikit/uidropproposal/operation>
  public let operation: UIDropOperation

  /// A proposal to do something.
  ///
  /// <https://developer.apple.com/documentation/uikit/uidropproposal/init(operation:)>
  public init(operation: UIDropOperation) {
    self.operation = operation
    super.init()
  }
}

/// What a drop does.
///
/// <https://developer.apple.com/documentation/uikit/uidropoperation>
public enum UIDropOperation: UInt, Sendable {
  /// Nothing: the drag ends.
  case cancel = 0
  /// Nothing, although something like it could be dropped here.
  case forbidden = 1
  /// It copies.
  case copy = 2
  /// It moves.
  case move = 3
}
