import SwiftUI

/// What to do when the user has turned Intray off in Files.
struct FilesHint: View {
  var body: some View {
    Section {
      Label("Intray is turned off in Files.", systemImage: "folder.badge.questionmark")
    } footer: {
      Text("Open Files, tap Browse, the three dots and Edit, and turn Intray on.")
    }
  }
}
