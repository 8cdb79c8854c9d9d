import Shared
import SwiftUI
import UIKit
import UniformTypeIdentifiers

/// What lies above the screen when a document is shown or replaced: Quick Look, a file picker.
struct OutgoingSheets: ViewModifier {
  @Bindable var browser: NavigationModel

  func body(content: Content) -> some View {
    content
      .fullScreenCover(item: $browser.previewing, onDismiss: browser.endPreview) { copy in
        PreviewScreen(
          url: copy.url, save: { browser.keepEdit(at: $0, of: copy) }, done: { browser.previewing = nil }
        )
        .ignoresSafeArea()
      }
      .fullScreenCover(item: $browser.comparison) { ComparisonView(browser: browser, comparison: $0) }
      .fileImporter(
        isPresented: $browser.isPickingReplacement, allowedContentTypes: [.item],
        allowsMultipleSelection: false,
        onCompletion: browser.replace
      )
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
