import QuickLook
import Shared
import SwiftUI
import UIKit

/// What Quick Look shows, page by page.
@MainActor
final class PreviewPages {
  /// The names, one a page.
  private(set) var titles: [String]
  /// The page on screen, and before there is one, the page to begin with.
  var index: Int { controller.map { min($0.currentPreviewItemIndex, titles.count - 1) } ?? first }
  private let first: Int
  /// Gets the file of a page; nil when it cannot be shown.
  var file: @MainActor (_ page: Int) async -> URL?
  /// Called with an edited version that Quick Look wrote elsewhere. The file is there only during the call. nil where the
  /// user cannot edit.
  var save: (@MainActor (_ page: Int, URL) -> Void)?
  fileprivate var items: [PreviewItem]
  fileprivate weak var controller: QLPreviewController?

  /// Several pages.
  ///
  /// - Parameters:
  ///   - first: the page to begin with, whose file is there.
  init(_ titles: [String], first: Int, _ url: URL, file: @escaping @MainActor (Int) async -> URL?) {
    (self.titles, self.first, self.file) = (titles, first, file)
    items = titles.map { PreviewItem($0) }
    items[first].load(url)
  }

  /// One page.
  convenience init(_ url: URL) { self.init([url.lastPathComponent], first: 0, url) { _ in url } }

  /// Takes a page out, and shows the next one.
  func remove(_ page: Int) {
    titles.remove(at: page)
    items.remove(at: page)
    if !items.isEmpty { controller?.reloadData() }
  }

  /// What Quick Look shows at a page; gets the file when it is asked for the first time.
  fileprivate func item(at page: Int) -> PreviewItem {
    let item = items[page]
    if !item.isAsked {
      item.isAsked = true
      Task {
        guard let url = await file(page) else { return }
        item.load(url)
        // Of another page Quick Look asks again when the user goes there.
        if items.indices.contains(index), items[index] === item { controller?.refreshCurrentPreviewItem() }
      }
    }
    return item
  }
}

/// A page of Quick Look. While it has no address, Quick Look shows that it is loading (QLPreviewItem.h).
private final class PreviewItem: NSObject, QLPreviewItem {
  private(set) var previewItemURL: URL?
  let previewItemTitle: String?
  var isAsked = false

  init(_ title: String) { previewItemTitle = title }

  func load(_ url: URL) { (previewItemURL, isAsked) = (url, true) }
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

  /// Says what Quick Look shows, and where it writes: into the preview copy.
  ///
  /// The data source is bound to the main actor, the delegate is not (QLPreviewController.h), though Quick Look calls both on
  /// the main thread.
  final class Coordinator: NSObject, QLPreviewControllerDataSource, QLPreviewControllerDelegate {
    private let pages: PreviewPages

    init(_ pages: PreviewPages) { self.pages = pages }

    func numberOfPreviewItems(in controller: QLPreviewController) -> Int { pages.titles.count }

    func previewController(_ controller: QLPreviewController, previewItemAt index: Int) -> any QLPreviewItem {
      pages.item(at: index)
    }

    nonisolated func previewController(
      _ controller: QLPreviewController, editingModeFor previewItem: any QLPreviewItem
    ) -> QLPreviewItemEditingMode {
      MainActor.assumeIsolated { pages.save == nil ? .disabled : .updateContents }
    }

    /// Quick Look has written into the preview copy. When it closes, the preview copy is compared with what it was.
    nonisolated func previewController(
      _ controller: QLPreviewController, didUpdateContentsOf previewItem: any QLPreviewItem
    ) {}

    /// Quick Look could not write into the preview copy, because the edited version has another type for instance.
    nonisolated func previewController(
      _ controller: QLPreviewController, didSaveEditedCopyOf previewItem: any QLPreviewItem,
      at modifiedContentsURL: URL
    ) {
      let item = ObjectIdentifier(previewItem)
      MainActor.assumeIsolated {
        guard let page = pages.items.firstIndex(where: { ObjectIdentifier($0) == item }) else { return }
        pages.save?(page, modifiedContentsURL)
      }
    }
  }
}
