import SwiftUI

/// What a person sees who has nothing yet.
struct EmptyInbox: View {
  var body: some View {
    ContentUnavailableView {
      Label("Nothing Here Yet", systemImage: "tray")
    } description: {
      Text("Share something from another app and choose Intray. It then is here, and in Files.")
    }
  }
}
