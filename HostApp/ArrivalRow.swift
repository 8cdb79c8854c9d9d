import Shared
import SwiftUI

/// What has just come.
struct ArrivalRow: View {
  let arrival: HostModel.Arrival

  var body: some View {
    VStack(alignment: .leading) {
      Text(verbatim: arrival.path.description)
      if !arrival.isNew {
        Text("Was here already, byte for byte")
          .font(.caption)
          .foregroundStyle(.secondary)
      } else if arrival.path.description != arrival.name {
        Text("Came as “\(arrival.name)”, a name that was taken")
          .font(.caption)
          .foregroundStyle(.secondary)
      }
    }
    .accessibilityElement(children: .combine)
  }
}
