import Shared
import SwiftUI

/// A folder that was gone into.
struct FolderView: View {
  @Bindable var browser: NavigationModel
  let folder: DocumentPath
  var importer: Importer?

  var body: some View {
    FolderContents(browser: browser, folder: folder) {}
      .overlay {
        if isEmpty { EmptyFolder() }
      }
      .modifier(FolderBar(browser: browser))
      .modifier(SelectionBar(browser: browser))
      .modifier(StatusBar(banners: browser.banners(importer)))
      .navigationTitle(title)
  }

  private var isEmpty: Bool {
    browser.folder == folder && browser.isListed && browser.list.total == 0 && !browser.isSearching
  }

  private var title: Text {
    folder == .trash ? Text("Recently Deleted") : Text(verbatim: folder.names.last?.description ?? "")
  }
}

/// What the user sees of a folder with nothing in it.
struct EmptyFolder: View {
  var body: some View {
    ContentUnavailableView {
      Label("No Items", systemImage: "folder")
    }
    .modifier(DropTarget(folder: nil))
  }
}

/// What is above a list: search, and the menu of what can be chosen, seen and ordered.
struct FolderBar: ViewModifier {
  @Bindable var browser: NavigationModel

  func body(content: Content) -> some View {
    content
      .modifier(SearchField(browser: browser))
      .toolbar {
        ToolbarItem(placement: .primaryAction) {
          Menu("More", systemImage: "ellipsis.circle") {
            if !browser.list.entries.isEmpty {
              Button("Select", systemImage: "checkmark.circle") { browser.isSelecting = true }
            }
            Picker("View", selection: $browser.layout) {
              Label("Icons", systemImage: "square.grid.2x2").tag(ViewOptions.Layout.icons)
              Label("List", systemImage: "list.bullet").tag(ViewOptions.Layout.list)
            }
            Picker("Sort By", selection: $browser.chosenOrder) {
              Text("Name").tag(DocumentQuery.Order.name)
              Text("Date Added").tag(DocumentQuery.Order.added)
              Text("Date Modified").tag(DocumentQuery.Order.modified)
              Text("Size").tag(DocumentQuery.Order.size)
              Text("Kind").tag(DocumentQuery.Order.kind)
            }
            Toggle("Reverse Order", isOn: $browser.isReversed)
            if browser.folder == .trash, !browser.list.entries.isEmpty {
              Button("Delete All", role: .destructive) { browser.beginEmptyingTrash() }
            }
          }
        }
      }
  }
}

/// What is around a list while several are chosen: what can be done with them.
struct SelectionBar: ViewModifier {
  @Bindable var browser: NavigationModel
  @Environment(CloudModel.self) private var cloud: CloudModel?

  func body(content: Content) -> some View {
    content
      .toolbar {
        if browser.isSelecting {
          ToolbarItem(placement: .topBarTrailing) { EditButton() }
          ToolbarItem(placement: .topBarLeading) {
            Button("Select All") { browser.selectAll() }
          }
          ToolbarItemGroup(placement: .bottomBar) {
            if browser.folder.directory == .trash { thrownAway } else { documents }
          }
        }
      }
      // Around the bar, too: the button in it is to know.
      .environment(\.editMode, $browser.editMode)
  }

  @ViewBuilder private var documents: some View {
    let isEmpty = browser.selected.isEmpty
    ShareLink(items: browser.selected.compactMap { browser.library?.url(of: $0) })
      .disabled(isEmpty)
    Button("Move", systemImage: "folder") { browser.withSelected(browser.beginMoving) }
      .disabled(isEmpty)
    Button("Send as Parcel", systemImage: "shippingbox") { browser.withSelected(browser.send) }
      .disabled(isEmpty)
    if let cloud, cloud.isSignedIn {
      Button("Move to iCloud", systemImage: "icloud") {
        browser.withSelected { for path in $0 { cloud.moveIn(path) } }
      }
      .disabled(isEmpty)
    }
    Button("Compress", systemImage: "archivebox") { browser.withSelected(browser.compress) }
      .disabled(isEmpty)
    Button("Delete", systemImage: "trash", role: .destructive) { browser.withSelected(browser.throwAway) }
      .disabled(isEmpty)
  }

  @ViewBuilder private var thrownAway: some View {
    let isEmpty = browser.selected.isEmpty
    Button("Recover") { browser.withSelected(browser.putBack) }
      .disabled(isEmpty)
    Button("Delete Now", role: .destructive) { browser.withSelected { browser.removing = $0 } }
      .disabled(isEmpty)
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
