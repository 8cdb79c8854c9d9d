import QuickLook
import Shared
import SwiftUI
import UIKit

/// Quick Look over a file, mostly a preview copy, which the user may mark up where an edited version is saved.
struct PreviewScreen: UIViewControllerRepresentable {
  let url: URL
  /// Called with an edited version that Quick Look wrote elsewhere. The file is there only during the call.
  var save: (@MainActor (URL) -> Void)?
  /// Called when the user closes Quick Look; nil where it is part of a screen.
  var done: (@MainActor () -> Void)?

  func makeUIViewController(context: Context) -> UINavigationController {
    let preview = QLPreviewController()
    preview.dataSource = context.coordinator
    preview.delegate = context.coordinator
    // Quick Look has a button of its own only where UIKit presents it.
    if let done {
      preview.navigationItem.leftBarButtonItem = UIBarButtonItem(
        systemItem: .done, primaryAction: UIAction { _ in done() })
    }
    return UINavigationController(rootViewController: preview)
  }

  func updateUIViewController(_ controller: UINavigationController, context: Context) {}

  func makeCoordinator() -> Coordinator { Coordinator(url, save: save) }

  /// Says what Quick Look shows, and where it writes: into the preview copy.
  ///
  /// The data source is bound to the main actor, the delegate is not (QLPreviewController.h), though Quick Look calls both on
  /// the main thread.
  final class Coordinator: NSObject, QLPreviewControllerDataSource, QLPreviewControllerDelegate {
    private let url: URL
    private let save: (@MainActor (URL) -> Void)?

    init(_ url: URL, save: (@MainActor (URL) -> Void)?) {
      self.url = url
      self.save = save
    }

    func numberOfPreviewItems(in controller: QLPreviewController) -> Int { 1 }

    func previewController(_ controller: QLPreviewController, previewItemAt index: Int) -> any QLPreviewItem {
      url as NSURL
    }

    nonisolated func previewController(
      _ controller: QLPreviewController, editingModeFor previewItem: any QLPreviewItem
    ) -> QLPreviewItemEditingMode {
      MainActor.assumeIsolated { save == nil ? .disabled : .updateContents }
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
      MainActor.assumeIsolated { save?(modifiedContentsURL) }
    }
  }
}
