import Shared
import SwiftUI
import UIKit
import UniformTypeIdentifiers

/// Takes what the user drops anywhere in the window, from other apps and from Intray.
///
/// The collection view below a `List` of SwiftUI claims each drop for an interaction of its own, and refuses those from
/// other apps, so no modifier of SwiftUI gets them:
/// <https://developer.apple.com/forums/content/attachment/75bcafd5-b927-465a-9648-b8fc856f556f> (FB24490454). So Intray
/// puts its interaction on the root view of the window, and in the place of the list's own on each collection view in it.
/// Intray's lists use neither `onMove` nor `onInsert`, which need that one. Sheets are not in the root view and take no
/// drops.
struct DropArea: UIViewRepresentable {
  let drops: DropModel

  func makeUIView(context: Context) -> DropAreaView { DropAreaView(context.coordinator) }

  func updateUIView(_ view: DropAreaView, context: Context) { context.coordinator.drops = drops }

  func makeCoordinator() -> DropDelegate { DropDelegate(drops) }
}

/// An empty view that puts drop interactions on the views of the window that it comes into.
final class DropAreaView: UIView {
  private let delegate: DropDelegate
  private let interaction: UIDropInteraction
  /// All that are on screen, one in each window.
  private static var onScreen: Set<DropAreaView> = []

  init(_ delegate: DropDelegate) {
    self.delegate = delegate
    interaction = UIDropInteraction(delegate: delegate)
    super.init(frame: .zero)
  }

  required init?(coder: NSCoder) { nil }

  override func didMoveToWindow() {
    super.didMoveToWindow()
    interaction.view?.removeInteraction(interaction)
    guard let window else {
      Self.onScreen.remove(self)
      return
    }
    Self.onScreen.insert(self)
    window.rootViewController?.view.addInteraction(interaction)
    DropTargetView.takeOverLists(in: window)
  }

  /// Puts the interaction of a view's window in the place of the list's own, if the view is in a list, and else of every list
  /// in the window: an empty one has no view in it.
  static func takeOverList(around view: UIView) {
    guard let window = view.window, let area = onScreen.first(where: { $0.window === window }) else { return }
    var around: UIView? = view
    while let present = around, !(present is UICollectionView) { around = present.superview }
    for list in around.map({ [$0] }) ?? lists(in: window) {
      let own = list.interactions.compactMap { $0 as? UIDropInteraction }
      guard own.count != 1 || own[0].delegate !== area.delegate else { continue }
      for interaction in own { list.removeInteraction(interaction) }
      list.addInteraction(UIDropInteraction(delegate: area.delegate))
    }
  }

  private static func lists(in view: UIView) -> [UIView] {
    view is UICollectionView ? [view] : view.subviews.flatMap(lists)
  }
}

/// Answers UIKit's questions on a drop.
final class DropDelegate: NSObject, UIDropInteractionDelegate {
  var drops: DropModel

  init(_ drops: DropModel) {
    self.drops = drops
  }

  func dropInteraction(_ interaction: UIDropInteraction, canHandle session: any UIDropSession) -> Bool {
    isOwn(session) || session.hasItemsConforming(toTypeIdentifiers: DropModel.types.map(\.identifier))
  }

  func dropInteraction(
    _ interaction: UIDropInteraction, sessionDidUpdate session: any UIDropSession
  ) -> UIDropProposal {
    switch action(of: interaction, session) {
    case .move: UIDropProposal(operation: session.allowsMoveOperation ? .move : .copy)
    case .importFiles: UIDropProposal(operation: .copy)
    case nil: UIDropProposal(operation: .forbidden)
    }
  }

  func dropInteraction(_ interaction: UIDropInteraction, performDrop session: any UIDropSession) {
    guard let action = action(of: interaction, session) else { return }
    drops.perform(action, session.items.map(\.itemProvider))
  }

  private func action(
    of interaction: UIDropInteraction, _ session: any UIDropSession
  ) -> DropModel.Action? {
    drops.action(on: DropTargetView.target(below: session, in: interaction.view), isOwn: isOwn(session))
  }

  /// Whether Intray's own documents are dragged. Another app can offer the private type as well, but its drag did not
  /// begin in this process.
  private func isOwn(_ session: any UIDropSession) -> Bool {
    session.localDragSession != nil && session.hasItemsConforming(toTypeIdentifiers: [DraggedDocuments.type])
  }
}

/// Marks a row or a header of a list: the list then takes drops, and a row of a folder those on it.
struct DropTarget: ViewModifier {
  /// The folder of the row, or Recently Deleted; nil takes no drops of its own.
  let folder: DocumentPath?

  func body(content: Content) -> some View {
    content.background { DropTargetMark(folder: folder) }
  }
}

/// The place of a row on screen.
struct DropTargetMark: UIViewRepresentable {
  let folder: DocumentPath?

  func makeUIView(context: Context) -> DropTargetView { DropTargetView() }

  func updateUIView(_ view: DropTargetView, context: Context) {
    view.folder = folder
    DropAreaView.takeOverList(around: view)
  }
}

/// An empty view as large as a row.
final class DropTargetView: UIView {
  /// The folder that the row shows; nil is none.
  var folder: DocumentPath?
  /// All that are on screen, in any window.
  private static var onScreen: Set<DropTargetView> = []

  init() {
    super.init(frame: .zero)
  }

  required init?(coder: NSCoder) { nil }

  override func didMoveToWindow() {
    super.didMoveToWindow()
    if window == nil { Self.onScreen.remove(self) } else { Self.onScreen.insert(self) }
    DropAreaView.takeOverList(around: self)
  }

  /// Has the lists of a window take drops.
  static func takeOverLists(in window: UIWindow) {
    for view in onScreen where view.window === window { DropAreaView.takeOverList(around: view) }
  }

  /// The folder below a drag, in the window of a view.
  static func target(below session: any UIDropSession, in view: UIView?) -> DocumentPath? {
    onScreen.first {
      $0.folder != nil && $0.window === view?.window && $0.bounds.contains(session.location(in: $0))
    }?.folder
  }
}
