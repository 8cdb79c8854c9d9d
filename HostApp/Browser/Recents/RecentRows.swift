import Foundation
import IntrayCore
import SwiftUI
import UniformTypeIdentifiers

/// A row of Recents: a document, or what came with one share.
struct RecentGroup: Identifiable {
  /// Those of the share that the list has so far, the latest first; at least one.
  private(set) var entries: [DocumentEntry]
  /// What came with the share and is still there; nil of a document that came alone.
  let share: DocumentList.Share?
  /// The share's identifier, where there is one.
  let shareID: ShareID?
  /// Where the latest of its documents is.
  var id: DocumentPath { entries[0].path }
  /// How many documents there are in all.
  var count: Int { share?.count ?? 1 }

  /// The groups of a list, in its order. What came with a share says so itself.
  static func all(in list: DocumentList) -> [RecentGroup] {
    var groups: [RecentGroup] = []
    var places: [ShareID: Int] = [:]
    for entry in list.entries {
      if let id = entry.share, let place = places[id] {
        groups[place].entries.append(entry)
      } else {
        if let id = entry.share { places[id] = groups.count }
        groups.append(
          RecentGroup(entries: [entry], share: entry.share.flatMap { list.shares[$0] }, shareID: entry.share))
      }
    }
    return groups
  }
}

extension RecentGroup {
  /// The groups of a list, under the days on which they came, the latest first.
  static func byDay(in list: DocumentList) -> [(day: RecentDays, groups: [RecentGroup])] {
    let days = Dictionary(grouping: all(in: list)) { RecentDays($0.entries[0].arrival.date) }
    return RecentDays.allCases.compactMap { day in days[day].map { (day, $0) } }
  }
}

extension DocumentList.Share {
  /// What it is called on screen: pictures by their number, else by one of them.
  func title(_ first: DocumentEntry?) -> String {
    if images == count, count > 1 { return String(localized: "\(count) photos") }
    let name = first?.shownName ?? ""
    return count > 1 ? String(localized: "\(name) and \(count - 1) more") : name
  }
}

extension DocumentEntry {
  /// When it came, as far as that is known.
  fileprivate var arrival: FileTime { added ?? modified }
}

/// A row of a list of what came. Each is one view, so that a list asks only for those on screen.
private enum RecentItem: Identifiable {
  case document(DocumentEntry, Arrival?)
  case share(RecentGroup, DocumentList.Share, ShareID)
  /// Whether both of two documents are to stay.
  case question(Arrival)

  enum ID: Hashable {
    case document(DocumentPath)
    case share(ShareID)
    case question(DocumentPath)
  }

  var id: ID {
    switch self {
    case .document(let entry, _): .document(entry.path)
    case .share(_, _, let id): .share(id)
    case .question(let arrival): .question(arrival.path)
    }
  }
}

/// The rows of what came, with how each came. In Recents a row a share, under the days on which they came; in another order, in a
/// share, and to select, a row a document.
struct ArrivalRows: View {
  let page: ListModel

  private var recents: RecentsModel { page.window.app.recents }

  var body: some View {
    let arrivals = Dictionary(
      recents.arrivals.map { ($0.path, $0) }, uniquingKeysWith: { $1.counterpart == nil ? $0 : $1 })
    if page.isByShare {
      ForEach(RecentGroup.byDay(in: page.list), id: \.day) { day, groups in
        Section {
          ForEach(groups.flatMap { items(of: $0, arrivals) }) { row($0) }
        } header: {
          day.title
        }
      }
    } else {
      ForEach(page.list.entries.flatMap { items(of: $0, arrivals) }) { row($0) }
    }
  }

  private func items(of group: RecentGroup, _ arrivals: [DocumentPath: Arrival]) -> [RecentItem] {
    guard let share = group.share, let id = group.shareID, share.count > 1 else {
      return items(of: group.entries[0], arrivals)
    }
    return [.share(group, share, id)] + group.entries.compactMap { question(arrivals[$0.path]) }
  }

  private func items(of entry: DocumentEntry, _ arrivals: [DocumentPath: Arrival]) -> [RecentItem] {
    let arrival = arrivals[entry.path]
    return [.document(entry, arrival), question(arrival)].compactMap(\.self)
  }

  private func question(_ arrival: Arrival?) -> RecentItem? {
    arrival.flatMap { $0.counterpart == nil ? nil : .question($0) }
  }

  @ViewBuilder private func row(_ item: RecentItem) -> some View {
    switch item {
    case .document(let entry, let arrival):
      DocumentRow(page: page, entry: entry, arrival: arrival ?? .init(entry))
    case .share(let group, let share, let id): ShareRow(page: page, group: group, share: share, id: id)
    case .question(let arrival): CounterpartRow(page: page, arrival: arrival)
    }
  }
}

/// What came with one share, as one row or as one icon.
struct ShareRow: View {
  /// Of more names VoiceOver would speak too long.
  private static let mostSpoken = 5

  let page: ListModel
  let group: RecentGroup
  let share: DocumentList.Share
  let id: ShareID
  var isIcon = false

  private var isNew: Bool { group.entries.contains(where: \.isNew) }
  private var isUnderCursor: Bool { page.cursor == group.id }

  /// What VoiceOver says: how many, their names, when they came, and from where.
  private var spoken: String {
    var parts = [share.title(group.entries.first)]
    parts += group.entries.prefix(Self.mostSpoken).map(page.name)
    parts.append(Messages.date(group.entries[0].arrival.date))
    if let site = share.site { parts.append(String(localized: "From \(site)")) }
    if isNew { parts.append(String(localized: "New")) }
    return parts.formatted(.list(type: .and, width: .narrow))
  }

  var body: some View {
    NavigationLink(value: Route.Step.share(id)) {
      Group { if isIcon { icon } else { row } }
        .accessibilityElement(children: .combine)
        .accessibilityLabel(Text(verbatim: spoken))
    }
    .listRowBackground(isUnderCursor ? Color.cursor : nil)
    .accessibilityAddTraits(isUnderCursor ? .isSelected : [])
    .onAppear { page.appeared(group.entries[group.entries.count - 1], asRowOf: id) }
  }

  private var row: some View {
    HStack {
      DocumentThumbnail(app: page.window.app, entry: group.entries[0], side: 40)
      VStack(alignment: .leading) {
        Text(verbatim: share.title(group.entries.first))
        HStack { facts }.caption()
      }
      Spacer()
      if isNew { NewDot() }
    }
  }

  private var icon: some View {
    VStack {
      DocumentThumbnail(app: page.window.app, entry: group.entries[0], side: 72)
        .overlay { if isNew { NewDot() } }
      Text(verbatim: share.title(group.entries.first))
        .cut(to: 3)
        .multilineTextAlignment(.center)
      VStack { facts }.caption()
    }
    .background(isUnderCursor ? Color.cursor : Color.clear)
  }

  @ViewBuilder private var facts: some View {
    Text(verbatim: Messages.date(group.entries[0].arrival.date))
    if let site = share.site { Text("From \(site)") }
  }
}

extension Arrival {
  /// What is to be said of how it came.
  var sentences: [String] {
    var sentences = isNew ? [] : [String(localized: "Already in Intray, with the same contents")]
    if let own = path.names.last?.description, own != name {
      sentences.append(
        DocumentName(name).text == name
          ? String(localized: "Renamed from “\(name)” because that name was taken")
          : String(localized: "Renamed from “\(name)” because that name can’t be used"))
    }
    if let folder = missingFolder {
      sentences.append(
        String(localized: "Not in “\(folder.description)”, because that folder no longer exists"))
    }
    return sentences
  }
}

/// Of a document that repeats another, and of a folder beside the one whose name it was to get: where that is, and whether both are to
/// stay.
struct CounterpartRow: View {
  let page: ListModel
  let arrival: Arrival

  private var recents: RecentsModel { page.window.app.recents }

  var body: some View {
    VStack(alignment: .leading) {
      if let counterpart = arrival.counterpart {
        if arrival.isFolder {
          Text("There is “\(counterpart.description)” already.").caption()
        } else {
          Text(verbatim: Messages.known(arrival.path.description, counterpart)).caption()
        }
      }
      ButtonRow {
        Button("Keep Both") { recents.keep(arrival) }
        if arrival.isFolder {
          Button("Merge") { page.actions.merge(arrival) }
        } else {
          Button("Delete New Copy", role: .destructive) { recents.deleteCopy(arrival) }
        }
      }
    }
  }
}

/// The mark of a document that is new to the user.
struct NewDot: View {
  var body: some View {
    Image(systemName: "circle.fill")
      .font(.caption2)
      .foregroundStyle(.tint)
      .accessibilityLabel(Text("New"))
  }
}
