import QuickLook
import Shared
import SwiftUI
import UIKit
import UniformTypeIdentifiers

/// What lies above the screen when a document is shown or sent: Quick Look, the share sheet, a look into Files.
struct OutgoingSheets: ViewModifier {
  @Bindable var browser: NavigationModel
  /// Opens what the user picked in Files.
  let open: (URL) async -> Void

  func body(content: Content) -> some View {
    content
      .quickLookPreview($browser.previewed)
      .sheet(item: $browser.sending) { parcel in
        ParcelSheet(parcel: parcel.url, done: browser.endSending)
      }
      .sheet(item: $browser.outgoing.place) { place in
        FilesPicker(folder: place.url) { urls in
          browser.outgoing.place = nil
          Task { for url in urls { await open(url) } }
        }
      }
  }
}

/// Asks whom to send a parcel to.
struct ParcelSheet: UIViewControllerRepresentable {
  let parcel: URL
  /// Called once, when the user sent it or cancelled: no process reads the parcel any more.
  let done: @MainActor () -> Void

  func makeUIViewController(context: Context) -> UIActivityViewController {
    let controller = UIActivityViewController(activityItems: [parcel], applicationActivities: nil)
    controller.completionWithItemsHandler = { _, _, _, _ in done() }
    return controller
  }

  func updateUIViewController(_ controller: UIActivityViewController, context: Context) {}
}

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
