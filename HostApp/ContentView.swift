import Shared
import SwiftUI

/// The app: the places, and the one of them that is looked into. Two columns where there is room for them; else
/// the documents come first, and the places are a step back.
struct ContentView: View {
  let model: HostModel
  @Bindable var browser: NavigationModel

  init(model: HostModel) {
    self.model = model
    browser = model.browser
  }

  var body: some View {
    NavigationSplitView(preferredCompactColumn: $browser.column) {
      Sidebar(model: model, browser: browser)
    } detail: {
      switch browser.shownPlace {
      case .documents: DocumentsView(model: model, browser: browser)
      case .cloud: CloudView(cloud: model.cloud)
      case .trash: TrashView(browser: browser)
      }
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
    .alert("Uncompress This ZIP File?", isPresented: $browser.isOffering, presenting: browser.offered) {
      path in
      Button("Uncompress") { browser.uncompress(path) }
      Button("Cancel", role: .cancel) {}
    } message: { path in
      Text("What is in “\(path.names.last?.description ?? "")” is saved beside it. The ZIP file stays.")
    }
    .modifier(OutgoingSheets(browser: browser, open: model.open))
    .sheet(item: $browser.naming) { _ in NamingView(browser: browser) }
    .sheet(item: $browser.info) { info in DocumentInfoView(model: info) { browser.info = nil } }
    .environment(model.cloud)
  }
}
