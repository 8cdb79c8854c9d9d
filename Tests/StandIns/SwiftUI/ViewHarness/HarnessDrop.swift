import AppleFoundation
import Foundation
import UIKit
import UniformTypeIdentifiers

extension ViewHarness {
  /// The user drags items over an element, or without a name over none, and lets go.
  ///
  /// As the system does, it asks the interactions of the view below the finger and of those around it, the nearest first.
  /// - Parameter isLocal: whether the drag began in this app.
  /// - Returns: whether the drop was taken.
  func dropOnViews(_ providers: [NSItemProvider], on name: String?, isLocal: Bool) -> Bool {
    let place = dropPlace(name)
    var view = place ?? window.rootViewController?.view
    let session = HarnessDropSession(providers, over: place, isLocal: isLocal)
    while let present = view {
      for case let interaction as UIDropInteraction in present.interactions {
        guard let delegate = interaction.delegate, delegate.dropInteraction(interaction, canHandle: session)
        else { continue }
        let proposal = delegate.dropInteraction(interaction, sessionDidUpdate: session)
        precondition(
          proposal.operation != .move || session.allowsMoveOperation,
          "Only the app in which a drag began may move: "
            + "https://developer.apple.com/documentation/uikit/uidropoperation/move")
        guard ![.cancel, .forbidden].contains(proposal.operation) else { return false }
        act { delegate.dropInteraction(interaction, performDrop: session) }
        return true
      }
      view = present.superview
    }
    return false
  }

  /// The view of UIKit in the first row of a name, or without a name the last list, beside its rows.
  func dropPlace(_ name: String?) -> UIView? {
    guard let name else { return front.everything.last { $0.role == .list }?.views.first }
    let row = front.everything.first { $0.role == .row && $0.contains(name: name) }
    return row?.everything.lazy.flatMap(\.views).first
  }
}

/// A drag over a view, or over none that the views know.
final class HarnessDropSession: NSObject, UIDropSession, UIDragSession {
  let items: [UIDragItem]
  private let place: UIView?
  private let isLocal: Bool

  init(_ providers: [NSItemProvider], over place: UIView?, isLocal: Bool) {
    items = (isLocal ? providers : providers.map(\.fromAnotherProcess)).map(UIDragItem.init(itemProvider:))
    self.place = place
    self.isLocal = isLocal
    super.init()
  }

  var localDragSession: (any UIDragSession)? { isLocal ? self : nil }
  var allowsMoveOperation: Bool { isLocal }

  func location(in view: UIView) -> CGPoint {
    var around = place
    while let present = around, present !== view { around = present.superview }
    return around == nil ? CGPoint(x: -1, y: -1) : CGPoint(x: view.bounds.midX, y: view.bounds.midY)
  }

  func hasItemsConforming(toTypeIdentifiers typeIdentifiers: [String]) -> Bool {
    items.contains { item in
      item.itemProvider.registeredTypeIdentifiers.contains { offered in
        // A type that no app declares conforms to itself alone.
        typeIdentifiers.contains { wanted in
          wanted == offered || UTType(wanted).map { UTType(offered)?.conforms(to: $0) == true } ?? false
        }
      }
    }
  }
}
