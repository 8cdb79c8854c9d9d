import Shared
import SwiftUI

/// A document or folder, and what can be done with it.
struct DocumentRow: View {
  let browser: Browser
  let entry: DocumentEntry

  var body: some View {
    Group {
      if isFolder {
        NavigationLink(value: entry.path) { label }
      } else {
        label
      }
    }
    .swipeActions { swipes }
    .contextMenu {
      if isThrownAway {
        swipes
      } else {
        Button("Rename") { browser.beginRenaming(entry.path) }
        Button("Duplicate") { browser.duplicate(entry.path) }
        Button("Move") { browser.beginMoving(entry.path) }
        MoveToCloudButton(path: entry.path)
        Button("Delete", role: .destructive) { browser.throwAway(entry.path) }
      }
    }
  }

  @ViewBuilder private var swipes: some View {
    if isThrownAway {
      Button("Put Back") { browser.putBack(entry.path) }
      Button("Delete Now", role: .destructive) { browser.removing = entry.path }
    } else {
      Button("Delete", role: .destructive) { browser.throwAway(entry.path) }
      Button("Rename") { browser.beginRenaming(entry.path) }
    }
  }

  private var isThrownAway: Bool { entry.path.room == .trash }
  private var isFolder: Bool { entry.status.kind == .folder }

  private var label: some View {
    HStack {
      Label {
        // Found somewhere below, it says where.
        Text(verbatim: browser.text.isEmpty ? name : entry.path.description)
      } icon: {
        Image(systemName: isFolder ? "folder" : "doc")
          .accessibilityLabel(isFolder ? Text("Folder") : Text("Document"))
      }
      Spacer()
      if !isFolder {
        Text(entry.status.size, format: .byteCount(style: .file))
          .foregroundStyle(.secondary)
      }
    }
    .accessibilityElement(children: .combine)
  }

  private var name: String { entry.path.names.last?.description ?? "" }
}
