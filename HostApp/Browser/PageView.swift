import Foundation
import IntrayCore
import SwiftUI

/// One page of a window. It owns its ``ListModel``, reads the list again when what is asked for or what there is changes, and is
/// what commands are for while it is in front.
struct PageView: View {
  let window: WindowModel
  /// The page that was gone into; nil is the first of the place.
  let step: Route.Step?
  @State private var page: ListModel

  init(window: WindowModel, place: Place, step: Route.Step? = nil) {
    (self.window, self.step) = (window, step)
    _page = State(initialValue: ListModel(window.app.source(place, step), at: step, in: window))
  }

  var body: some View {
    PageContents(page: page)
      .task(id: page.request) { await page.load() }
      .task { await page.source.follow(window.app.overview) }
      .focusedSceneValue(isInFront ? page : nil)
      .onChange(of: window.route.marked, initial: true) { _, marked in
        guard let marked, isOnTop else { return }
        (page.cursor, window.route.marked) = (marked, nil)
      }
      .onChange(of: window.route.seeks, initial: true) { _, seeks in
        guard seeks, isOnTop else { return }
        (page.isSearchShown, window.route.seeks) = (true, false)
      }
      .onChange(of: isOnTop ? page.chosen : nil, initial: true) { _, entry in
        if isOnTop { window.chosen = entry }
      }
  }

  private var isOnTop: Bool { window.route.path.last == step }
  private var isInFront: Bool { isOnTop && !window.isCovered }
}

/// The documents of a page, as a list or as icons, below what else is to be seen there. With the bars around them.
struct PageContents: View {
  @Bindable var page: ListModel
  /// Room for the picture of an icon, and for a name in a few lines.
  @ScaledMetric(relativeTo: .body) fileprivate var width: CGFloat = 104

  private var window: WindowModel { page.window }
  private var app: HostModel { window.app }
  private var verbs: Verbs { page.source.verbs }

  var body: some View {
    contents
      .modifier(DocumentKeys(page: page))
      .overlay { hint }
      .modifier(PageSearch(page: page))
      .toolbar { bar }
      .modifier(SelectionBar(page: page))
      .safeAreaInset(edge: .bottom) { StatusBar { window.banners(for: page) } }
      .navigationTitle(
        page.isSelecting ? Text("\(page.selection.count) Selected") : page.source.title(of: page.list)
      )
      .refreshable {
        await app.drains.drain()
        app.overview.raise()
      }
  }

  @ViewBuilder private var hint: some View {
    if page.isListed, page.list.total == 0, page.list.isComplete, !page.isSearching,
      !(verbs.contains(.news) && app.hasNews)
    {
      let hint = page.source.hint
      ContentUnavailableView(
        hint.title, systemImage: hint.symbol, description: hint.text.map { Text($0) }
      )
      .dropTarget(nil)
    } else if page.answered == nil, verbs.contains(.cloud) {
      ProgressView("Loading…")
    }
  }

  private func newFolder(in folder: DocumentPath) -> some View {
    Button("New Folder", systemImage: "folder.badge.plus") { page.actions.beginFolder(in: folder) }
  }

  @ViewBuilder private func capture(
    title: LocalizedStringKey, _ symbol: String, _ source: Capture.Source, to folder: DocumentPath
  ) -> some View {
    if source.isAvailable {
      Button(title, systemImage: symbol) { window.capture = Capture(source: source, folder: folder) }
    }
  }

  /// The ways into a folder beside dropping, and the menu of what can be chosen, seen and ordered: what Files has in it, in its
  /// order.
  @ToolbarContentBuilder private var bar: some ToolbarContent {
    if let folder = page.source.folder {
      ToolbarItem(placement: .primaryAction) {
        Menu("Add", systemImage: "plus") {
          Button("Add Files", systemImage: "doc.badge.plus") { window.picking = .addition(to: folder) }
          capture(title: "Add Photos", "photo.badge.plus", .photos, to: folder)
          capture(title: "Take Photo", "camera", .camera, to: folder)
          capture(title: "Scan Documents", "doc.viewfinder", .scanner, to: folder)
          // The system's own button pastes without asking the user for permission.
          PasteButton(supportedContentTypes: DropModel.types) { app.importer.take($0, into: folder) }
          newFolder(in: folder)
          Button("New Text Note", systemImage: "square.and.pencil") { window.sheet = .note(folder) }
        }
      }
    }
    if verbs.contains(.selection) {
      ToolbarItem(placement: .primaryAction) {
        Menu("More", systemImage: "ellipsis.circle") {
          if !page.list.entries.isEmpty {
            Button("Select", systemImage: "checkmark.circle") { page.isSelecting = true }
          }
          if let folder = page.source.folder { newFolder(in: folder) }
          Picker("View", selection: Bindable(wrappedValue: window).layout) {
            Label("Icons", systemImage: "square.grid.2x2").tag(ViewOptions.Layout.icons)
            Label("List", systemImage: "list.bullet").tag(ViewOptions.Layout.list)
          }
          Picker("Sort By", selection: $page.order) {
            Text("Name").tag(DocumentQuery.Order.name)
            Text("Kind").tag(DocumentQuery.Order.kind)
            // iCloud does not know when a document came, nor its tags.
            if !verbs.contains(.cloud) { Text("Date Added").tag(DocumentQuery.Order.added) }
            Text("Date Modified").tag(DocumentQuery.Order.modified)
            Text("Size").tag(DocumentQuery.Order.size)
            if !verbs.contains(.cloud) { Text("Tags").tag(DocumentQuery.Order.tags) }
          }
          Toggle("Reverse Order", isOn: $page.isReversed)
          if window.isWide { Toggle("Show Preview", isOn: Bindable(wrappedValue: window).showsPreview) }
          if page.source.isTrash, !page.list.entries.isEmpty {
            Button("Delete All", role: .destructive) { page.actions.beginEmptyingTrash() }
          }
        }
      }
    }
  }

  @ViewBuilder private var contents: some View {
    if window.layout == .list || page.source.rows == .conflicts {
      List(selection: $page.selection) {
        news
        PageRows(page: page)
      }
    } else {
      ScrollView {
        VStack(alignment: .leading) {
          news
          if [.shares, .arrivals].contains(page.source.rows) {
            ForEach(app.recents.questions(of: page.list.entries)) {
              CounterpartRow(page: page, arrival: $0)
            }
          }
        }
        .padding(.horizontal)
        icons
          .padding(.horizontal)
      }
    }
  }

  @ViewBuilder private var news: some View {
    if verbs.contains(.news), !page.isSearching { NewsRows(window: window) }
  }

  @ViewBuilder private var icons: some View {
    if page.isByShare {
      ForEach(RecentGroup.byDay(in: page.list), id: \.day) { day, groups in
        day.title.bold(true)
        grid {
          ForEach(groups) { group in
            if let share = group.share, let id = group.shareID, share.count > 1 {
              ShareRow(page: page, group: group, share: share, id: id, isIcon: true).buttonStyle(.plain)
            } else {
              icon(group.entries[0])
            }
          }
        }
      }
    } else {
      grid { ForEach(page.list.entries) { icon($0) } }
    }
    NothingFound(page: page)
    PageFooter(page: page)
  }
}

extension PageContents {
  fileprivate func grid(@ViewBuilder _ content: () -> some View) -> some View {
    LazyVGrid(columns: [GridItem(.adaptive(minimum: width), alignment: .top)], content: content)
  }

  fileprivate func icon(_ entry: DocumentEntry) -> some View {
    DocumentIcon(page: page, entry: entry).onAppear { page.appeared(entry) }
  }
}

/// The search field of a page that can be searched.
private struct PageSearch: ViewModifier {
  @Bindable var page: ListModel

  func body(content: Content) -> some View {
    if page.source.verbs.contains(.selection) {
      content.searchable(
        text: $page.search.text, tokens: $page.search.tokens, suggestedTokens: .constant(suggested),
        isPresented: $page.isSearchShown, prompt: page.source.prompt
      ) { token in
        Label(token.title, systemImage: token.symbol)
      }
    } else {
      content
    }
  }

  /// What a search can be narrowed to: the kinds, and the tags that documents have. iCloud finds names.
  private var suggested: [SearchToken] {
    if page.source.verbs.contains(.cloud) { return [] }
    return DocumentKind.allCases.map(SearchToken.kind) + page.window.app.overview.tags.map { .tag($0.name) }
  }
}

/// A document or folder as an icon with its name.
struct DocumentIcon: View {
  let page: ListModel
  let entry: DocumentEntry

  var body: some View {
    DocumentItem(page: page, entry: entry) {
      if page.isSelecting {
        Button {
          page.toggle(entry.path)
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
      DocumentSwipes(page: page, entry: entry)
      LeadingSwipe(page: page, entry: entry)
    }
  }

  private var isNew: Bool { page.showsNew && entry.isNew }

  private var label: some View {
    VStack {
      DocumentThumbnail(app: page.window.app, entry: entry, side: 72)
        .overlay { mark }
      Text(verbatim: page.name(of: entry))
        .bold(page.isUnopened(entry))
        .cut(to: 3)
        .multilineTextAlignment(.center)
      Text(verbatim: page.date(of: entry)).caption()
      if page.showsNew, let site = entry.source { Text("From \(site)").caption().cut(to: 1) }
    }
    .background(page.cursor == entry.path ? Color.cursor : Color.clear)
    .accessibilityElement(children: .combine)
    .accessibilityLabel(Text(verbatim: page.spoken(entry, isNew: isNew)))
    .contentShape(Rectangle())
  }

  @ViewBuilder private var mark: some View {
    if page.isSelecting {
      Image(systemName: isSelected ? "checkmark.circle.fill" : "circle")
        .font(.title2)
        .foregroundStyle(.tint)
        // The trait of the button says it.
        .accessibilityHidden(true)
    } else if page.isContested(entry) {
      Image(systemName: "exclamationmark.arrow.triangle.2.circlepath")
        .accessibilityLabel(Text("Conflict"))
    } else if isNew {
      NewDot()
    }
  }

  private var isSelected: Bool { page.selection.contains(entry.path) }
}

/// What a search says that found nothing.
struct NothingFound: View {
  let page: ListModel

  var body: some View {
    if page.isListed, page.list.entries.isEmpty, page.isSearching, !page.isLookingInside {
      ContentUnavailableView.search(text: page.search.text)
    }
  }
}

/// What is below the documents of a page.
struct PageFooter: View {
  let page: ListModel

  var body: some View {
    VStack(alignment: .leading) {
      if page.list.total > 0 { Text("\(page.list.total) items") }
      if page.source.isTrash, page.list.total > 0 { Text("Items are permanently deleted after \(30) days.") }
    }
    .caption()
  }
}

/// What the user can do with several documents.
struct SelectionBar: ViewModifier {
  @Bindable var page: ListModel
  @Environment(\.horizontalSizeClass) private var width

  func body(content: Content) -> some View {
    let (actions, cloud, verbs) = (page.actions, page.window.app.cloud, page.source.verbs)
    content.selectionBar(
      $page.isSelecting, isEmpty: page.selected.isEmpty, isWide: width == .regular, selectAll: page.selectAll
    ) {
      if verbs.contains(.deleted) {
        Button("Recover") { page.withCommanded(actions.recover) }
        Button("Delete Now", role: .destructive) {
          page.withCommanded { page.window.question = .remove($0) }
        }
      }
      if verbs.contains(.documents) {
        ShareLink(items: page.selected.map { page.window.library.url(of: $0) })
        Button("Move", systemImage: "folder") { page.withCommanded { page.window.sheet = .move($0) } }
        Menu("More", systemImage: "ellipsis.circle") {
          Button("Quick Look", systemImage: "eye") { page.lookAtCommanded() }
            .disabled(page.selected.allSatisfy(\.isFolder))
          Button("Copy", systemImage: "doc.on.doc") {
            page.copyCommanded()
            page.isSelecting = false
          }
          Button("Duplicate", systemImage: "plus.square.on.square") { page.withCommanded(actions.duplicate) }
          TagMenu(page: page, entries: page.selected)
          Button("Compress", systemImage: "archivebox") { page.withCommanded(actions.compress) }
          Button("Send as Parcel", systemImage: "shippingbox") { page.withCommanded(actions.send) }
          if cloud.isSignedIn {
            Button("Move to iCloud", systemImage: "icloud") { page.withCommanded(cloud.moveIn) }
          }
        }
        Button("Delete", systemImage: "trash", role: .destructive) { page.withCommanded(actions.delete) }
      }
      if verbs.contains(.cloud) {
        Button("Move to Intray") { page.withCommanded(cloud.moveOut) }
        Button("Download") { page.withCommanded(cloud.fetch) }
        Button("Remove Download") { page.withCommanded(cloud.evict) }
        Button("Delete", systemImage: "trash", role: .destructive) {
          page.withCommanded(actions.deleteFromCloud)
        }
      }
    }
  }
}

extension WindowModel {
  /// What the user must know on a page: what went wrong, what is under way, and what can be taken back.
  func banners(for page: ListModel) -> [Banner] {
    var banners: [Banner] = []
    if let failure = page.failure { banners.append(.problem(failure, id: "list")) }
    if let problem = notices.problem {
      banners.append(.problem(problem, actions: [.close { self.notices.problem = nil }]))
    }
    // Until the user has decided on all.
    if !app.overview.contested.isEmpty, [.documents, .recents].contains(route.place) {
      banners.append(
        Banner(
          id: "conflicts", text: Text("\(app.overview.contested.count) documents have other versions"),
          mark: .symbol("exclamationmark.arrow.triangle.2.circlepath"),
          actions: [.init(title: "Review") { self.go(to: .conflicts) }]))
    }
    let outcome = notices.outcome.map(banner)
    let isOfPreview =
      switch notices.outcome {
      case .edited, .replaced: true;
      default: false
      }
    if isOfPreview, let outcome { banners.append(outcome) }
    banners += app.queue.banners { self.sheet = .work } + app.cloud.banners
    if !isOfPreview, let outcome { banners.append(outcome) }
    return banners
  }

  private func banner(_ outcome: Notices.Outcome) -> Banner {
    switch outcome {
    case .edited(let edited):
      // Nothing waits for the answer, which is kept.
      Banner(
        id: "edited",
        text: Text("Your changes are in “\(edited.path.description)”. The original document is unchanged."),
        mark: .symbol("pencil.tip.crop.circle"),
        actions: library.preferences().markupAnswer == .copy
          ? [.close { self.notices.outcome = nil }]
          : [
            .init(title: "Save a Copy") { self.actions.settle(edited, .copy) },
            .init(title: "Replace Original") { self.actions.settle(edited, .replace) },
          ])
    case .replaced(let path):
      Banner(
        id: "replaced",
        text: Text("“\(path.description)” was replaced. The old version is in Recently Deleted."),
        mark: .symbol("checkmark.circle"))
    case .recovered(let path, let isElsewhere):
      Banner(
        id: "recovered",
        text: isElsewhere
          ? Text("“\(path.description)” was recovered. Its folder no longer exists.")
          : Text("“\(path.description)” was recovered."),
        actions: [.init(title: "Show") { self.showInFolder(path) }])
    case .deleted(let changes):
      deleted(changes)
    }
  }

  private func deleted(_ changes: [DocumentActions.Change]) -> Banner {
    // The name that the user saw; in Recently Deleted it may be another one.
    let name = changes.first?.old.path.names.last?.description ?? ""
    let sentence =
      changes.count == 1
      ? String(localized: "“\(name)” is in Recently Deleted.")
      : String(localized: "\(changes.count) items are in Recently Deleted.")
    return Banner(
      id: "deleted", text: Text(verbatim: sentence), announcement: sentence,
      actions: [.init(title: "Undo") { self.actions.undo() }])
  }
}
