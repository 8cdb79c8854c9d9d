import Foundation
import Shared
import SwiftUI

/// Both versions of a document in conflict, while the user compares them.
struct Comparison: Identifiable {
  /// A version and its preview copy.
  struct Version: Identifiable {
    let entry: DocumentEntry
    let copy: PreviewCopies.PreviewCopy
    var id: DocumentPath { entry.path }
  }

  /// The conflict copy, and the document.
  let versions: [Version]
  var id: DocumentPath? { versions.first?.id }
}

extension NavigationModel {
  /// Shows both versions of a document side by side.
  ///
  /// If the process dies meanwhile, the preview copies are removed when the app is next opened.
  func compare(_ copy: DocumentEntry, with original: DocumentEntry) {
    guard let library, outgoing.comparison == nil else { return }
    problem = nil
    run {
      var versions: [Comparison.Version] = []
      for entry in [copy, original] {
        do throws(DiskError) {
          versions.append(Comparison.Version(entry: entry, copy: try await library.lend(entry.path)))
        } catch {
          self.problem = Messages.cannotShow(entry.path, error)
        }
      }
      if versions.count == 2 {
        self.outgoing.comparison = Comparison(versions: versions)
      } else {
        await self.takeBack(versions)
      }
    }
  }

  /// What the user compares; nil when the user closes it.
  var comparison: Comparison? {
    get { outgoing.comparison }
    set { if newValue == nil { endComparing() } }
  }

  /// Takes the preview copies back. An edited one becomes a document of its own.
  func endComparing() {
    guard let comparison = outgoing.comparison else { return }
    outgoing.comparison = nil
    run { await self.takeBack(comparison.versions) }
  }

  private func takeBack(_ versions: [Comparison.Version]) async {
    for version in versions { await library?.takeBack(version.copy) }
  }

  /// Keeps one of two versions, and ends comparing.
  func keep(_ version: Comparison.Version, of comparison: Comparison) {
    guard let other = comparison.versions.first(where: { $0.id != version.id }) else { return }
    endComparing()
    keepThis(version.entry, insteadOf: other.entry)
  }

  /// Keeps both versions, and ends comparing.
  func keepBoth(of comparison: Comparison) {
    endComparing()
    if let copy = comparison.versions.first(where: { $0.entry.conflict != nil }) { keepBoth(copy.entry) }
  }
}

/// Both versions of a document: beside each other where there is room, else one below the other.
struct ComparisonView: View {
  let browser: NavigationModel
  let comparison: Comparison
  @Environment(\.horizontalSizeClass) private var width

  var body: some View {
    NavigationStack {
      Group {
        if width == .regular {
          HStack { versions }
        } else {
          VStack { versions }
        }
      }
      .navigationTitle("Compare Versions")
      .toolbar {
        ToolbarItem(placement: .confirmationAction) {
          Button("Done") { browser.endComparing() }
        }
        ToolbarItem(placement: .bottomBar) {
          Button("Keep Both") { browser.keepBoth(of: comparison) }
        }
      }
    }
  }

  private var versions: some View {
    ForEach(comparison.versions) { version in
      VStack {
        PreviewScreen(url: version.copy.url)
        Text(verbatim: version.entry.path.description)
        Text(version.entry.modified.date, format: Date.FormatStyle(date: .abbreviated, time: .shortened))
          .font(.caption)
          .foregroundStyle(.secondary)
        Button("Keep This One") { browser.keep(version, of: comparison) }
          .accessibilityHint(Text(verbatim: version.entry.path.description))
      }
    }
  }
}
