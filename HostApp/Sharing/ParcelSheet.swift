import Shared
import SwiftUI
import UIKit

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
