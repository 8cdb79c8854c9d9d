import Shared
import SwiftUI

/// What is being packed, and what came of a preview.
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
