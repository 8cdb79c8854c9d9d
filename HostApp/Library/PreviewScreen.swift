import QuickLook
import Shared
import SwiftUI
import UIKit

/// A page of Quick Look. While it has no address, Quick Look shows that it is loading (QLPreviewItem.h).
final class PreviewPage: NSObject, QLPreviewItem {
  fileprivate(set) var previewItemURL: URL?
  let previewItemTitle: String?
  /// Gets the file when Quick Look asks for the page; nil when it cannot be had now.
  fileprivate let file: @MainActor () async -> URL?
  /// Called with an edited version that Quick Look wrote elsewhere. The file is there only during the call. nil where the
  /// user cannot edit.
  fileprivate let save: (@MainActor (URL) -> Void)?
  fileprivate var isAsked = false

  init(
    _ title: String, _ url: URL? = nil, file: @escaping @MainActor () async -> URL?,
    save: (@MainActor (URL) -> Void)? = nil
  ) {
    (previewItemTitle, previewItemURL, self.file, self.save) = (title, url, file, save)
  }

  /// A page with a file that is there, and that the user cannot edit.
  convenience init(_ url: URL) { self.init(url.lastPathComponent, url, file: { url }) }
}

/// What Quick Look shows, page by page.
@MainActor
final class PreviewPages {
  private(set) var pages: [PreviewPage]
  /// The page on screen, and before there is one, the page to begin with.
  var index: Int { controller.map { min($0.currentPreviewItemIndex, pages.count - 1) } ?? first }
  private let first: Int
  fileprivate weak var controller: QLPreviewController?

  init(_ pages: [PreviewPage], first: Int = 0) { (self.pages, self.first) = (pages, first) }

  /// Takes the page on screen out, and shows the next one.
  func remove() {
    pages.remove(at: index)
    if !pages.isEmpty { controller?.reloadData() }
  }

  /// What Quick Look shows at a page. Of a page without a file it asks again when the user goes there.
  fileprivate func page(at index: Int) -> PreviewPage {
    let page = pages[index]
    guard page.previewItemURL == nil, !page.isAsked else { return page }
    page.isAsked = true
    Task {
      page.previewItemURL = await page.file()
      page.isAsked = false
      let isOnScreen = !pages.isEmpty && pages[self.index] === page
      if page.previewItemURL != nil, isOnScreen { controller?.refreshCurrentPreviewItem() }
    }
    return page
  }
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
    pages.controller = preview
    // Quick Look has a button of its own only where UIKit presents it.
    if let done {
      preview.navigationItem.leftBarButtonItem = UIBarButtonItem(
        systemItem: .done, primaryAction: UIAction { _ in done() })
    }
    return UINavigationController(rootViewController: preview)
  }

  func updateUIViewController(_ controller: UINavigationController, context: Context) {}

  func makeCoordinator() -> Coordinator { Coordinator(pages) }

  /// Says what Quick Look shows, and where it writes: into the preview copy. When it closes, the preview copy is compared
  /// with what it was.
  ///
  /// The data source is bound to the main actor, the delegate is not (QLPreviewController.h), though Quick Look calls both on
  /// the main thread.
  final class Coordinator: NSObject, QLPreviewControllerDataSource, QLPreviewControllerDelegate {
    private let pages: PreviewPages

    init(_ pages: PreviewPages) { self.pages = pages }

    func numberOfPreviewItems(in controller: QLPreviewController) -> Int { pages.pages.count }

    func previewController(_ controller: QLPreviewController, previewItemAt index: Int) -> any QLPreviewItem {
      pages.page(at: index)
    }

    nonisolated func previewController(
      _ controller: QLPreviewController, editingModeFor previewItem: any QLPreviewItem
    ) -> QLPreviewItemEditingMode {
      (previewItem as? PreviewPage)?.save == nil ? .disabled : .updateContents
    }

    /// Quick Look could not write into the preview copy, because the edited version has another type for instance.
    nonisolated func previewController(
      _ controller: QLPreviewController, didSaveEditedCopyOf previewItem: any QLPreviewItem,
      at modifiedContentsURL: URL
    ) {
      let save = (previewItem as? PreviewPage)?.save
      MainActor.assumeIsolated { save?(modifiedContentsURL) }
    }
  }
}
