import Foundation
import IntrayCore
import SwiftUI

/// iCloud Drive, or why it is not to be seen.
struct CloudView: View {
  @Bindable var drive: CloudNavigation

  var body: some View {
    NavigationStack(path: $drive.path) {
      CloudFolderView(drive: drive, folder: DocumentPath())
        .navigationDestination(for: DocumentPath.self) { CloudFolderView(drive: drive, folder: $0) }
    }
    .fullScreenCover(item: $drive.previewing) { page in
      PreviewScreen(pages: PreviewPages([page]), done: { drive.previewing = nil })
        .ignoresSafeArea()
    }
  }
}

/// A folder of iCloud Drive.
struct CloudFolderView: View {
  @Bindable var drive: CloudNavigation
  let folder: DocumentPath

  var body: some View {
    List(selection: $drive.selection) {
      if drive.folder == folder, let entries = drive.entries {
        Section {
          ForEach(entries) { CloudRow(drive: drive, entry: $0) }
          if entries.isEmpty, !drive.text.isEmpty {
            ContentUnavailableView.search(text: drive.text)
          }
        } footer: {
          if !entries.isEmpty { Text("\(entries.count) items") }
        }
      }
    }
    .overlay { hint }
    .modifier(StatusBar(banners: drive.cloud.banners))
    .navigationTitle(folder.names.last.map { Text(verbatim: $0.description) } ?? Text("iCloud Drive"))
    .searchable(text: $drive.text, prompt: "Search Documents")
    .selectionBar(
      $drive.isSelecting, isOffered: drive.entries?.isEmpty == false, isEmpty: drive.selected.isEmpty,
      selectAll: { drive.selection = Set((drive.entries ?? []).map(\.path)) }
    ) {
      Button("Move to Intray") { drive.withSelected { $0.map(\.path).forEach(drive.cloud.moveOut) } }
      Button("Download") { drive.withSelected { $0.map(\.path).forEach(drive.cloud.fetch) } }
      Button("Remove Download") { drive.withSelected { $0.map(\.path).forEach(drive.cloud.evict) } }
      Button("Delete", systemImage: "trash", role: .destructive) { drive.withSelected(drive.delete) }
    }
    .toolbar {
      ToolbarItem(placement: .primaryAction) {
        Menu("More", systemImage: "ellipsis.circle") {
          Picker("Sort By", selection: $drive.order) {
            Text("Name").tag(DocumentQuery.Order.name)
            Text("Date Modified").tag(DocumentQuery.Order.modified)
            Text("Size").tag(DocumentQuery.Order.size)
            Text("Kind").tag(DocumentQuery.Order.kind)
          }
        }
      }
    }
    .refreshable { await drive.refresh() }
    .task { await drive.follow() }
  }

  @ViewBuilder private var hint: some View {
    if !drive.cloud.isSignedIn {
      ContentUnavailableView(
        "No iCloud Drive", systemImage: "xmark.icloud",
        description: Text("Sign in to iCloud in Settings, and turn iCloud Drive on."))
    } else if drive.entries?.isEmpty == true, drive.text.isEmpty, drive.folder == folder {
      ContentUnavailableView(
        "Nothing in iCloud Drive Yet", systemImage: "icloud",
        description: Text("Touch and hold a document, and choose Move to iCloud."))
    } else if drive.entries == nil {
      ProgressView("Loading…")
    }
  }
}

/// A document or folder in iCloud, where it is, and what can be done with it.
struct CloudRow: View {
  let drive: CloudNavigation
  let entry: CloudEntry
  private var cloud: CloudModel { drive.cloud }

  var body: some View {
    Group {
      if drive.isSelecting {
        label
      } else if entry.isFolder {
        NavigationLink(value: entry.path) { label }
      } else {
        Button {
          drive.open(entry)
        } label: {
          label.contentShape(Rectangle())
        }
        .buttonStyle(.plain)
      }
    }
    .swipeActions {
      // Without the role that removes the row: it may only ask.
      Button("Delete") { drive.delete([entry]) }
        .tint(.red)
      Button("Move to Intray", systemImage: "tray.and.arrow.down") { cloud.moveOut(entry.path) }
    }
    .contextMenu {
      if !entry.isFolder { Button("Share", systemImage: "square.and.arrow.up") { drive.share(entry) } }
      Button("Get Info", systemImage: "info.circle") { drive.info = entry }
      Button("Rename", systemImage: "pencil") { drive.beginRenaming(entry) }
      Button("Move to Intray", systemImage: "tray.and.arrow.down") { cloud.moveOut(entry.path) }
      // Of a folder some may be here and some not.
      if entry.isFolder || !entry.status.isCurrent {
        Button("Download", systemImage: "icloud.and.arrow.down") { cloud.fetch(entry.path) }
      }
      if entry.isFolder || entry.status.isOnDevice {
        Button("Remove Download", systemImage: "xmark.icloud") { cloud.evict(entry.path) }
      }
      if entry.status.hasConflicts {
        Button("Keep Both", systemImage: "plus.square.on.square") { cloud.keepAllVersions(of: entry.path) }
      }
      Button("Delete", systemImage: "trash", role: .destructive) { drive.delete([entry]) }
    }
    .task(id: isOnItsWay) {
      if isOnItsWay { await drive.follow(entry.path) }
    }
  }

  private var label: some View {
    HStack {
      DocumentThumbnail(
        id: entry, isFolder: entry.isFolder, type: entry.path.type(isOnFolder: entry.isFolder), side: 40
      ) {
        await cloud.file(of: entry)
      }
      facts
    }
    .accessibilityElement(children: .combine)
    .accessibilityLabel(Text(verbatim: spoken))
  }

  /// Its name, then what it is, and where.
  private var spoken: String {
    var parts = [entry.path.description, Messages.kind(of: entry.path, isFolder: entry.isFolder)]
    if !entry.isFolder { parts.append(entry.status.place.text) }
    if let modified = entry.status.modified { parts.append(Messages.date(modified.date)) }
    if entry.status.hasConflicts { parts.append(String(localized: "Conflict")) }
    return parts.formatted(.list(type: .and, width: .narrow))
  }

  private var facts: some View {
    VStack(alignment: .leading) {
      // Found somewhere below, it says where.
      Text(verbatim: drive.text.isEmpty ? entry.name : entry.path.description)
      if !entry.isFolder { entry.status.label }
      HStack {
        if let modified = entry.status.modified {
          Text(verbatim: Messages.date(modified.date))
        }
        if let size = entry.status.size { Text(size, format: .byteCount(style: .file)) }
      }
      .caption()
      if entry.status.hasConflicts {
        Label(
          "There are other versions of this document.",
          systemImage: "exclamationmark.arrow.triangle.2.circlepath"
        )
        .font(.caption)
      }
    }
  }

  /// Whether its status is about to change.
  private var isOnItsWay: Bool {
    if case .underWay = entry.status.download { return true }
    return !entry.status.isUploaded
  }
}

extension CloudStatus {
  /// How much of it is on this device, in words: a symbol alone says nothing to many.
  @MainActor fileprivate var label: some View { Label(place.text, systemImage: place.symbol).caption() }

  fileprivate var place: (text: String, symbol: String) {
    switch download {
    case .underWay(let part):
      let percent = part.formatted(.percent.precision(.fractionLength(0)))
      return (String(localized: "Downloading, \(percent)"), "icloud.and.arrow.down")
    case .none: return (String(localized: "In iCloud only"), "icloud")
    case .stale where isUploaded:
      return (String(localized: "On this device; iCloud has a newer one"), "icloud.and.arrow.down")
    case .current where isUploaded: return (String(localized: "On this device"), "checkmark.icloud")
    case .stale, .current: return (String(localized: "Uploading"), "icloud.and.arrow.up")
    }
  }
}

/// Get Info of a document or folder of iCloud.
struct CloudInfoView: View {
  let entry: CloudEntry
  let done: @MainActor () -> Void

  var body: some View {
    let top = [String(localized: "iCloud Drive"), FilesDomain.displayName]
    let place = top + entry.path.parent.names.map(\.description)
    NavigationStack {
      Form {
        Section {
          LabeledContent("Kind") { Text(verbatim: Messages.kind(of: entry.path, isFolder: entry.isFolder)) }
          if let size = entry.status.size {
            LabeledContent("Size") { Text(size, format: .byteCount(style: .file)) }
          }
          // The mark is mirrored where the language is written from right to left.
          LabeledContent("Where") { Text(verbatim: place.joined(separator: " › ")) }
        }
        Section {
          if let modified = entry.status.modified {
            LabeledContent("Modified") { Text(modified.date, format: .moment) }
          }
          if !entry.isFolder { entry.status.label }
        }
      }
      .sheetBar(Text(verbatim: entry.name)) { Button("Done", action: done) }
    }
  }

}
