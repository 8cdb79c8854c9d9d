import Foundation
import Shared
import SwiftUI

/// A document or folder, and what can be done with it.
struct DocumentRow: View {
  let browser: Browser
  let entry: DocumentEntry

  var body: some View {
    Group {
      if browser.isSelecting {
        label
      } else if isFolder {
        NavigationLink(value: entry.path) { label }
      } else {
        Button {
          browser.preview(entry.path)
        } label: {
          // The room between name and size is part of it.
          label.contentShape(Rectangle())
        }
        .buttonStyle(.plain)
      }
    }
    .modifier(DocumentDrag(library: browser.library, entry: entry))
    .swipeActions { swipes }
    .contextMenu {
      if isThrownAway {
        swipes
      } else {
        DocumentActions(browser: browser, entry: entry)
      }
    }
  }

  @ViewBuilder private var swipes: some View {
    if isThrownAway {
      Button("Put Back") { browser.putBack([entry.path]) }
      Button("Delete Now", role: .destructive) { browser.removing = [entry.path] }
    } else {
      Button("Delete", role: .destructive) { browser.throwAway([entry.path]) }
      Button("Rename") { browser.beginRenaming(entry.path) }
    }
  }

  private var isThrownAway: Bool { entry.path.room == .trash }
  private var isFolder: Bool { entry.status.kind == .folder }

  private var label: some View {
    HStack {
      DocumentThumbnail(library: browser.library, entry: entry)
      // Found somewhere below, it says where.
      Text(verbatim: browser.text.isEmpty ? name : entry.path.description)
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
