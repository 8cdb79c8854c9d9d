import Shared
import SwiftUI

/// The one screen: what just came, what waits and why, and all documents.
struct ContentView: View {
  let model: HostModel
  @Bindable var browser: Browser
  @AppStorage(Preferences.skipsExactDuplicatesKey, store: Preferences.store) private
    var skipsExactDuplicates = false

  init(model: HostModel) {
    self.model = model
    browser = model.browser
  }

  var body: some View {
    NavigationStack(path: $browser.way) {
      List(selection: $browser.selection) {
        if browser.text.isEmpty { news }
        DocumentRows(browser: browser, folder: DocumentPath())
        if browser.text.isEmpty, !browser.isSelecting {
          Section {
            NavigationLink(value: DocumentPath.trash) { Label("Recently Deleted", systemImage: "trash") }
          } footer: {
            Text("What is deleted stays there for 30 days.")
          }
          settings
        }
      }
      .overlay {
        if isEmpty { EmptyInbox() }
      }
      .modifier(FolderBar(browser: browser))
      .modifier(SelectionBar(browser: browser))
      .navigationTitle("Intray")
      .navigationDestination(for: DocumentPath.self) { folder in
        FolderView(browser: browser, folder: folder)
      }
      .refreshable { await model.drain() }
    }
    .alert("Delete for Good?", isPresented: $browser.isRemoving, presenting: browser.removing) { paths in
      Button("Delete Now", role: .destructive) { browser.remove(paths) }
      Button("Cancel", role: .cancel) {}
    } message: { paths in
      if paths.count == 1, let path = paths.first {
        Text("“\(path.description)” cannot be put back then.")
      } else {
        Text("\(paths.count) items cannot be put back then.")
      }
    }
    .modifier(OutgoingSheets(browser: browser, open: model.open))
    .sheet(item: $browser.naming) { _ in NamingView(browser: browser) }
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

  private var settings: some View {
    Section {
      Toggle("Skip Exact Duplicates", isOn: $skipsExactDuplicates)
    } footer: {
      Text("A file that has the name and the very bytes of a document is not kept a second time.")
    }
  }

  private var isEmpty: Bool {
    browser.list.total == 0 && browser.text.isEmpty && browser.way.isEmpty && model.waiting.isEmpty
      && model.problem == nil && !model.isBusy
  }
}
