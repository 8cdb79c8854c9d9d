import Shared
import SwiftUI

/// A folder that was gone into.
struct FolderView: View {
  let browser: NavigationModel
  let folder: DocumentPath

  var body: some View {
    FolderContents(browser: browser, folder: folder) {
    } hint: {
      ContentUnavailableView("No Items", systemImage: "folder")
    }
    .navigationTitle(title)
  }

  private var title: Text {
    folder == .trash ? Text("Recently Deleted") : Text(verbatim: folder.names.last?.description ?? "")
  }
}

/// What is around a list while several are chosen: what can be done with them.
struct SelectionBar: ViewModifier {
  @Bindable var browser: NavigationModel

  func body(content: Content) -> some View {
    content
      .toolbar {
        if browser.isSelecting {
          ToolbarItem(placement: .topBarTrailing) { EditButton() }
          ToolbarItem(placement: .topBarLeading) {
            Button("Select All") { browser.selectAll() }
          }
          ToolbarItemGroup(placement: .bottomBar) {
            Group {
              if browser.folder.directory == .trash { thrownAway } else { documents }
            }
            .disabled(browser.selected.isEmpty)
          }
        }
      }
      // Around the bar, too: the button in it is to know.
      .environment(\.editMode, $browser.editMode)
  }

  @ViewBuilder private var documents: some View {
    ShareLink(items: browser.selected.map { browser.library.url(of: $0) })
    Button("Move", systemImage: "folder") { browser.withSelected(browser.beginMoving) }
    Button("Send as Parcel", systemImage: "shippingbox") { browser.withSelected(browser.send) }
    if browser.drive.cloud.isSignedIn {
      Button("Move to iCloud", systemImage: "icloud") {
        browser.withSelected { $0.forEach(browser.drive.cloud.moveIn) }
      }
    }
    Button("Compress", systemImage: "archivebox") { browser.withSelected(browser.compress) }
    Button("Delete", systemImage: "trash", role: .destructive) { browser.withSelected(browser.throwAway) }
  }

  @ViewBuilder private var thrownAway: some View {
    Button("Recover") { browser.withSelected(browser.putBack) }
    Button("Delete Now", role: .destructive) { browser.withSelected { browser.removing = $0 } }
  }
}

/// What was thrown away, as long as it can be put back.
struct TrashView: View {
  @Bindable var browser: NavigationModel

  var body: some View {
    NavigationStack(path: $browser.path) {
      FolderView(browser: browser, folder: .trash)
        .navigationDestination(for: DocumentPath.self) { folder in
          FolderView(browser: browser, folder: folder)
        }
    }
  }
}
