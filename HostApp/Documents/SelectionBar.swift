import Shared
import SwiftUI

/// What is around a list while several are chosen: what can be done with them.
struct SelectionBar: ViewModifier {
  @Bindable var browser: NavigationModel
  @Environment(CloudModel.self) private var cloud: CloudModel?

  func body(content: Content) -> some View {
    content
      .toolbar {
        if browser.isSelecting || browser.moving.isEmpty && !browser.list.entries.isEmpty {
          ToolbarItem(placement: .topBarTrailing) { EditButton() }
        }
        if browser.isSelecting {
          ToolbarItem(placement: .topBarLeading) {
            Button("Select All") { browser.selectAll() }
          }
          ToolbarItemGroup(placement: .bottomBar) {
            if browser.folder.room == .trash { thrownAway } else { documents }
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
    Button("Put Back") { browser.withSelected(browser.putBack) }
      .disabled(isEmpty)
    Button("Delete Now", role: .destructive) { browser.withSelected { browser.removing = $0 } }
      .disabled(isEmpty)
  }
}
