import QuickLook
import SwiftUI

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
