import Shared
import SwiftUI

/// A folder that was gone into.
struct FolderView: View {
  @Bindable var browser: NavigationModel
  let folder: DocumentPath
  var importer: Importer?

  var body: some View {
    List(selection: $browser.selection) {
      if let importer { ImportRows(importer: importer) }
      DocumentRows(browser: browser, folder: folder)
      if folder == .trash {
        Section {
        } footer: {
          Text("Items are permanently deleted after 30 days.")
        }
      }
    }
    .modifier(FolderBar(browser: browser))
    .modifier(SelectionBar(browser: browser))
    .navigationTitle(title)
  }

  private var title: Text {
    folder == .trash ? Text("Recently Deleted") : Text(verbatim: folder.names.last?.description ?? "")
  }
}

/// What is above a folder: search, order, a new folder, and where to put what is being moved.
struct FolderBar: ViewModifier {
  @Bindable var browser: NavigationModel

  func body(content: Content) -> some View {
    content
      .searchable(text: $browser.text, prompt: "Search Documents")
      .toolbar {
        ToolbarItem(placement: .primaryAction) {
          Menu("Sort and Add", systemImage: "ellipsis.circle") {
            Picker("Sort By", selection: $browser.order) {
              Text("Name").tag(DocumentQuery.Order.name)
              Text("Date Added").tag(DocumentQuery.Order.added)
              Text("Date Modified").tag(DocumentQuery.Order.modified)
              Text("Size").tag(DocumentQuery.Order.size)
              Text("Kind").tag(DocumentQuery.Order.kind)
            }
            if browser.shownPlace == .documents {
              Button("New Folder") { browser.beginFolder() }
            }
          }
        }
        if !browser.moving.isEmpty {
          ToolbarItem(placement: .bottomBar) {
            Button("Move Here") { browser.moveHere() }
          }
          ToolbarItem(placement: .cancellationAction) {
            Button("Cancel") { browser.moving = [] }
          }
        }
      }
  }
}
