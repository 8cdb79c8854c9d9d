import Shared
import SwiftUI

/// What came since the app was last left.
struct ArrivalRows: View {
  let arrivals: [Arrivals.Arrival]
  let browser: Browser

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
