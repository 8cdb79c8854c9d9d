import Foundation
import Shared
import SwiftUI

/// Documents that arrived since the app was last left.
struct ArrivalRows: View {
  let arrivals: [Arrivals.Arrival]
  let browser: NavigationModel

  var body: some View {
    if !arrivals.isEmpty {
      Section {
        ForEach(arrivals.prefix(Arrivals.most)) { arrival in
          ArrivalRow(arrival: arrival) { browser.lead(to: arrival.path) }
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
          if let source = arrival.source {
            Text("From \(source)")
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
