import Shared
import SwiftUI

/// A folder that was gone into.
struct FolderView: View {
  let browser: Browser
  let folder: DocumentPath
  var importer: Importer?

  var body: some View {
    List {
      if let importer { ImportRows(importer: importer) }
      DocumentRows(browser: browser, folder: folder)
    }
    .modifier(FolderBar(browser: browser))
    .navigationTitle(title)
  }

  private var title: Text {
    folder == .trash ? Text("Recently Deleted") : Text(verbatim: folder.names.last?.description ?? "")
  }
}
