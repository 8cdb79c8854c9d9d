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
      List {
        ImportRows(importer: model.importer)
        if browser.text.isEmpty { news }
        DocumentRows(browser: browser, folder: DocumentPath())
        if browser.text.isEmpty {
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
      .modifier(ImportBar(importer: model.importer, folder: DocumentPath()))
      .navigationTitle("Intray")
      .navigationDestination(for: DocumentPath.self) { folder in
        if folder.room == .documents {
          FolderView(browser: browser, folder: folder, importer: model.importer)
            .modifier(ImportBar(importer: model.importer, folder: folder))
        } else {
          FolderView(browser: browser, folder: folder)
        }
      }
      .refreshable { await model.drain() }
    }
    .alert("Delete for Good?", isPresented: $browser.isRemoving, presenting: browser.removing) { path in
      Button("Delete Now", role: .destructive) { browser.remove(path) }
      Button("Cancel", role: .cancel) {}
    } message: { path in
      Text("“\(path.description)” cannot be put back then.")
    }
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
    ArrivalRows(arrivals: model.arrivals, browser: browser)
    WaitingRows(model: model)
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
