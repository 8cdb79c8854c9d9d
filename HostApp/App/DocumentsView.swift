import Shared
import SwiftUI

/// Intray's documents: waiting items with their reasons, and all documents.
struct DocumentsView: View {
  let model: HostModel
  @Bindable var browser: NavigationModel

  var body: some View {
    NavigationStack(path: $browser.path) {
      FolderContents(browser: browser, folder: DocumentPath()) {
        News(model: model, browser: browser)
      } hint: {
        if !model.hasNews { EmptyInbox() }
      }
      .navigationTitle("Documents")
      .navigationDestination(for: DocumentPath.self) { folder in
        FolderView(browser: browser, folder: folder)
      }
      .refreshable { await model.drain() }
    }
  }
}

/// What the user must know of Intray as a whole: what is being added, what went wrong, and what waits. A search hides it.
struct News: View {
  let model: HostModel
  let browser: NavigationModel

  var body: some View {
    if !browser.isSearching { news }
  }

  @ViewBuilder private var news: some View {
    if let progress = model.adding {
      // More may have come than was there at the beginning.
      ProgressView(value: min(1, Double(progress.done) / max(1, Double(progress.total)))) {
        Text("Adding documents")
      } currentValueLabel: {
        Text("\(progress.done) of \(progress.total)")
      }
      Button("Stop", role: .cancel) { model.stop() }
    }
    if let problem = model.problem {
      Section {
        Label(problem, systemImage: "exclamationmark.triangle")
      }
    }
    if !browser.isInFiles {
      Section {
        Label("Intray is turned off in Files.", systemImage: "folder.badge.questionmark")
      } footer: {
        Text("Open Files, tap Browse, tap the More button, tap Edit, then turn on Intray.")
      }
    }
    if !model.waiting.isEmpty {
      Section("Not Added") {
        ForEach(model.waiting, id: \.self) { outcome in
          WaitingRow(outcome: outcome, browser: browser) { await model.drain() }
        }
      }
    }
  }
}
