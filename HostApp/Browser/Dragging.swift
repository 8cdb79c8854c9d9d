import Foundation
import IntrayCore
import SwiftUI
import UIKit
import UniformTypeIdentifiers

/// The documents of a drag within Intray.
enum DraggedDocuments {
  /// The type of the representation that only Intray sees.
  static let type = AppIdentity.current.attributePrefix + "dragged-documents"

  static func data(of documents: [SeenDocument]) -> Data? {
    // Byte strings always have a JSON form.
    try? JSONEncoder().encode(documents.map { Data($0.bytes) })
  }

  /// Reads a representation; leaves out what Intray did not write.
  static func documents(in data: Data) -> [SeenDocument] {
    // Anything else is no drag of Intray's.
    ((try? JSONDecoder().decode([Data].self, from: data)) ?? []).compactMap { SeenDocument([UInt8]($0)) }
  }
}

extension ListModel {
  /// What a drag of a document offers. Another app gets a copy under its name, of the type that its name says. The system makes
  /// the copy when that app asks for it; nothing is read before, and never into memory. Intray itself gets which documents are
  /// dragged, as the user saw them, to move them. Only this process sees them: the windows of one app share it.
  ///
  /// While several are chosen, dragging one of them drags all within Intray. Another app gets the one under the finger, and
  /// those that the user adds to the drag: SwiftUI begins a drag with one item before iOS 26.
  func itemProvider(for entry: DocumentEntry) -> NSItemProvider {
    let documents = meant(by: entry).map(\.seen)
    let url = window.library.url(of: entry)
    let provider = NSItemProvider()
    provider.suggestedName = url.lastPathComponent
    // Not to be opened in place: only Intray writes into its documents.
    provider.registerFileRepresentation(
      forTypeIdentifier: entry.type.identifier, fileOptions: [], visibility: .all
    ) { completion in
      completion(url, false, nil)
      return nil
    }
    provider.registerDataRepresentation(
      forTypeIdentifier: DraggedDocuments.type, visibility: .ownProcess
    ) { completion in
      completion(DraggedDocuments.data(of: documents), nil)
      return nil
    }
    return provider
  }
}

/// Decides what becomes of a drop in a window: a move of Intray's own documents, or an import.
@MainActor
struct DropModel {
  let window: WindowModel

  /// Everything with bytes or files in it, and everything with contents: a package is of the second kind only.
  static let types: [UTType] = [.item, .content]

  /// Where a drop goes that no row takes: the folder on screen; nil where nothing can be put.
  var place: DocumentPath? {
    switch window.route.place {
    case .documents, .trash: window.route.folder
    case .recents: DocumentPath()
    case .cloud, .conflicts, .links, .tag: nil
    }
  }

  enum Action: Hashable {
    case move(to: DocumentPath)
    case importFiles(into: DocumentPath)
  }

  /// What a drop of Intray's own documents, or of others, does on a row or, where that is nil, beside all rows; nil is nothing.
  func action(on target: DocumentPath?, isOwn: Bool) -> Action? {
    guard let folder = target ?? place else { return nil }
    if isOwn { return folder.directory == .trash && folder != .trash ? nil : .move(to: folder) }
    return folder.directory == .documents ? .importFiles(into: folder) : nil
  }

  /// Does it. Requests the contents before it returns: the system grants no later request for dropped items.
  func perform(_ action: Action, _ providers: [NSItemProvider]) {
    switch action {
    case .importFiles(let folder): window.app.importer.take(providers, into: folder)
    case .move(let folder):
      let (parts, told) = AsyncStream.makeStream(of: (index: Int, data: Data?).self)
      for (index, provider) in providers.enumerated() {
        _ = provider.loadDataRepresentation(forTypeIdentifier: DraggedDocuments.type) { data, _ in
          told.yield((index, data))
        }
      }
      let count = providers.count
      window.actions.moveDragged(to: folder) {
        var documents: [Int: [SeenDocument]] = [:]
        for await part in parts {
          documents[part.index] = part.data.map(DraggedDocuments.documents) ?? []
          if documents.count == count { break }
        }
        return documents.sorted { $0.key < $1.key }.flatMap(\.value)
      }
    }
  }
}

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

  func updateUIView(_ view: DropAreaView, context: Context) {}

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
  private let drops: DropModel

  init(_ drops: DropModel) { self.drops = drops }

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

extension View {
  /// Marks a row or a header of a list: the list then takes drops, and the row of a folder, or of Recently Deleted, those on it.
  func dropTarget(_ folder: DocumentPath?) -> some View { background { DropTarget(folder: folder) } }
}

/// The place of a row on screen.
private struct DropTarget: UIViewRepresentable {
  let folder: DocumentPath?

  func makeUIView(context: Context) -> DropTargetView { DropTargetView(frame: .zero) }

  func updateUIView(_ view: DropTargetView, context: Context) {
    view.folder = folder
    DropAreaView.takeOverList(around: view)
  }
}

/// An empty view as large as a row.
final class DropTargetView: UIView {
  var folder: DocumentPath?
  /// All that are on screen, in any window.
  private static var onScreen: Set<DropTargetView> = []

  override func didMoveToWindow() {
    super.didMoveToWindow()
    if window == nil { Self.onScreen.remove(self) } else { Self.onScreen.insert(self) }
    DropAreaView.takeOverList(around: self)
  }

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
