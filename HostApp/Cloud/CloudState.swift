import Foundation
import Shared
import SwiftUI

/// How much of a document of iCloud is on this device, in words: a symbol alone says nothing to many.
struct CloudState: View {
  let status: CloudStatus

  var body: some View {
    label
      .font(.caption)
      .foregroundStyle(.secondary)
  }

  @ViewBuilder private var label: some View {
    switch status.download {
    case .underWay(let part):
      Label("Downloading, \(percent(part))", systemImage: "icloud.and.arrow.down")
    case .none: Label("In iCloud only", systemImage: "icloud")
    case .stale where status.isUploaded:
      Label("On this device; iCloud has a newer one", systemImage: "icloud.and.arrow.down")
    case .current where status.isUploaded: Label("On this device", systemImage: "checkmark.icloud")
    case .stale, .current: Label("Uploading", systemImage: "icloud.and.arrow.up")
    }
  }

  private func percent(_ part: Double) -> String {
    part.formatted(.percent.precision(.fractionLength(0)))
  }
}
