import SwiftUI
import UIKit
import UniformTypeIdentifiers

/// Shows a folder as Files does. What a person picks there is opened.
struct FilesPicker: UIViewControllerRepresentable {
  let folder: URL
  /// Called with what was picked; with nothing when nothing was.
  let done: @MainActor ([URL]) -> Void

  func makeUIViewController(context: Context) -> UIDocumentPickerViewController {
    let picker = UIDocumentPickerViewController(forOpeningContentTypes: [.item])
    picker.directoryURL = folder
    picker.delegate = context.coordinator
    return picker
  }

  func updateUIViewController(_ picker: UIDocumentPickerViewController, context: Context) {}

  func makeCoordinator() -> Coordinator { Coordinator(done: done) }

  /// Hears what was picked.
  final class Coordinator: NSObject, UIDocumentPickerDelegate {
    private let done: @MainActor ([URL]) -> Void

    init(done: @escaping @MainActor ([URL]) -> Void) {
      self.done = done
    }

    func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL]) {
      done(urls)
    }

    func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController) {
      done([])
    }
  }
}
