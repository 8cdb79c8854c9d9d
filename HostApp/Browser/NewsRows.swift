import Foundation
import IntrayCore
import SwiftUI

/// What the user must know of Intray as a whole: what is being added, went wrong or waits.
struct NewsRows: View {
  let window: WindowModel

  private var app: HostModel { window.app }
  private var drains: DrainModel { app.drains }

  var body: some View {
    if let progress = drains.adding {
      // More may have come than was there at the beginning.
      ProgressView(value: min(1, Double(progress.done) / max(1, Double(progress.total)))) {
        Text("Adding items")
      } currentValueLabel: {
        Text("\(progress.done) of \(progress.total)")
      }
      Button("Stop", role: .cancel) { drains.stop() }
    }
    if let problem = app.problem {
      Section { Label(problem, systemImage: "exclamationmark.triangle") }
    }
    switch app.overview.files {
    case .shown: EmptyView()
    case .turnedOff:
      Section {
        Label("Intray is turned off in Files.", systemImage: "folder.badge.questionmark")
      } footer: {
        Text("Open Files, tap Browse, tap the More button, tap Edit, then turn on Intray.")
      }
    case .missing:
      Section {
        Label("Intray is not in Files.", systemImage: "folder.badge.questionmark")
        Button("Reconnect") { Task { await app.reconnect() } }
      } footer: {
        Text("If Intray is still not in Files then, restart your device.")
      }
    }
    if !app.overview.pending.isEmpty {
      Section {
        ForEach(app.overview.pending, id: \.self) { document in
          VStack(alignment: .leading) {
            Text(verbatim: document.name)
            Text(verbatim: document.reason).caption()
          }
        }
        Button("Try Again") { Task { await app.askFilesAgain() } }
        Button("Show in Files") { window.actions.showInFiles(DocumentPath()) }
      } header: {
        Text("Not Received from Files")
      } footer: {
        Text("Files has changes of these items that Intray doesn’t have. Files shows them as saved.")
      }
    }
    if !drains.waiting.isEmpty {
      Section("Not Added") {
        ForEach(drains.waiting, id: \.self) { WaitingRow(outcome: $0, window: window) }
      }
    }
  }
}

/// What was not taken in, why, and what to do about it.
private struct WaitingRow: View {
  let outcome: DrainOutcome
  let window: WindowModel

  var body: some View {
    VStack(alignment: .leading) {
      Text(verbatim: DocumentName(outcome.name).text)
      if let reason = Messages.reason(outcome.result) { Text(verbatim: reason).caption() }
      ButtonRow { choices }
    }
  }

  @ViewBuilder private var choices: some View {
    if case .waiting = outcome.result {
      Button("Try Again") { Task { await window.app.drains.drain() } }
    }
    if let file {
      ShareLink(item: file) { Label("Save Elsewhere", systemImage: "square.and.arrow.up") }
    }
    if outcome.waiting != nil {
      Button("Delete", role: .destructive) { window.question = .discard(outcome) }
    }
  }

  /// What another app can be given: a copy of it, and the original stays.
  private var file: URL? {
    guard let waiting = outcome.waiting, waiting.kind == .file || waiting.kind == .folder else { return nil }
    return waiting.path.map { URL(filePath: $0) }
  }
}
