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
          Text("What is deleted stays there for 30 days.")
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
