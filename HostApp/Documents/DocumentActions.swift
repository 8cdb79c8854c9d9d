import Shared
import SwiftUI

/// What can be done with a document or folder, as its menu says it.
struct DocumentActions: View {
  let browser: NavigationModel
  let entry: DocumentEntry

  var body: some View {
    if let library = browser.library {
      ShareLink(item: library.url(of: entry))
    }
    Button("Send as Parcel", systemImage: "shippingbox") { browser.send([entry.path]) }
    Button("Rename", systemImage: "pencil") { browser.beginRenaming(entry.path) }
    Button("Duplicate", systemImage: "plus.square.on.square") { browser.duplicate(entry.path) }
    Button("Move", systemImage: "folder") { browser.beginMoving([entry.path]) }
    MoveToCloudButton(path: entry.path)
    if browser.isInFiles {
      Button("Show in Files", systemImage: "folder.badge.gearshape") { browser.showInFiles(entry.path) }
    }
    Button("Delete", systemImage: "trash", role: .destructive) { browser.throwAway([entry.path]) }
  }
}
