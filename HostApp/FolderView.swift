import Shared
import SwiftUI

/// A folder that was gone into.
struct FolderView: View {
  let browser: Browser
  let folder: DocumentPath

  var body: some View {
    List {
      DocumentRows(browser: browser, folder: folder)
    }
    .modifier(FolderBar(browser: browser))
    .navigationTitle(Text(verbatim: folder.names.last?.description ?? ""))
  }
}
