import Foundation
import IntrayCore
import SwiftUI

/// What is in a folder, as far as it was scrolled, or what a search found.
struct DocumentRows: View {
  let browser: NavigationModel
  let folder: DocumentPath
  let recents: RecentsModel?

  var body: some View {
    if let list = browser.list(of: folder) {
      if let recents { RecentRows(recents: recents, browser: browser, list: list) }
      Section {
        if recents == nil {
          ForEach(list.entries) { DocumentRow(browser: browser, entry: $0) }
        }
        NothingFound(browser: browser, folder: folder)
      } header: {
        if browser.shownPlace == .documents, folder.names.isEmpty, list.total > 0 {
          Text("Documents")
            .dropTarget(nil)
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
      } else if entry.isFolder, browser.shownPlace.hasFolders {
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
    .dropTarget(entry.isFolder && entry.path.directory != .trash ? entry.path : nil)
    .onDrag { browser.itemProvider(for: entry) }
    .contextMenu {
      if entry.path.directory == .trash {
        Button("Get Info", systemImage: "info.circle") { browser.showInfo(entry.path) }
        DocumentSwipes(browser: browser, entry: entry)
      } else {
        if entry.isLink {
          Button("Open Link", systemImage: "safari") { browser.openLink(entry.path) }
          Button("Copy Link", systemImage: "link") { browser.copyLink(entry.path) }
        }
        if !browser.shownPlace.hasFolders || browser.isSearching {
          Button("Show in Enclosing Folder", systemImage: "folder") { browser.showInFolder(entry.path) }
        }
        DocumentActions(browser: browser, entry: entry)
      }
    }
  }
}

struct DocumentRow: View {
  let browser: NavigationModel
  let entry: DocumentEntry
  /// How it came, where that is what the list is about.
  var arrival: Arrival?
  var isNew = false

  var body: some View {
    DocumentItem(browser: browser, entry: entry) { label }
      .swipeActions { DocumentSwipes(browser: browser, entry: entry) }
      .swipeActions(edge: .leading) {
        if entry.path.directory != .trash {
          Button("Move", systemImage: "folder") { browser.beginMoving([entry.path]) }
        }
      }
      .onAppear { browser.appeared(entry) }
      .listRowBackground(isUnderCursor ? Color.accentColor.opacity(0.2) : nil)
      .accessibilityAddTraits(isUnderCursor ? .isSelected : [])
  }

  /// Whether it is the row that the keys of a keyboard are for.
  private var isUnderCursor: Bool { browser.cursor == entry.path }

  private var label: some View {
    HStack {
      DocumentThumbnail(library: browser.library, entry: entry, side: 40)
      VStack(alignment: .leading) {
        Text(verbatim: browser.name(of: entry))
        // Large text needs more lines.
        ViewThatFits(in: .horizontal) {
          HStack { facts }
          VStack(alignment: .leading) { facts }
        }
        .caption()
        if let arrival {
          ForEach(arrival.sentences, id: \.self) { Text(verbatim: $0) }.caption()
        }
      }
      Spacer()
      if browser.isContested(entry) {
        Image(systemName: "exclamationmark.arrow.triangle.2.circlepath")
          .accessibilityLabel(Text("Conflict"))
      }
      if isNew {
        NewDot()
      } else if entry.isLink, !entry.isOpened {
        Image(systemName: "circle.fill")
          .accessibilityLabel(Text("Not opened"))
      }
    }
    .accessibilityElement(children: .combine)
    .accessibilityLabel(Text(verbatim: browser.spoken(entry, isNew: isNew, arrival)))
  }

  @ViewBuilder private var facts: some View {
    ForEach(browser.facts(of: entry), id: \.self) { Text(verbatim: $0) }
    if let site = entry.source {
      if arrival != nil { Text("From \(site)") } else if entry.isLink { Text(verbatim: site) }
    }
    ForEach(entry.tags) { Label($0.name, systemImage: "tag") }
  }
}

struct DocumentSwipes: View {
  let browser: NavigationModel
  let entry: DocumentEntry

  var body: some View {
    if entry.path.directory == .trash {
      Button("Recover") { browser.putBack([entry.path]) }
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
    isSearching ? entry.path.description : entry.name.description
  }

  /// What VoiceOver says of a document: its name, then what it is, when it is from, and in which state it is.
  func spoken(_ entry: DocumentEntry, isNew: Bool, _ arrival: Arrival? = nil) -> String {
    var parts = [name(of: entry), Messages.kind(of: entry.path, isFolder: entry.isFolder)]
    parts += facts(of: entry)
    if let site = entry.source { parts.append(String(localized: "From \(site)")) }
    parts += entry.tags.map(\.name)
    if isContested(entry) { parts.append(String(localized: "Conflict")) }
    if isNew {
      parts.append(String(localized: "New"))
    } else if entry.isLink, !entry.isOpened {
      parts.append(String(localized: "Not opened"))
    }
    if let arrival { parts += arrival.sentences }
    return parts.formatted(.list(type: .and, width: .narrow))
  }

  /// From when a document is, or how long it stays in Recently Deleted; and its size.
  func facts(of entry: DocumentEntry) -> [String] {
    let time = entry.daysLeft().map { String(localized: "\($0) days left") } ?? date(of: entry)
    let hasSize = entry.kind == .file && !entry.isLink
    return [time] + (hasSize ? [entry.size.formatted(ByteCountFormatStyle(style: .file))] : [])
  }

  /// Whether the user has to decide between a document and another version of it.
  func isContested(_ entry: DocumentEntry) -> Bool {
    entry.conflict != nil || entry.identity.item.map(contested.contains) == true
  }

  /// The date that the list is ordered by, or else that of the last change.
  func date(of entry: DocumentEntry) -> String {
    Messages.date(
      order == .added ? (entry.added ?? entry.created ?? entry.modified).date : entry.modified.date)
  }
}

/// What can be done with a document or folder, as its menu says it.
struct DocumentActions: View {
  let browser: NavigationModel
  let entry: DocumentEntry

  var body: some View {
    ShareLink(item: browser.library.url(of: entry))
    Button("Get Info", systemImage: "info.circle") { browser.showInfo(entry.path) }
    if entry.isFolder { FavoriteButton(folder: entry.path) }
    Button("Compress", systemImage: "archivebox") { browser.compress([entry.path]) }
    Button("Rename", systemImage: "pencil") { browser.beginRenaming(entry.path) }
    Button("Duplicate", systemImage: "plus.square.on.square") { browser.duplicate(entry.path) }
    Button("Move", systemImage: "folder") { browser.beginMoving([entry.path]) }
    if browser.drive.cloud.isSignedIn {
      Button("Move to iCloud", systemImage: "icloud.and.arrow.up") { browser.drive.cloud.moveIn(entry.path) }
    }
    if browser.isInFiles {
      Button("Show in Files", systemImage: "folder.badge.gearshape") { browser.showInFiles(entry.path) }
    }
    if entry.kind == .file {
      Menu("More", systemImage: "ellipsis") {
        Button("Replace…", systemImage: "arrow.triangle.2.circlepath") { browser.beginReplacing(entry.path) }
      }
    }
    Button("Delete", systemImage: "trash", role: .destructive) { browser.throwAway([entry.path]) }
  }
}

/// Puts a folder into the sidebar, or takes it out.
struct FavoriteButton: View {
  let folder: DocumentPath
  @AppStorage(Preferences.favoriteFoldersKey, store: Preferences.store) private var favorites = FolderList()

  var body: some View {
    if favorites.paths.contains(folder) {
      Button("Unfavorite", systemImage: "star.slash") { favorites.paths.removeAll { $0 == folder } }
    } else {
      Button("Favorite", systemImage: "star") { favorites.paths.append(folder) }
    }
  }
}
