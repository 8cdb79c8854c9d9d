import Shared
import SwiftUI

/// The parcel that is being packed, and the preview copy that the user edited.
struct OutgoingRows: View {
  let browser: NavigationModel

  var body: some View {
    if browser.outgoing.packing != nil {
      Section {
        ProgressView("Packing a parcel")
        Button("Stop", role: .cancel) { browser.stopPacking() }
      }
    }
    if let path = browser.outgoing.edited {
      Section {
        Label(
          "What you changed is in “\(path.description)”. The document stayed what it was.",
          systemImage: "pencil.tip.crop.circle")
      }
    }
  }
}
