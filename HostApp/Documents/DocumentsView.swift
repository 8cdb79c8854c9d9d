import Shared
import SwiftUI

/// Intray's documents: new arrivals, waiting items with their reasons, and all documents.
struct DocumentsView: View {
  let model: HostModel
  @Bindable var browser: NavigationModel

  var body: some View {
    NavigationStack(path: $browser.way) {
      List(selection: $browser.selection) {
        ImportRows(importer: model.importer)
        if browser.text.isEmpty { news }
        DocumentRows(browser: browser, folder: DocumentPath())
      }
      .overlay {
        if isEmpty { EmptyInbox() }
      }
      .modifier(FolderBar(browser: browser))
      .modifier(SelectionBar(browser: browser))
      .modifier(ImportBar(importer: model.importer, folder: DocumentPath()))
      .navigationTitle("Documents")
      .navigationDestination(for: DocumentPath.self) { folder in
        FolderView(browser: browser, folder: folder, importer: model.importer)
          .modifier(ImportBar(importer: model.importer, folder: folder))
      }
      .refreshable { await model.drain() }
    }
  }

  @ViewBuilder private var news: some View {
    if model.isBusy {
      WorkRow(model: model)
    }
    if let problem = model.problem {
      Section {
        Label(problem, systemImage: "exclamationmark.triangle")
      }
    }
    if !browser.isInFiles {
      FilesHint()
    }
    ArrivalRows(arrivals: model.arrivals, browser: browser)
    WaitingRows(model: model)
  }

  private var isEmpty: Bool {
    browser.list.total == 0 && browser.text.isEmpty && browser.way.isEmpty && model.waiting.isEmpty
      && model.problem == nil && !model.isBusy
  }
}
