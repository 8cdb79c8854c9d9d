import Foundation
import Observation
import Shared
import SwiftUI

/// The way out of a place in Files that delivers nothing any more: such a place survives a restart of the device. The user
/// starts it; it never starts by itself.
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

  /// Has Files read everything anew. Nothing is removed.
  func reconnect() async {
    let files = files
    await run { try await files.reimport() }
  }

  /// Removes the place from Files and adds it again. If the app is killed between, the next activation adds it; if adding
  /// fails, the next try has nothing to remove.
  func addAnew() async {
    let files = files
    await run {
      if try await files.asksWhetherEnabled() != nil { try await files.remove() }
      try await files.add()
    }
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

/// What reconnecting does, and the button for it. If Files refuses, the place can be removed and added again, and the page says
/// what that may cost.
struct ReconnectView: View {
  @Bindable var reconnection: FilesReconnection

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
