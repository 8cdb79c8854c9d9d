import Foundation
import IntrayCore
import QuickLook
import SwiftUI
import UIKit

/// A page of Quick Look: a document and its preview copy. While there is no copy, Quick Look shows that it is loading
/// (QLPreviewItem.h).
final class PreviewPage: NSObject, QLPreviewItem, Identifiable {
  var path: DocumentPath
  fileprivate(set) var copy: PreviewCopies.PreviewCopy?
  var previewItemURL: URL? { copy?.url }
  var previewItemTitle: String? { path.names.last?.description }
  fileprivate var isAsked = false

  init(_ path: DocumentPath, _ copy: PreviewCopies.PreviewCopy?) { (self.path, self.copy) = (path, copy) }
}

/// Says what Quick Look shows, page by page, and where it writes: into the preview copy.
///
/// The data source is bound to the main actor, the delegate is not (QLPreviewController.h), though Quick Look calls both on
/// the main thread.
@MainActor
final class PreviewPages: NSObject, Identifiable {
  private(set) var all: [PreviewPage]
  /// The copies of the pages that were taken out.
  private var removed: [PreviewCopies.PreviewCopy] = []
  var copies: [PreviewCopies.PreviewCopy] { all.compactMap(\.copy) + removed }
  /// The page on screen, and before there is one, the page to begin with.
  var shown: PreviewPage { all[index] }
  fileprivate var index: Int { controller.map { min($0.currentPreviewItemIndex, all.count - 1) } ?? first }
  private let first: Int
  /// Makes the copy when Quick Look asks for a page; nil when it cannot be had now.
  private let makeCopy: @MainActor (PreviewPage) async -> PreviewCopies.PreviewCopy?
  /// Called with an edited version that Quick Look wrote elsewhere. The file is there only during the call. nil where the
  /// user cannot edit.
  private let save: (@MainActor (URL, PreviewCopies.PreviewCopy) -> Void)?
  fileprivate weak var controller: QLPreviewController?
  /// The edited versions that are being taken in.
  var keeping: Task<Void, Never>?
  /// Whether the user can edit what is shown, and do something with it.
  var canEdit: Bool { save != nil }

  init(
    _ pages: [PreviewPage], first: Int = 0,
    makeCopy: @escaping @MainActor (PreviewPage) async -> PreviewCopies.PreviewCopy? = { _ in nil },
    save: (@MainActor (URL, PreviewCopies.PreviewCopy) -> Void)? = nil
  ) {
    (all, self.first, self.makeCopy, self.save) = (pages, first, makeCopy, save)
  }

  /// Takes the page on screen out, and shows the next one.
  func remove() {
    let page = all.remove(at: index)
    if let copy = page.copy { removed.append(copy) }
    if !all.isEmpty { controller?.reloadData() }
  }
}

extension PreviewPages: QLPreviewControllerDataSource, QLPreviewControllerDelegate {
  func numberOfPreviewItems(in controller: QLPreviewController) -> Int { all.count }

  /// What Quick Look shows at a page. Of a page without a copy it asks again when the user goes there.
  func previewController(_ controller: QLPreviewController, previewItemAt index: Int) -> any QLPreviewItem {
    let page = all[index]
    guard page.copy == nil, !page.isAsked else { return page }
    page.isAsked = true
    Task {
      page.copy = await makeCopy(page)
      page.isAsked = false
      let isOnScreen = !all.isEmpty && shown === page
      if page.copy != nil, isOnScreen { controller.refreshCurrentPreviewItem() }
    }
    return page
  }

  nonisolated func previewController(
    _ controller: QLPreviewController, editingModeFor previewItem: any QLPreviewItem
  ) -> QLPreviewItemEditingMode {
    save == nil ? .disabled : .updateContents
  }

  /// Quick Look could not write into the preview copy, because the edited version has another type for instance.
  nonisolated func previewController(
    _ controller: QLPreviewController, didSaveEditedCopyOf previewItem: any QLPreviewItem,
    at modifiedContentsURL: URL
  ) {
    guard let page = previewItem as? PreviewPage, let copy = page.copy else { return }
    MainActor.assumeIsolated { save?(modifiedContentsURL, copy) }
  }
}

extension PreviewCopies.PreviewCopy {
  /// Where the other program finds it.
  var url: URL { URL(filePath: path, directoryHint: isFolder ? .isDirectory : .notDirectory) }
  /// Whether it is a package for which Quick Look has no preview.
  @MainActor var isBlank: Bool { isFolder && !QLPreviewController.canPreview(url as NSURL) }
}

/// Quick Look over files, mostly preview copies, which the user may mark up where an edited version is saved.
struct PreviewScreen: UIViewControllerRepresentable {
  let pages: PreviewPages
  /// Called when the user closes Quick Look; nil where it is part of a screen.
  var done: (@MainActor () -> Void)?

  func makeUIViewController(context: Context) -> UINavigationController {
    let preview = QLPreviewController()
    preview.dataSource = context.coordinator
    preview.delegate = context.coordinator
    preview.currentPreviewItemIndex = pages.index
    context.coordinator.controller = preview
    // Quick Look has a button of its own only where UIKit presents it.
    if let done {
      preview.navigationItem.leftBarButtonItem = UIBarButtonItem(
        systemItem: .done, primaryAction: UIAction { _ in done() })
    }
    return UINavigationController(rootViewController: preview)
  }

  func updateUIViewController(_ controller: UINavigationController, context: Context) {}

  /// Quick Look keeps neither its data source nor its delegate.
  func makeCoordinator() -> PreviewPages { pages }
}
