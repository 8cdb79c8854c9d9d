import Foundation
import Shared
import SwiftUI

/// A document or folder in iCloud, where it is, and what can be done with it.
struct CloudRow: View {
  let cloud: CloudModel
  let entry: CloudEntry

  var body: some View {
    Group {
      if isFolder {
        NavigationLink(value: entry.path) { label }
      } else {
        label
      }
    }
    .swipeActions {
      Button("Delete", role: .destructive) { cloud.delete(entry) }
      Button("Move to Intray") { cloud.moveOut(entry.path) }
    }
    .contextMenu {
      Button("Move to Intray") { cloud.moveOut(entry.path) }
      // Of a folder some may be here and some not.
      if isFolder || !entry.status.isCurrent {
        Button("Download") { cloud.fetch(entry.path) }
      }
      if isFolder || entry.status.isOnDevice {
        Button("Remove Download") { cloud.evict(entry.path) }
      }
      Button("Delete", role: .destructive) { cloud.delete(entry) }
    }
    .task(id: isOnItsWay) {
      if isOnItsWay { await cloud.follow(entry.path) }
    }
  }

  private var label: some View {
    VStack(alignment: .leading) {
      Label {
        Text(verbatim: entry.path.names.last?.description ?? "")
      } icon: {
        Image(systemName: isFolder ? "folder" : "doc")
          .accessibilityLabel(isFolder ? Text("Folder") : Text("Document"))
      }
      if !isFolder { CloudState(status: entry.status) }
    }
    .accessibilityElement(children: .combine)
  }

  private var isFolder: Bool { entry.status.kind == .folder }

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
    label
      .font(.caption)
      .foregroundStyle(.secondary)
  }

  @ViewBuilder private var label: some View {
    switch status.download {
    case .underWay(let part):
      Label("Downloading, \(percent(part))", systemImage: "icloud.and.arrow.down")
    case .none: Label("In iCloud only", systemImage: "icloud")
    case .stale where status.isUploaded:
      Label("On this device; iCloud has a newer one", systemImage: "icloud.and.arrow.down")
    case .current where status.isUploaded: Label("On this device", systemImage: "checkmark.icloud")
    case .stale, .current: Label("Uploading", systemImage: "icloud.and.arrow.up")
    }
  }

  private func percent(_ part: Double) -> String {
    part.formatted(.percent.precision(.fractionLength(0)))
  }
}
