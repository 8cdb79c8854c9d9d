import Shared
import SwiftUI

/// What was found on this device, and the report for the developers. The findings are in English, as the report is.
struct DeviceCheckView: View {
  let check: DeviceCheck

  var body: some View {
    Form {
      if check.isRunning {
        ProgressView("Checking")
      } else {
        Section {
          ForEach(check.findings) { row($0) }
        } footer: {
          Text("The report has no names of your documents in it.")
        }
      }
    }
    .navigationTitle("Check This Device")
    .toolbar {
      ToolbarItem(placement: .confirmationAction) {
        ShareLink(item: check.report) { Label("Share Report", systemImage: "square.and.arrow.up") }
          .disabled(check.isRunning)
      }
    }
    .task { await check.run() }
  }

  private func row(_ finding: Finding) -> some View {
    Label {
      Text(verbatim: finding.name)
      Text(verbatim: finding.found)
        .font(.caption)
    } icon: {
      switch finding.isMet {
      case true?: Image(systemName: "checkmark.circle")
      case false?: Image(systemName: "exclamationmark.triangle")
      case nil: Image(systemName: "info.circle")
      }
    }
  }
}
