import SwiftUI

/// What the user sees while there is no document yet.
struct EmptyInbox: View {
  var body: some View {
    ContentUnavailableView {
      Label("Nothing Here Yet", systemImage: "tray")
    } description: {
      Text("Share an item from another app and choose Intray. You then see it here and in Files.")
    }
  }
}
