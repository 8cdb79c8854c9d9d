import Shared
import SwiftUI

/// Intray's documents: what just came, what waits and why, and all that there are.
struct DocumentsView: View {
  let model: HostModel
  @Bindable var browser: Browser

  var body: some View {
    NavigationStack(path: $browser.way) {
      List(selection: $browser.selection) {
        if browser.text.isEmpty { news }
        DocumentRows(browser: browser, folder: DocumentPath())
      }
      .overlay {
        if isEmpty { EmptyInbox() }
      }
      .modifier(FolderBar(browser: browser))
      .modifier(SelectionBar(browser: browser))
      .navigationTitle("Documents")
      .navigationDestination(for: DocumentPath.self) { folder in
        FolderView(browser: browser, folder: folder)
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
    if !model.isInFiles {
      FilesHint()
    }
    if !model.arrivals.isEmpty {
      Section("Just Arrived") {
        ForEach(model.arrivals) { ArrivalRow(arrival: $0) }
      }
    }
    if !model.waiting.isEmpty {
      Section("Not Taken In") {
        ForEach(model.waiting, id: \.self) { WaitingRow(outcome: $0, retry: model.drain) }
      }
    }
  }

  private var isEmpty: Bool {
    browser.list.total == 0 && browser.text.isEmpty && browser.way.isEmpty && model.waiting.isEmpty
      && model.problem == nil && !model.isBusy
  }
}
