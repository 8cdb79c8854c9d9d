import Foundation
import Shared
import SwiftUI

/// Documents that arrived since the app was last left.
struct ArrivalRows: View {
  let recents: RecentsModel
  let browser: NavigationModel
  private var arrivals: [Arrivals.Arrival] { recents.arrivals }

  var body: some View {
    if !arrivals.isEmpty {
      Section {
        ForEach(arrivals.prefix(Arrivals.most)) { arrival in
          ArrivalRow(arrival: arrival) { browser.lead(to: arrival.path) }
          if let counterpart = arrival.counterpart {
            CounterpartRow(arrival: arrival, counterpart: counterpart, recents: recents)
          }
        }
      } header: {
        Text("Just Arrived")
      } footer: {
        if arrivals.count > Arrivals.most { Text("\(arrivals.count - Arrivals.most) more") }
      }
    }
  }
}

/// A document that has just arrived, when, and where from; a tap leads to it.
struct ArrivalRow: View {
  let arrival: Arrivals.Arrival
  let show: @MainActor () -> Void

  var body: some View {
    Button(action: show) {
      VStack(alignment: .leading) {
        Text(verbatim: arrival.path.description)
        Group {
          if !arrival.isNew {
            Text("Already in Intray, with the same contents")
          } else {
            switch arrival.renaming {
            case .taken: Text("Renamed from “\(arrival.name)” because that name was taken")
            case .illegal: Text("Renamed from “\(arrival.name)” because that name can’t be used")
            case nil: EmptyView()
            }
          }
          if let folder = arrival.missingFolder {
            Text("Not in “\(folder.description)”, because that folder is gone")
          }
          if let source = arrival.source {
            Text("From \(source)")
          }
          if let formats = Messages.formats(arrival.leftOut) {
            Text("Other formats were left out: \(formats)")
          }
          Text(arrival.time, format: .relative(presentation: .named))
        }
        .font(.caption)
        .foregroundStyle(.secondary)
      }
    }
    .accessibilityElement(children: .combine)
    .tint(.primary)
    .accessibilityIdentifier(arrival.path.description)
  }
}

/// Where the document is that an arrival repeats, and whether both are to stay.
struct CounterpartRow: View {
  let arrival: Arrivals.Arrival
  let counterpart: DocumentPath
  let recents: RecentsModel

  var body: some View {
    VStack(alignment: .leading) {
      Text("Already in Intray, as “\(counterpart.description)”")
        .font(.caption)
        .foregroundStyle(.secondary)
      HStack {
        Button("Keep Both") { recents.keep(arrival) }
        Button("Delete New Copy", role: .destructive) { recents.deleteCopy(arrival) }
      }
      // Else a tap anywhere in the row would press them all.
      .buttonStyle(.borderless)
    }
  }
}
