import Foundation
import Shared
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
      if drive.isSelecting || drive.entries?.isEmpty == false {
        ToolbarItem(placement: .topBarTrailing) { EditButton() }
      }
      if drive.isSelecting {
        ToolbarItem(placement: .topBarLeading) {
          Button("Select All") { drive.selection = Set((drive.entries ?? []).map(\.path)) }
        }
        ToolbarItemGroup(placement: .bottomBar) {
          Group { actions }
            .disabled(drive.selected.isEmpty)
        }
      }
    }
    // Around the bar, too: the button in it is to know.
    .environment(\.editMode, $drive.editMode)
    .refreshable { await drive.refresh() }
    .task { await drive.follow() }
  }

  @ViewBuilder private var actions: some View {
    Button("Move to Intray") { drive.withSelected { $0.map(\.path).forEach(drive.cloud.moveOut) } }
    Button("Download") { drive.withSelected { $0.map(\.path).forEach(drive.cloud.fetch) } }
    Button("Remove Download") { drive.withSelected { $0.map(\.path).forEach(drive.cloud.evict) } }
    Button("Delete", systemImage: "trash", role: .destructive) { drive.withSelected(drive.delete) }
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

/// Get Info of a document or folder of iCloud.
struct CloudInfoView: View {
  let entry: CloudEntry
  /// The user closes the sheet.
  let done: @MainActor () -> Void

  var body: some View {
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
            LabeledContent("Modified") {
              Text(modified.date, format: Date.FormatStyle(date: .abbreviated, time: .shortened))
            }
          }
          if !entry.isFolder { CloudState(status: entry.status) }
        }
      }
      .navigationTitle(Text(verbatim: entry.name))
      .navigationBarTitleDisplayMode(.inline)
      .toolbar {
        ToolbarItem(placement: .confirmationAction) { Button("Done", action: done) }
      }
    }
  }

  private var place: [String] {
    [String(localized: "iCloud Drive"), FilesDomain.displayName] + entry.path.parent.names.map(\.description)
  }
}
