import Foundation
import Shared
import SwiftUI

/// How Intray gets into the share sheet and into Files, and what a computer can do: in steps, each with a picture of what
/// to tap.
struct HelpView: View {
  /// The version of the app, as the build set it; nil where the build set none.
  var version = Bundle.main.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String
  /// Whether the user opens the app for the first time: what is for later is left out.
  var isFirst = false
  let check: DeviceCheck
  let reconnection: FilesReconnection
  /// The user closes the sheet.
  let done: @MainActor () -> Void

  var body: some View {
    NavigationStack {
      Form {
        Section("Add Intray to Your Favorites") {
          SharePicture()
          Text(
            "In any app, tap the Share button. Swipe the row of apps to its end, and tap More, then Edit. Tap the Add button next to Intray."
          )
        }
        Section("Turn On Intray in Files") {
          FilesPicture()
          Text("Open Files, tap Browse, tap the More button, tap Edit, then turn on Intray.")
        }
        Section("Share Something") {
          ArrivalPicture()
          Text(
            "Share a photo, a web page or a file, choose Intray, then tap Save. You see it here and in Files."
          )
        }
        if !isFirst { more }
        if let version {
          Section {
          } footer: {
            Text("Version \(version)")
          }
        }
      }
      .navigationTitle(isFirst ? Text("Get Started") : Text("Help"))
      .navigationBarTitleDisplayMode(.inline)
      .toolbar {
        ToolbarItem(placement: .confirmationAction) {
          Button("Done", action: done)
        }
      }
    }
  }
}

/// What the user does not need at once.
extension HelpView {
  @ViewBuilder private var more: some View {
    Section("Use a Computer") {
      Text(
        "In the Finder on a Mac, you can copy documents to Intray. Intray takes them in, so the Finder no longer lists them. To copy documents from Intray to your Mac, use Files."
      )
    }
    Section("The Cloud Next to an Item") {
      Text(
        "A cloud next to an item in Files means that Files hasn’t fetched its own copy yet. Nothing leaves your device."
      )
    }
    Section {
      NavigationLink("Reconnect to Files") { ReconnectView(reconnection: reconnection) }
      NavigationLink("Check This Device") { DeviceCheckView(check: check) }
    }
  }
}
