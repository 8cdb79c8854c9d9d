import Foundation
import IntrayCore
import Observation
import SwiftUI

/// How Intray gets into the share sheet and into Files, step by step with pictures, and what a computer can do.
struct HelpView: View {
  /// The version of the app, as the build set it; nil where the build set none.
  var version = Bundle.main.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String
  /// Whether the user opens the app for the first time: what is for later is left out.
  var isFirst = false
  let check: DeviceCheck
  let files: FilesRegistration
  let done: @MainActor () -> Void

  var body: some View {
    NavigationStack {
      Form {
        Section("Add Intray to Your Favorites") {
          sharing
          Text(
            "In any app, tap the Share button. Swipe the row of apps to its end, and tap More, then Edit. Tap the Add button next to Intray."
          )
        }
        Section("Turn On Intray in Files") {
          places
          Text("Open Files, tap Browse, tap the More button, tap Edit, then turn on Intray.")
        }
        Section("Share Something") {
          arrival
          Text(
            "Share a photo, a web page or a file, choose Intray, then tap Save. You see it here and in Files."
          )
        }
        Section("Keep Intray on Your Device") {
          Text(
            "If you rarely open Intray, your device may offload it to save space. Your documents stay, but Intray isn’t in the share sheet or in Files until you download it again. To prevent this, turn off Offload Unused Apps in the settings of the App Store."
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
      .sheetBar(isFirst ? Text("Get Started") : Text("Help")) { Button("Done", action: done) }
    }
  }

  /// What the user does not need at once.
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
    Section("Storage") {
      Text(
        "In Settings, the storage that Intray uses can be higher than it is, because copies that share their space are counted again."
      )
    }
    Section {
      NavigationLink("Reconnect to Files") { ReconnectView(files) }
      NavigationLink("Check This Device") { DeviceCheckView(check: check) }
    }
  }

  /// The row of apps in the share sheet, with Intray in front. Pictures say nothing to VoiceOver that the text below them does
  /// not say.
  private var sharing: some View {
    HStack {
      Image(systemName: "square.and.arrow.up")
      Image(systemName: "chevron.forward").foregroundStyle(.secondary)
      PictureTile(symbol: "tray.fill", isMarked: true)
      PictureTile(symbol: "message.fill")
      PictureTile(symbol: "envelope.fill")
      PictureTile(symbol: "ellipsis")
    }
    .accessibilityHidden(true)
  }

  /// The list of places in Files, while the user edits it: Intray is switched on.
  private var places: some View {
    VStack(alignment: .leading) {
      PictureRow(symbol: "icloud")
      PictureRow(symbol: "iphone")
      PictureRow(symbol: "tray.fill", isMarked: true)
    }
    .accessibilityHidden(true)
  }

  /// A document on its way from another app into Intray and Files.
  private var arrival: some View {
    HStack {
      PictureTile(symbol: "photo")
      Image(systemName: "arrow.forward").foregroundStyle(.secondary)
      PictureTile(symbol: "tray.fill", isMarked: true)
      Image(systemName: "arrow.forward").foregroundStyle(.secondary)
      PictureTile(symbol: "folder.fill")
    }
    .accessibilityHidden(true)
  }
}

/// An app, as an icon. What the user taps has the accent colour, and a mark that shows without colours.
private struct PictureTile: View {
  let symbol: String
  var isMarked = false
  /// The size of a small icon in a list; it grows with the text.
  @ScaledMetric private var side: CGFloat = 36

  var body: some View {
    VStack {
      RoundedRectangle(cornerRadius: side / 4)
        .foregroundStyle(isMarked ? Color.accentColor : Color.secondary)
        .frame(width: side, height: side)
        .overlay { Image(systemName: symbol).foregroundStyle(Color.white) }
      // Each has the same height, with the mark or without.
      Image(systemName: "arrowtriangle.up.fill")
        .font(.caption2)
        .foregroundStyle(isMarked ? Color.accentColor : Color.clear)
    }
  }
}

/// A row of a list, with a switch.
private struct PictureRow: View {
  let symbol: String
  var isMarked = false
  /// As high as small text; it grows with it.
  @ScaledMetric private var height: CGFloat = 10

  var body: some View {
    HStack {
      Image(systemName: symbol).foregroundStyle(Color.accentColor)
      RoundedRectangle(cornerRadius: height / 2)
        .foregroundStyle(isMarked ? Color.accentColor : Color.secondary)
        .frame(width: height * (isMarked ? 6 : 9), height: height)
      Spacer()
      Image(systemName: isMarked ? "checkmark.circle.fill" : "circle").foregroundStyle(Color.accentColor)
    }
  }
}

/// The way out of a place in Files that delivers nothing any more, even after a restart of the device. Only the user starts it.
@MainActor
@Observable
final class FilesReconnection {
  /// How far it is.
  enum Phase { case idle, running, done, failed }

  private(set) var phase = Phase.idle
  /// Whether the user is asked whether to remove the place.
  var asksForRemoval = false
  private let files: FilesRegistration

  init(_ files: FilesRegistration) { self.files = files }

  /// Has Files read everything anew. Nothing is removed. A place that is not there is added anew.
  func reconnect() async {
    await run { [files] in
      if await files.visibility() == .missing {
        try await files.addAnew()
      } else {
        try await files.reimport()
      }
    }
  }

  /// Removes the place from Files and adds it again.
  func addAnew() async {
    await run { [files] in try await files.addAnew() }
  }

  private func run(_ work: () async throws -> Void) async {
    guard phase != .running else { return }
    phase = .running
    do {
      try await work()
      phase = .done
    } catch {
      let error = error as NSError
      Log.app.error("Files is not reconnected:", "\(error.domain) \(error.code)")
      phase = .failed
    }
    await files.signal()
  }
}

/// The button for that. If Files refuses, the place can be removed and added again, and the page says what that may cost.
struct ReconnectView: View {
  @State private var reconnection: FilesReconnection

  init(_ files: FilesRegistration) { _reconnection = State(initialValue: FilesReconnection(files)) }

  var body: some View {
    Form {
      Section {
        Text(
          "If Files no longer shows what is in Intray, Files can read all of it again. Your documents stay in Intray."
        )
        Button("Reconnect") { Task { await reconnection.reconnect() } }
          .disabled(reconnection.phase == .running)
      } footer: {
        switch reconnection.phase {
        case .idle: EmptyView()
        case .running: ProgressView("Reconnecting")
        case .done: Text("Files is reading Intray again. This can take a few minutes.")
        case .failed: Text("Files couldn’t read Intray again.")
        }
      }
      if reconnection.phase == .failed {
        Section {
          Button("Remove and Add Again", role: .destructive) { reconnection.asksForRemoval = true }
        }
      }
    }
    .navigationTitle("Reconnect to Files")
    .alert(
      Text("Remove Intray from Files and Add It Again?"), isPresented: $reconnection.asksForRemoval,
      presenting: reconnection
    ) { reconnection in
      Button("Remove and Add Again", role: .destructive) { Task { await reconnection.addAnew() } }
      Button("Cancel", role: .cancel) {}
    } message: { _ in
      Text(
        "Documents stay in Intray. Changes that you made in Files and that Intray hasn’t received yet are deleted."
      )
    }
  }
}
