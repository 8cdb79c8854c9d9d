import Foundation
import IntrayCore
import SwiftUI

/// The documents of a place, as a list or as icons, below what else is to be seen there. With the bars around them.
struct FolderContents<News: View, Hint: View>: View {
  @Bindable var browser: NavigationModel
  let folder: DocumentPath
  /// What came and when, where that is what the list is about.
  var recents: RecentsModel?
  @ViewBuilder let news: News
  /// What the user sees of a place with nothing in it.
  @ViewBuilder let hint: Hint
  @Environment(Importer.self) private var importer: Importer?
  /// Room for the picture of an icon, and for a name in a few lines.
  @ScaledMetric(relativeTo: .body) private var width: CGFloat = 104

  var body: some View {
    contents
      .modifier(DocumentKeys(browser: browser, rows: rows))
      .overlay {
        if isEmpty { hint.dropTarget(nil) }
      }
      .searchable(
        text: $browser.text, tokens: $browser.tokens, suggestedTokens: $browser.suggestedTokens,
        isPresented: $browser.isSearchShown, prompt: "Search Documents"
      ) { token in
        Label(token.title, systemImage: token.symbol)
      }
      .toolbar { bar }
      .modifier(SelectionBar(browser: browser))
      .modifier(StatusBar(banners: browser.banners(importer)))
  }

  private var isEmpty: Bool {
    browser.folder == folder && browser.isListed && browser.list.total == 0 && !browser.isSearching
  }

  /// The ways into a folder beside dropping, and the menu of what can be chosen, seen and ordered.
  @ToolbarContentBuilder private var bar: some ToolbarContent {
    if browser.shownPlace == .documents, let importer {
      ToolbarItem(placement: .primaryAction) {
        Menu("Add", systemImage: "plus") {
          Button("Add Files", systemImage: "doc.badge.plus") { browser.pick(for: .addition(to: folder)) }
          // The system's own button pastes without asking the user for permission.
          PasteButton(supportedContentTypes: DropModel.types) { importer.take($0, into: folder) }
          Button("New Folder", systemImage: "folder.badge.plus") { browser.beginFolder() }
          Button("New Text Note", systemImage: "square.and.pencil") { browser.noteFolder = folder }
        }
      }
    }
    ToolbarItem(placement: .primaryAction) {
      Menu("More", systemImage: "ellipsis.circle") {
        if !browser.list.entries.isEmpty {
          Button("Select", systemImage: "checkmark.circle") { browser.isSelecting = true }
        }
        Picker("View", selection: $browser.layout) {
          Label("Icons", systemImage: "square.grid.2x2").tag(ViewOptions.Layout.icons)
          Label("List", systemImage: "list.bullet").tag(ViewOptions.Layout.list)
        }
        Picker("Sort By", selection: $browser.order) {
          Text("Name").tag(DocumentQuery.Order.name)
          Text("Date Added").tag(DocumentQuery.Order.added)
          Text("Date Modified").tag(DocumentQuery.Order.modified)
          Text("Size").tag(DocumentQuery.Order.size)
          Text("Kind").tag(DocumentQuery.Order.kind)
        }
        Toggle("Reverse Order", isOn: $browser.isReversed)
        if browser.folder == .trash, !browser.list.entries.isEmpty {
          Button("Delete All", role: .destructive) { browser.beginEmptyingTrash() }
        }
      }
    }
  }

  /// The rows with one document each.
  private var rows: [DocumentPath] {
    let entries = browser.list.entries
    guard recents != nil, browser.isByArrival, !browser.isSelecting else { return entries.map(\.path) }
    return RecentShare.all(in: entries).filter { $0.entries.count == 1 }.map(\.id)
  }

  @ViewBuilder private var contents: some View {
    switch browser.layout {
    case .list:
      List(selection: $browser.selection) {
        news
        DocumentRows(browser: browser, folder: folder, recents: recents)
      }
    case .icons:
      ScrollView {
        VStack(alignment: .leading) {
          news
          if let recents { CounterpartRows(recents: recents, entries: browser.list.entries) }
        }
        .padding(.horizontal)
        icons
          .padding(.horizontal)
      }
    }
  }

  @ViewBuilder private var icons: some View {
    if let list = browser.list(of: folder) {
      LazyVGrid(columns: [GridItem(.adaptive(minimum: width), alignment: .top)]) {
        ForEach(list.entries) { entry in
          DocumentIcon(browser: browser, entry: entry, isNew: recents?.isNew(entry) ?? false)
            .onAppear { browser.appeared(entry) }
        }
      }
      NothingFound(browser: browser, folder: folder)
      FolderFooter(folder: folder, total: list.total)
    }
  }
}

/// A document or folder as an icon with its name.
struct DocumentIcon: View {
  let browser: NavigationModel
  let entry: DocumentEntry
  let isNew: Bool

  var body: some View {
    DocumentItem(browser: browser, entry: entry) {
      if browser.isSelecting {
        Button {
          browser.toggle(entry.path)
        } label: {
          label
        }
        .accessibilityAddTraits(isSelected ? .isSelected : [])
      } else {
        label
      }
    }
    .buttonStyle(.plain)
    // A row has them as its swipes.
    .accessibilityActions {
      DocumentSwipes(browser: browser, entry: entry)
      if entry.path.directory != .trash {
        Button("Move", systemImage: "folder") { browser.beginMoving([entry.path]) }
      }
    }
  }

  private var label: some View {
    VStack {
      DocumentThumbnail(library: browser.library, entry: entry, side: 72)
        .overlay { mark }
      Text(verbatim: browser.name(of: entry))
        .multilineTextAlignment(.center)
      Text(verbatim: browser.date(of: entry)).caption()
    }
    .background(browser.cursor == entry.path ? Color.accentColor.opacity(0.2) : Color.clear)
    .accessibilityElement(children: .combine)
    .accessibilityLabel(Text(verbatim: browser.spoken(entry, isNew: isNew)))
    .contentShape(Rectangle())
  }

  @ViewBuilder private var mark: some View {
    if browser.isSelecting {
      Image(systemName: isSelected ? "checkmark.circle.fill" : "circle")
        .foregroundStyle(.tint)
        // The trait of the button says it.
        .accessibilityHidden(true)
    } else if isNew {
      NewDot()
    }
  }

  private var isSelected: Bool { browser.selection.contains(entry.path) }
}

/// What a search says that found nothing.
struct NothingFound: View {
  let browser: NavigationModel
  let folder: DocumentPath

  var body: some View {
    if browser.isListed, browser.list.entries.isEmpty, browser.folder == folder, browser.isSearching {
      ContentUnavailableView.search(text: browser.text)
    }
  }
}

/// What is below the documents of a folder.
struct FolderFooter: View {
  let folder: DocumentPath
  let total: Int

  var body: some View {
    VStack(alignment: .leading) {
      if total > 0 { Text("\(total) items") }
      if folder == .trash { Text("Items are permanently deleted after 30 days.") }
    }
    .caption()
  }
}

/// What the user can do with several documents.
struct SelectionBar: ViewModifier {
  @Bindable var browser: NavigationModel

  func body(content: Content) -> some View {
    content.selectionBar(
      $browser.isSelecting, isEmpty: browser.selected.isEmpty, selectAll: browser.selectAll
    ) {
      if browser.isInTrash {
        Button("Recover") { browser.withSelected(browser.putBack) }
        Button("Delete Now", role: .destructive) { browser.withSelected { browser.removing = $0 } }
      } else {
        ShareLink(items: browser.selected.map { browser.library.url(of: $0) })
        Button("Move", systemImage: "folder") { browser.withSelected(browser.beginMoving) }
        Button("Send as Parcel", systemImage: "shippingbox") { browser.withSelected(browser.send) }
        if browser.drive.cloud.isSignedIn {
          Button("Move to iCloud", systemImage: "icloud") {
            browser.withSelected { $0.forEach(browser.drive.cloud.moveIn) }
          }
        }
        Button("Compress", systemImage: "archivebox") { browser.withSelected(browser.compress) }
        Button("Delete", systemImage: "trash", role: .destructive) {
          browser.withSelected(browser.throwAway)
        }
      }
    }
  }
}
