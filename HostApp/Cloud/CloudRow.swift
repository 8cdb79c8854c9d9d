import Foundation
import Shared
import SwiftUI

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
      if !entry.isFolder { CloudState(status: entry.status) }
      HStack {
        if let modified = entry.status.modified {
          Text(verbatim: Messages.date(modified.date))
        }
        if let size = entry.status.size { Text(size, format: .byteCount(style: .file)) }
      }
      .font(.caption)
      .foregroundStyle(.secondary)
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

/// How much of a document of iCloud is on this device, in words: a symbol alone says nothing to many.
struct CloudState: View {
  let status: CloudStatus

  var body: some View {
    Label(status.place.text, systemImage: status.place.symbol)
      .font(.caption)
      .foregroundStyle(.secondary)
  }
}

extension CloudStatus {
  /// How much of it is on this device, and its symbol.
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
