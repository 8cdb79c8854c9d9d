import Foundation
import IntrayCore
import SwiftUI
import UniformTypeIdentifiers

/// What came with one share. Each document of a parcel arrives a microsecond before the one that was before it in the share.
struct RecentShare: Hashable, Identifiable {
  /// At least one, the latest first.
  var entries: [DocumentEntry]
  /// Where the latest of its documents is.
  var id: DocumentPath { entries[0].path }

  /// The longest time between two documents of one share, in microseconds: those between may be deleted.
  private static let gap = 50

  /// Whether a document came with it.
  func contains(_ entry: DocumentEntry) -> Bool {
    let (time, last) = (entry.arrival, entries[entries.count - 1].arrival)
    return time <= entries[0].arrival && last <= time.adding(microseconds: Self.gap)
  }

  var title: Text {
    entries.allSatisfy { $0.type.conforms(to: .image) }
      ? Text("\(entries.count) photos") : Text("\(entries.count) items")
  }

  /// The shares of a list that is ordered by arrival. A document that did not come with others is one of its own.
  static func all(in entries: [DocumentEntry]) -> [RecentShare] {
    entries.reduce(into: []) { shares, entry in
      if shares.last?.contains(entry) == true {
        shares[shares.count - 1].entries.append(entry)
      } else {
        shares.append(RecentShare(entries: [entry]))
      }
    }
  }
}

extension DocumentEntry {
  /// When it came, as far as that is known.
  fileprivate var arrival: FileTime { added ?? modified }
}

/// The rows of Recents: a row a share, under the days on which they came; in another order, and to select, a row a document.
struct RecentRows: View {
  let recents: RecentsModel
  let browser: NavigationModel
  let list: DocumentList

  var body: some View {
    if browser.isByArrival {
      let days = Dictionary(grouping: shares) { RecentDays($0.entries[0].arrival.date) }
      ForEach(RecentDays.allCases, id: \.self) { day in
        if let shares = days[day] {
          Section {
            ForEach(shares) { row($0) }
          } header: {
            day.title
          }
        }
      }
    } else {
      ForEach(list.entries) { RecentRow(recents: recents, browser: browser, entry: $0) }
    }
  }

  private var shares: [RecentShare] {
    browser.isSelecting
      ? list.entries.map { RecentShare(entries: [$0]) }
      : RecentShare.all(in: list.entries)
  }

  @ViewBuilder private func row(_ share: RecentShare) -> some View {
    if share.entries.count == 1 {
      RecentRow(recents: recents, browser: browser, entry: share.entries[0])
    } else {
      NavigationLink(value: share) {
        HStack {
          DocumentThumbnail(library: browser.library, entry: share.entries[0], side: 40)
          VStack(alignment: .leading) {
            share.title
            HStack {
              Text(verbatim: Messages.date(share.entries[0].arrival.date))
              if let source = share.entries[0].source { Text("From \(source)") }
            }
            .caption()
          }
          Spacer()
          if share.entries.contains(where: recents.isNew) { NewDot() }
        }
        .accessibilityElement(children: .combine)
      }
      .onAppear { browser.appeared(share.entries[share.entries.count - 1]) }
      CounterpartRows(recents: recents, entries: share.entries)
    }
  }
}

/// The documents of one share, as far as they are still among the recents.
struct RecentShareView: View {
  let recents: RecentsModel
  @Bindable var browser: NavigationModel
  let share: RecentShare

  var body: some View {
    let entries = browser.list.entries.filter(share.contains)
    List(selection: $browser.selection) {
      ForEach(entries) { RecentRow(recents: recents, browser: browser, entry: $0) }
    }
    .modifier(SelectionBar(browser: browser))
    .modifier(StatusBar(banners: browser.banners()))
    .navigationTitle(entries.isEmpty ? share.title : RecentShare(entries: entries).title)
  }
}

/// A document that was shared or imported: when, where from, whether it is new to the user, and what else is to be said of it.
struct RecentRow: View {
  let recents: RecentsModel
  let browser: NavigationModel
  let entry: DocumentEntry

  var body: some View {
    DocumentRow(browser: browser, entry: entry, arrival: arrival ?? .init(entry), isNew: recents.isNew(entry))
    CounterpartRows(recents: recents, entries: [entry])
  }

  private var arrival: Arrival? { recents.arrivals.first { $0.path == entry.path } }
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
      sentences.append(String(localized: "Not in “\(folder.description)”, because that folder is gone"))
    }
    return sentences
  }
}

/// Of documents that repeat others: where those are, and whether both are to stay.
struct CounterpartRows: View {
  let recents: RecentsModel
  let entries: [DocumentEntry]

  var body: some View {
    let paths = Set(entries.map(\.path))
    ForEach(recents.arrivals.filter { $0.counterpart != nil && paths.contains($0.path) }) { arrival in
      VStack(alignment: .leading) {
        if let counterpart = arrival.counterpart {
          Text(verbatim: Messages.known(arrival.path.description, counterpart)).caption()
        }
        HStack {
          Button("Keep Both") { recents.keep(arrival) }
          Button("Delete New Copy", role: .destructive) { recents.deleteCopy(arrival) }
        }
        // Else a tap anywhere in the row would press them all.
        .buttonStyle(.borderless)
      }
    }
  }
}

/// The mark of a document that is new to the user.
struct NewDot: View {
  var body: some View {
    Image(systemName: "circle.fill")
      .foregroundStyle(.tint)
      .accessibilityLabel(Text("New"))
  }
}
