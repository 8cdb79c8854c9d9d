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
          "Your changes are in “\(path.description)”. The original document is unchanged.",
          systemImage: "pencil.tip.crop.circle")
      }
    }
  }
}
