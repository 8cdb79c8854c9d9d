import Foundation
import Shared
import SwiftUI

/// What is in a folder, as far as it was scrolled, or what a search found.
struct DocumentRows: View {
  let browser: NavigationModel
  let folder: DocumentPath
  let isNew: ((DocumentEntry) -> Bool)?

  var body: some View {
    if let list = browser.list(of: folder) {
      Section {
        ForEach(list.entries) { entry in
          Group {
            if let isNew {
              RecentRow(browser: browser, entry: entry, isNew: isNew(entry))
            } else {
              DocumentRow(browser: browser, entry: entry)
            }
          }
          .onAppear { browser.appeared(entry) }
        }
        NothingFound(browser: browser, folder: folder)
      } header: {
        if isNew == nil, folder.directory != .trash, list.total > 0 {
          Text("Documents")
            .modifier(DropTarget(folder: nil))
        }
      } footer: {
        FolderFooter(folder: folder, total: list.total)
      }
    }
  }
}

/// What of a document or folder is the same as a row and as an icon: what a tap does, its menu, drags and drops.
struct DocumentItem<Content: View>: View {
  let browser: NavigationModel
  let entry: DocumentEntry
  @ViewBuilder let content: Content

  var body: some View {
    Group {
      if browser.isSelecting {
        content
      } else if entry.isFolder {
        NavigationLink(value: entry.path) { content }
      } else {
        Button {
          browser.open(entry)
        } label: {
          // The room between name and size is part of it.
          content.contentShape(Rectangle())
        }
        .buttonStyle(.plain)
      }
    }
    .modifier(DropTarget(folder: entry.isFolder && entry.path.directory != .trash ? entry.path : nil))
    .modifier(DocumentDrag(browser: browser, entry: entry))
    .contextMenu {
      if entry.path.directory == .trash {
        GetInfoButton(browser: browser, path: entry.path)
        DocumentSwipes(browser: browser, entry: entry)
      } else {
        LinkActions(browser: browser, entry: entry)
        DocumentActions(browser: browser, entry: entry)
      }
    }
  }
}

/// A document or folder as a row.
struct DocumentRow: View {
  let browser: NavigationModel
  let entry: DocumentEntry

  var body: some View {
    DocumentItem(browser: browser, entry: entry) { label }
      .swipeActions { DocumentSwipes(browser: browser, entry: entry) }
  }

  private var label: some View {
    HStack {
      DocumentThumbnail(library: browser.library, entry: entry, side: 40)
      VStack(alignment: .leading) {
        Text(verbatim: browser.name(of: entry))
        HStack {
          Text(browser.date(of: entry), format: Date.FormatStyle(date: .abbreviated, time: .omitted))
          if entry.isLink {
            if let site = entry.source { Text(verbatim: site) }
          } else if entry.kind == .file {
            Text(entry.size, format: .byteCount(style: .file))
          }
          ForEach(entry.tags) { Label($0.name, systemImage: "tag") }
        }
        .font(.caption)
        .foregroundStyle(.secondary)
      }
      Spacer()
      if entry.isLink, !entry.isOpened {
        Image(systemName: "circle.fill")
          .accessibilityLabel(Text("Not opened"))
      }
    }
    .accessibilityElement(children: .combine)
  }
}

/// What a swipe over a row offers.
struct DocumentSwipes: View {
  let browser: NavigationModel
  let entry: DocumentEntry

  var body: some View {
    if entry.path.directory == .trash {
      Button("Put Back") { browser.putBack([entry.path]) }
      // Without the role that removes the row: it only asks.
      Button("Delete Now") { browser.removing = [entry.path] }
        .tint(.red)
    } else {
      Button("Delete", role: .destructive) { browser.throwAway([entry.path]) }
      Button("Rename") { browser.beginRenaming(entry.path) }
    }
  }
}

extension NavigationModel {
  /// The name of a document on screen. Found somewhere below, it says where.
  func name(of entry: DocumentEntry) -> String {
    text.isEmpty ? entry.path.names.last?.description ?? "" : entry.path.description
  }

  /// The date that the list is ordered by, or else that of the last change.
  func date(of entry: DocumentEntry) -> Date {
    order == .added ? (entry.added ?? entry.created ?? entry.modified).date : entry.modified.date
  }
}

/// What can be done with a document or folder, as its menu says it.
struct DocumentActions: View {
  let browser: NavigationModel
  let entry: DocumentEntry

  var body: some View {
    if let library = browser.library {
      ShareLink(item: library.url(of: entry))
    }
    GetInfoButton(browser: browser, path: entry.path)
    Button("Send as Parcel", systemImage: "shippingbox") { browser.send([entry.path]) }
    Button("Compress", systemImage: "archivebox") { browser.compress([entry.path]) }
    if entry.kind == .file {
      Button("Replace…", systemImage: "arrow.triangle.2.circlepath") { browser.beginReplacing(entry.path) }
    }
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

/// Shows everything about a document or folder.
struct GetInfoButton: View {
  let browser: NavigationModel
  let path: DocumentPath

  var body: some View {
    Button("Get Info", systemImage: "info.circle") { browser.showInfo(path) }
  }
}

/// Moves a document of this device to iCloud; shown while an account is signed in.
struct MoveToCloudButton: View {
  let path: DocumentPath
  @Environment(CloudModel.self) private var cloud: CloudModel?

  var body: some View {
    if let cloud, cloud.isSignedIn {
      Button("Move to iCloud") { cloud.moveIn(path) }
    }
  }
}

/// A document that was shared or imported: when, where from, and whether it is new to the user.
struct RecentRow: View {
  let browser: NavigationModel
  let entry: DocumentEntry
  let isNew: Bool

  var body: some View {
    HStack {
      DocumentRow(browser: browser, entry: entry)
      VStack(alignment: .trailing) {
        if isNew {
          Image(systemName: "circle.fill")
            .accessibilityLabel(Text("New"))
        }
        if let source = entry.source {
          Text("From \(source)")
            .font(.caption)
            .foregroundStyle(.secondary)
        }
      }
    }
  }
}
