import SwiftUI
import UIKit
import UniformTypeIdentifiers

/// Shows a folder as Files does. The app opens what the user picks there.
struct FilesPicker: UIViewControllerRepresentable {
  let folder: URL
  /// Called with the files that the user picked; with none if the user cancelled.
  let done: @MainActor ([URL]) -> Void

  func makeUIViewController(context: Context) -> UIDocumentPickerViewController {
    let picker = UIDocumentPickerViewController(forOpeningContentTypes: [.item])
    picker.directoryURL = folder
    picker.delegate = context.coordinator
    return picker
  }

  func updateUIViewController(_ picker: UIDocumentPickerViewController, context: Context) {}

  func makeCoordinator() -> Coordinator { Coordinator(done: done) }

  /// Receives what the user picked.
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
