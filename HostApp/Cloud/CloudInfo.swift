import Foundation
import IntrayCore
import IntrayIntake
import SwiftUI

extension CloudStatus {
  /// Whether it is about to change.
  var isOnItsWay: Bool {
    if case .underWay = download { return true }
    return !isUploaded
  }

  /// How much of it is on this device, in words: a symbol alone says nothing to many.
  @MainActor var label: some View { Label(place.text, systemImage: place.symbol).caption() }

  var place: (text: String, symbol: String) {
    switch download {
    case .underWay(let part):
      let percent = part.formatted(.percent.precision(.fractionLength(0)))
      return (String(localized: "Downloading, \(percent)"), "icloud.and.arrow.down")
    case .none: return (String(localized: "In iCloud only"), "icloud")
    case .stale where isUploaded:
      return (String(localized: "On this device; iCloud has a newer one"), "icloud.and.arrow.down")
    case .current where isUploaded: return (String(localized: "On this device"), "checkmark.icloud")
    case .stale, .current: return (String(localized: "Uploading"), "icloud.and.arrow.up")
    }
  }
}

/// Get Info of a document or folder of iCloud.
struct CloudInfoView: View {
  let entry: DocumentEntry
  let done: @MainActor () -> Void

  var body: some View {
    let top = [String(localized: "iCloud Drive"), FilesDomain.displayName]
    let place = top + entry.path.parent.names.map(\.description)
    NavigationStack {
      Form {
        Section {
          LabeledContent("Kind") { Text(verbatim: Messages.kind(of: entry.path, isFolder: entry.isFolder)) }
          if let size = entry.cloud?.size {
            LabeledContent("Size") { Text(verbatim: size.fileSize) }
          }
          // The mark is mirrored where the language is written from right to left.
          LabeledContent("Where") { Text(verbatim: place.joined(separator: " › ")) }
        }
        Section {
          if let modified = entry.cloud?.modified {
            LabeledContent("Modified") { Text(modified.date, format: .moment) }
          }
          if !entry.isFolder, let cloud = entry.cloud { cloud.label }
        }
      }
      .sheetBar(Text(verbatim: entry.name.description)) { Button("Done", action: done) }
    }
  }
}
