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
      }
      .overlay {
        if isEmpty { EmptyInbox() }
      }
      .modifier(FolderBar(browser: browser))
      .modifier(SelectionBar(browser: browser))
      .modifier(StatusBar(banners: browser.banners(model.importer)))
      .modifier(ImportBar(browser: browser, importer: model.importer, folder: DocumentPath()))
      .navigationTitle("Documents")
      .navigationDestination(for: DocumentPath.self) { folder in
        FolderView(browser: browser, folder: folder, importer: model.importer)
          .modifier(ImportBar(browser: browser, importer: model.importer, folder: folder))
      }
      .refreshable { await model.drain() }
    }
  }

  private var isEmpty: Bool {
    browser.list.total == 0 && !browser.isSearching && browser.path.isEmpty && !model.hasNews
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
      WorkRow(model: model, progress: progress)
    }
    if let problem = model.problem {
      Section {
        Label(problem, systemImage: "exclamationmark.triangle")
      }
    }
    if !browser.isInFiles {
      FilesHint()
    }
    WaitingRows(waiting: model.waiting, browser: browser) { await model.drain() }
  }
}

/// What to do when the user has turned Intray off in Files.
struct FilesHint: View {
  var body: some View {
    Section {
      Label("Intray is turned off in Files.", systemImage: "folder.badge.questionmark")
    } footer: {
      Text("Open Files, tap Browse, tap the More button, tap Edit, then turn on Intray.")
    }
  }
}

/// How far the documents are that are being added, and the way to end that.
struct WorkRow: View {
  let model: HostModel
  let progress: DrainProgress

  var body: some View {
    ProgressView(value: progress.part) {
      Text("Adding documents")
    } currentValueLabel: {
      Text(verbatim: Messages.progress(progress))
    }
    Button("Stop", role: .cancel) { model.stop() }
  }
}

extension DrainProgress {
  /// From 0 to 1. More may have come than was there at the beginning.
  fileprivate var part: Double { min(1, Double(done) / max(1, Double(total))) }
}
