import Foundation
import Shared
import SwiftUI

/// What is in a folder, as far as it was scrolled, or what a search found.
struct DocumentRows: View {
  let browser: NavigationModel
  let folder: DocumentPath

  var body: some View {
    if let list = browser.list(of: folder) {
      Section {
        ForEach(list.entries) { entry in
          DocumentRow(browser: browser, entry: entry)
            .onAppear { browser.appeared(entry) }
        }
        if list.entries.isEmpty, browser.folder == folder, !browser.text.isEmpty {
          Text("No item is named “\(browser.text)”.")
        }
      } header: {
        Text("Documents")
          .modifier(DropTarget(folder: nil))
      } footer: {
        if list.total > 0 { Text("\(list.total) items") }
      }
    }
  }
}

/// A document or folder, and what can be done with it.
struct DocumentRow: View {
  let browser: NavigationModel
  let entry: DocumentEntry

  var body: some View {
    Group {
      if browser.isSelecting {
        label
      } else if entry.isFolder {
        NavigationLink(value: entry.path) { label }
      } else {
        Button {
          browser.open(entry.path)
        } label: {
          // The room between name and size is part of it.
          label.contentShape(Rectangle())
        }
        .buttonStyle(.plain)
      }
    }
    .modifier(DropTarget(folder: entry.isFolder && !isThrownAway ? entry.path : nil))
    .modifier(DocumentDrag(browser: browser, entry: entry))
    .swipeActions { swipes }
    .contextMenu {
      if isThrownAway {
        GetInfoButton(browser: browser, path: entry.path)
        swipes
      } else {
        DocumentActions(browser: browser, entry: entry)
      }
    }
  }

  @ViewBuilder private var swipes: some View {
    if isThrownAway {
      Button("Put Back") { browser.putBack([entry.path]) }
      // Without the role that removes the row: it only asks.
      Button("Delete Now") { browser.removing = [entry.path] }
        .tint(.red)
    } else {
      Button("Delete", role: .destructive) { browser.throwAway([entry.path]) }
      Button("Rename") { browser.beginRenaming(entry.path) }
    }
  }

  private var isThrownAway: Bool { entry.path.room == .trash }

  private var label: some View {
    HStack {
      DocumentThumbnail(library: browser.library, entry: entry)
      VStack(alignment: .leading) {
        // Found somewhere below, it says where.
        Text(verbatim: browser.text.isEmpty ? name : entry.path.description)
        HStack {
          Text(date, format: Date.FormatStyle(date: .abbreviated, time: .omitted))
          if entry.kind == .file {
            Text(entry.size, format: .byteCount(style: .file))
          }
          ForEach(entry.tags) { Label($0.name, systemImage: "tag") }
        }
        .font(.caption)
        .foregroundStyle(.secondary)
      }
      Spacer()
    }
    .accessibilityElement(children: .combine)
  }

  private var name: String { entry.path.names.last?.description ?? "" }

  /// The date that the list is ordered by, or else that of the last change.
  private var date: Date {
    browser.order == .added ? (entry.added ?? entry.created ?? entry.modified).date : entry.modified.date
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
    if entry.kind == .file, let name = entry.path.names.last, Archive.isArchive(name) {
      Button("Uncompress", systemImage: "arrow.up.bin") { browser.uncompress(entry.path) }
    }
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
