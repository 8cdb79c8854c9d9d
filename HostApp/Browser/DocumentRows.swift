import Foundation
import IntrayCore
import IntrayIntake
import SwiftUI

/// What a page lists, as far as it was scrolled, or what a search found.
struct PageRows: View {
  let page: ListModel

  var body: some View {
    if page.answered != nil {
      switch page.source.rows {
      case .shares, .arrivals: ArrivalRows(page: page)
      case .conflicts: ForEach(page.list.entries) { ConflictRow(page: page, entry: $0) }
      case .documents: EmptyView()
      }
      Section {
        if page.source.rows == .documents {
          ForEach(page.list.entries) { DocumentRow(page: page, entry: $0) }
        }
        NothingFound(page: page)
      } footer: {
        if page.source.rows != .conflicts { PageFooter(page: page) }
      }
    }
  }
}

/// What of a document or folder is the same as a row and as an icon: what a tap does, its menu, drags and drops.
struct DocumentItem<Content: View>: View {
  let page: ListModel
  let entry: DocumentEntry
  @ViewBuilder let content: Content

  var body: some View {
    Group {
      if page.isSelecting {
        content
      } else if entry.isFolder, page.window.route.place.hasFolders {
        NavigationLink(value: Route.Step.folder(entry.path)) { content }
      } else {
        Button {
          page.open(entry)
        } label: {
          // The room between name and size is part of it.
          content.contentShape(Rectangle())
        }
        .buttonStyle(.plain)
      }
    }
    .dropTarget(entry.isFolder && page.source.verbs.contains(.documents) ? entry.path : nil)
    .modifier(Draggable(page: page, entry: entry))
    .contextMenu { DocumentMenu(page: page, entries: page.meant(by: entry)) }
  }
}

/// Lets a document of this device be dragged.
private struct Draggable: ViewModifier {
  let page: ListModel
  let entry: DocumentEntry

  func body(content: Content) -> some View {
    // One of iCloud may not be here.
    if entry.cloud == nil { content.onDrag { page.itemProvider(for: entry) } } else { content }
  }
}

struct DocumentRow: View {
  let page: ListModel
  let entry: DocumentEntry
  /// How it came, where that is what the list is about.
  var arrival: Arrival?
  /// Where the words of a search stand in it.
  @State private var excerpt: String?

  var body: some View {
    DocumentItem(page: page, entry: entry) { label }
      .swipeActions { DocumentSwipes(page: page, entry: entry) }
      .swipeActions(edge: .leading) { LeadingSwipe(page: page, entry: entry) }
      .onAppear { page.appeared(entry) }
      .task(id: page.wordsInside(entry)) {
        let found = await page.excerpt(of: entry)
        // Each value that is set has the rows drawn again.
        if found != excerpt { excerpt = found }
      }
      .task(id: entry.cloud?.isOnItsWay) { if entry.cloud?.isOnItsWay == true { await page.follow(entry) } }
      .listRowBackground(isUnderCursor ? Color.cursor : nil)
      .accessibilityAddTraits(isUnderCursor ? .isSelected : [])
  }

  /// Whether it is the row that the keys of a keyboard are for.
  private var isUnderCursor: Bool { page.cursor == entry.path }
  private var isNew: Bool { arrival != nil && entry.isNew }

  private var label: some View {
    HStack {
      DocumentThumbnail(app: page.window.app, entry: entry, side: 40)
      VStack(alignment: .leading) {
        Text(verbatim: page.name(of: entry))
          .bold(page.isUnopened(entry))
        if let cloud = entry.cloud {
          if !entry.isFolder { cloud.label }
        }
        // Large text needs more lines.
        ViewThatFits(in: .horizontal) {
          HStack {
            facts
            place
          }
          VStack(alignment: .leading) {
            HStack { facts }
            place
          }
          VStack(alignment: .leading) {
            facts
            place
          }
        }
        .caption()
        if let comment = page.foundComment(of: entry) { Text(verbatim: comment).caption().cut(to: 1) }
        if let excerpt { Text(verbatim: excerpt).caption().cut(to: 2) }
        if let arrival {
          ForEach(arrival.sentences, id: \.self) { Text(verbatim: $0) }.caption()
        }
        if entry.cloud?.hasConflicts == true {
          Label(
            "There are other versions of this document.",
            systemImage: "exclamationmark.arrow.triangle.2.circlepath"
          )
          .font(.caption)
        }
      }
      Spacer()
      if page.isContested(entry) {
        Image(systemName: "exclamationmark.arrow.triangle.2.circlepath")
          .accessibilityLabel(Text("Conflict"))
      }
      if isNew { NewDot() }
    }
    .accessibilityElement(children: .combine)
    .accessibilityLabel(
      Text(
        verbatim: [page.spoken(entry, isNew: isNew, arrival), excerpt].compactMap(\.self).joined(
          separator: ", ")))
  }

  @ViewBuilder private var facts: some View {
    ForEach(page.facts(of: entry), id: \.self) { Text(verbatim: $0) }
    if let site = entry.source {
      if arrival != nil { Text("From \(site)") } else if entry.isLink { Text(verbatim: site) }
    }
    if !entry.tags.isEmpty {
      HStack {
        ForEach(entry.tags) { TagDot(tag: $0) }
        Text(verbatim: entry.tags.map(\.name).formatted(.list(type: .and, width: .narrow))).cut(to: 1)
      }
    }
  }

  @ViewBuilder private var place: some View {
    if let place = page.place(of: entry) {
      Label(place, systemImage: "folder")
        .cut(to: 1)
    }
  }
}

struct DocumentSwipes: View {
  let page: ListModel
  let entry: DocumentEntry

  var body: some View {
    let verbs = page.source.verbs
    if verbs.contains(.deleted) {
      Button("Recover") { page.actions.recover([entry]) }
      // Without the role that removes the row: it only asks.
      Button("Delete Now") { page.window.question = .remove([entry]) }
        .tint(.red)
    }
    if verbs.contains(.documents) {
      Button("Delete", role: .destructive) { page.actions.delete([entry]) }
      Button("Rename") { page.actions.beginRenaming(entry) }
    }
    if verbs.contains(.cloud) {
      // Without the role that removes the row: it may only ask.
      Button("Delete") { page.actions.deleteFromCloud([entry]) }
        .tint(.red)
      Button("Move to Intray", systemImage: "tray.and.arrow.down") { page.window.app.cloud.moveOut([entry]) }
    }
  }
}

struct LeadingSwipe: View {
  let page: ListModel
  let entry: DocumentEntry

  var body: some View {
    if page.source.verbs.contains(.documents) {
      Button("Move", systemImage: "folder") { page.window.sheet = .move([entry]) }
    }
  }
}

extension DocumentThumbnail {
  /// The picture of a document of this device or of iCloud.
  init(app: HostModel, entry: DocumentEntry, side: CGFloat) {
    self.init(
      id: entry, isFolder: entry.isFolder, isLink: entry.isLink && entry.cloud == nil, type: entry.type,
      side: side
    ) {
      if entry.cloud != nil { return await app.cloud.file(of: entry) }
      return entry.kind == .file || entry.isPackage ? app.library.url(of: entry) : nil
    }
  }
}

extension DocumentEntry {
  /// Its name as the user reads it: that of a saved link has no extension, as in Files.
  var shownName: String {
    isLink ? DocumentName(name).withoutExtension.text : name.description
  }
}

/// How a page says what a document is.
extension ListModel {
  /// Whether its rows tell what is new to the user.
  var showsNew: Bool { [.shares, .arrivals].contains(source.rows) }

  /// The name of a document on screen.
  func name(of entry: DocumentEntry) -> String { entry.shownName }

  /// The comment of a document, where a word that is searched for is in it and not in the name.
  func foundComment(of entry: DocumentEntry) -> String? {
    guard isSearching, let comment = entry.comment else { return nil }
    let name = name(of: entry)
    let isFound = search.text.split(whereSeparator: \.isWhitespace).contains {
      comment.localizedStandardContains($0) && !name.localizedStandardContains($0)
    }
    return isFound ? comment : nil
  }

  /// Some words around those of the search in a document; nil where they are not in its contents.
  func excerpt(of entry: DocumentEntry) async -> String? {
    guard let words = wordsInside(entry) else { return nil }
    return await window.app.contents.excerpt(of: entry, around: words)
  }

  /// The folder that a document is in, where the page has documents of several.
  func place(of entry: DocumentEntry) -> String? {
    guard isSearching || !window.route.place.hasFolders else { return nil }
    if let name = entry.folder.names.isEmpty ? nil : entry.folder.description { return name }
    if entry.cloud != nil { return String(localized: "iCloud Drive") }
    return entry.folder.directory == .trash
      ? String(localized: "Recently Deleted") : String(localized: "Documents")
  }

  /// What VoiceOver says of a document: its name, then what it is, when it is from, and in which state it is.
  func spoken(_ entry: DocumentEntry, isNew: Bool, _ arrival: Arrival? = nil) -> String {
    var parts = [name(of: entry), Messages.kind(of: entry.path, isFolder: entry.isFolder)]
    if let cloud = entry.cloud, !entry.isFolder { parts.append(cloud.place.text) }
    parts += facts(of: entry)
    if let site = entry.source { parts.append(String(localized: "From \(site)")) }
    parts += entry.tags.map(\.name) + [place(of: entry)].compactMap(\.self)
    if isContested(entry) || entry.cloud?.hasConflicts == true { parts.append(String(localized: "Conflict")) }
    if isNew {
      parts.append(String(localized: "New"))
    } else if isUnopened(entry) {
      parts.append(String(localized: "Not opened"))
    }
    if let arrival { parts += arrival.sentences }
    return parts.formatted(.list(type: .and, width: .narrow))
  }

  /// From when a document is, or how long it stays in Recently Deleted; whether Files leaves it out; and its size.
  func facts(of entry: DocumentEntry) -> [String] {
    var facts: [String] = []
    if let cloud = entry.cloud {
      if let modified = cloud.modified { facts.append(Messages.date(modified.date)) }
      if let size = cloud.size { facts.append(size.fileSize) }
      return facts
    }
    facts = [entry.daysLeft().map { String(localized: "\($0) days left") } ?? date(of: entry)]
    if entry.name.isHidden { facts.append(String(localized: "Not shown in Files")) }
    let hasSize = entry.kind == .file && !entry.isLink
    return facts + (hasSize ? [entry.size.fileSize] : [])
  }

  /// Whether it is a saved link that the user has not opened: its name stands out.
  func isUnopened(_ entry: DocumentEntry) -> Bool { entry.isLink && !entry.isOpened && entry.cloud == nil }

  /// Whether the user has to decide between a document and another version of it.
  func isContested(_ entry: DocumentEntry) -> Bool {
    entry.conflict != nil || entry.identity.item.map(window.app.overview.contested.contains) == true
  }

  /// The date that the list is ordered by, or else that of the last change.
  func date(of entry: DocumentEntry) -> String {
    Messages.date(
      order == .added ? (entry.added ?? entry.created ?? entry.modified).date : entry.modified.date)
  }
}

/// What can be done with a document or folder, or with all that are chosen.
struct DocumentMenu: View {
  let page: ListModel
  let entries: [DocumentEntry]

  private var verbs: Verbs { page.source.verbs }
  private var window: WindowModel { page.window }
  private var app: HostModel { window.app }
  private var actions: DocumentActions { page.actions }
  /// The only one; nil of several.
  private var entry: DocumentEntry? { entries.count == 1 ? entries[0] : nil }

  var body: some View {
    if verbs.contains(.deleted) {
      if let entry { Button("Get Info", systemImage: "info.circle") { actions.showInfo(entry) } }
      Button("Recover") { actions.recover(entries) }
      Button("Delete Now") { window.question = .remove(entries) }
        .tint(.red)
    }
    if verbs.contains(.documents) { documents }
    if verbs.contains(.cloud) { cloud }
  }

  @ViewBuilder private var documents: some View {
    if let entry, entry.isLink {
      Button("Open Link", systemImage: "safari") { actions.openLink(entry) }
    }
    if let entry, entry.isEditable {
      Button("Edit", systemImage: "square.and.pencil") { actions.edit(entry) }
    }
    if let entry, !window.route.place.hasFolders || page.isSearching {
      Button("Show in Enclosing Folder", systemImage: "folder") { window.showInFolder(entry.path) }
    }
    ShareLink(items: entries.map { app.library.url(of: $0) })
    if let entry {
      Button("Copy Link", systemImage: "link") { actions.copyLink(entry) }
      Button("Get Info", systemImage: "info.circle") { actions.showInfo(entry) }
      if entry.isFolder { FavoriteButton(actions: actions, folder: entry) }
    }
    Button("Compress", systemImage: "archivebox") { actions.compress(entries) }
    if let entry { Button("Rename", systemImage: "pencil") { actions.beginRenaming(entry) } }
    Button("Duplicate", systemImage: "plus.square.on.square") { actions.duplicate(entries) }
    Button("Move", systemImage: "folder") { window.sheet = .move(entries) }
    TagMenu(page: page, entries: entries)
    if app.cloud.isSignedIn {
      Button("Move to iCloud", systemImage: "icloud.and.arrow.up") { app.cloud.moveIn(entries) }
    }
    if let entry, app.overview.files == .shown {
      Button("Show in Files", systemImage: "folder.badge.gearshape") { actions.showInFiles(entry.path) }
    }
    if let entry, entry.kind == .file {
      Button("Replace…", systemImage: "arrow.triangle.2.circlepath") { actions.beginReplacing(entry) }
    }
    Button("Delete", systemImage: "trash", role: .destructive) { actions.delete(entries) }
  }

  @ViewBuilder private var cloud: some View {
    if let entry, !entry.isFolder {
      Button("Share", systemImage: "square.and.arrow.up") { app.cloud.share(entry, in: window) }
    }
    if let entry {
      Button("Get Info", systemImage: "info.circle") { actions.showInfo(entry) }
      Button("Rename", systemImage: "pencil") { actions.beginRenaming(entry) }
    }
    Button("Move to Intray", systemImage: "tray.and.arrow.down") { app.cloud.moveOut(entries) }
    // Of a folder some may be here and some not.
    if entries.contains(where: { $0.isFolder || $0.cloud?.isCurrent != true }) {
      Button("Download", systemImage: "icloud.and.arrow.down") { app.cloud.fetch(entries) }
    }
    if entries.contains(where: { $0.isFolder || $0.cloud?.isOnDevice == true }) {
      Button("Remove Download", systemImage: "xmark.icloud") { app.cloud.evict(entries) }
    }
    if let entry, entry.cloud?.hasConflicts == true {
      Button("Keep Both", systemImage: "plus.square.on.square") { app.cloud.keepAllVersions(of: entry) }
    }
    Button("Delete", systemImage: "trash", role: .destructive) { actions.deleteFromCloud(entries) }
  }
}

/// The tags in use, to be given to documents or taken from them. Get Info has room for a new one.
struct TagMenu: View {
  let page: ListModel
  let entries: [DocumentEntry]

  var body: some View {
    TagChoices(title: "Tags", tags: page.window.app.overview.tags) { tag in
      let isSet = entries.allSatisfy { $0.tags.contains { $0.name == tag.name } }
      Button(tag.name, systemImage: isSet ? "checkmark" : "tag") {
        page.actions.set(tag, of: entries, to: !isSet)
      }
      .accessibilityAddTraits(isSet ? .isSelected : [])
    }
  }
}

/// Tags in a menu. One alone needs none.
struct TagChoices<Choice: View>: View {
  let title: LocalizedStringKey
  let tags: [DocumentTag]
  @ViewBuilder let choice: (DocumentTag) -> Choice

  var body: some View {
    if tags.count > 1 { Menu(title, systemImage: "tag") { choices } } else { choices }
  }

  private var choices: some View { ForEach(tags) { choice($0) } }
}

/// A tag in its colour, as in Finder and Files; one without a colour is a ring.
struct TagDot: View {
  private static let colors: [Color] = [.gray, .green, .purple, .blue, .yellow, .red, .orange]

  let tag: DocumentTag

  var body: some View {
    let color = Self.colors.indices.contains(tag.color - 1) ? Self.colors[tag.color - 1] : nil
    Image(systemName: color == nil ? "circle" : "circle.fill")
      .font(.caption2)
      .foregroundStyle(color ?? .secondary)
  }
}

/// Makes a folder a favorite, here and in Files, or none.
struct FavoriteButton: View {
  let actions: DocumentActions
  let folder: DocumentEntry

  var body: some View {
    if folder.favouriteRank == nil {
      Button("Favorite", systemImage: "star") { actions.setFavorite(folder, to: true) }
    } else {
      Button("Unfavorite", systemImage: "star.slash") { actions.setFavorite(folder, to: false) }
    }
  }
}
