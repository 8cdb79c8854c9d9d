import Foundation
import IntrayCore
import IntrayIntake
import SwiftUI
import UniformTypeIdentifiers

/// What the user decides about conflict copies. It ends comparing.
extension DocumentActions {
  /// Keeps both versions: they are two documents from now on.
  func keepBoth(_ copy: DocumentEntry) {
    window.comparison = nil
    decide(copy.seen) { documents, copy throws(DiskError) in
      try documents.keepBoth(copy)
      return copy.path
    }
  }

  /// Keeps one version under the name of the document. The other one goes to Recently Deleted: see
  /// `Documents.replaceContents(of:expecting:by:expecting:now:)`.
  func keepThis(_ kept: DocumentEntry, insteadOf other: DocumentEntry) {
    window.comparison = nil
    decide(other.seen) { documents, other throws(DiskError) in
      // Of a conflict copy that goes, the document already has its name.
      guard kept.conflict != nil else { return try documents.trash([other])[0].get() }
      return try documents.replaceContents(
        of: other.path, expecting: documents.file(of: other), by: kept.path,
        expecting: documents.file(of: kept.seen))
    }
  }

  private func decide(
    _ document: SeenDocument,
    _ body: @escaping @Sendable (Documents, SeenDocument) throws(DiskError) -> DocumentPath
  ) {
    perform(.decide, for: [document]) { documents, _ in
      [Result { () throws(DiskError) in try body(documents, document) }]
    }
  }

  /// Shows preview copies of both versions, and of texts the lines that differ. If the process dies meanwhile, the copies are removed
  /// when the app is next opened.
  func compare(_ copy: DocumentEntry, with original: DocumentEntry) {
    guard window.comparison == nil else { return }
    notices.problem = nil
    window.run {
      var versions: [Comparison.Version] = []
      for entry in [copy, original] {
        do throws(DiskError) {
          versions.append(
            Comparison.Version(entry: entry, copy: try await library.makePreviewCopy(of: entry.path)))
        } catch {
          notices.problem = Messages.cannotShow(entry.path, error)
        }
      }
      if versions.count == 2 {
        if [copy, original].allSatisfy(\.isPlainText) {
          let lines = await library.run { $0.differingLines(of: copy.path, original.path) }
          (versions[0].lines, versions[1].lines) = (lines?.0, lines?.1)
        }
        window.comparison = Comparison(versions: versions)
      } else {
        await release(versions)
      }
    }
  }

  /// Takes preview copies back. An edited one becomes a document of its own.
  func release(_ versions: [Comparison.Version]) async {
    for version in versions { await library.release(version.copy) }
  }
}

extension DocumentLibrary {
  /// The document that a conflict copy is in conflict with; nil when it is gone.
  func original(of copy: DocumentEntry) async -> DocumentEntry? {
    guard let item = copy.conflict else { return nil }
    return await index.entry(of: item)
  }
}

extension DocumentEntry {
  /// Whether its lines are what the user wrote.
  fileprivate var isPlainText: Bool { type.conforms(to: .text) && !type.conforms(to: .rtf) }
}

extension Documents {
  /// How many bytes of a text are compared, and how many lines: of texts that have nothing in common the time grows with the square.
  private static let (mostBytes, mostLines) = (256 << 10, 2_000)

  /// The lines of each of two texts that the other one does not have; nil where one of them is longer, or no UTF-8.
  fileprivate func differingLines(
    of one: DocumentPath, _ other: DocumentPath
  ) -> ([Comparison.Line], [Comparison.Line])? {
    guard let lines = readLines(of: one), let others = readLines(of: other) else { return nil }
    let difference = others.difference(from: lines)
    func line(_ change: CollectionDifference<Substring>.Change) -> Comparison.Line {
      switch change {
      case .insert(let offset, let text, _), .remove(let offset, let text, _):
        Comparison.Line(number: offset + 1, text: String(text))
      }
    }
    return (difference.removals.map(line), difference.insertions.map(line))
  }

  private func readLines(of path: DocumentPath) -> [Substring]? {
    // Quick Look shows what cannot be read as text.
    guard let bytes = try? head(of: path, count: Self.mostBytes + 1), bytes.count <= Self.mostBytes,
      let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.count <= Self.mostLines ? lines : nil
  }
}

/// Both versions of a document in conflict, while the user compares them.
struct Comparison: Identifiable {
  /// A line of a text.
  struct Line: Identifiable {
    /// Counted from 1.
    let number: Int
    let text: String
    var id: Int { number }
  }

  struct Version: Identifiable {
    let entry: DocumentEntry
    let copy: PreviewCopies.PreviewCopy
    /// Of a text, the lines that the other version does not have; nil of anything else.
    var lines: [Line]?
    var id: DocumentPath { entry.path }
  }

  /// The conflict copy, and the document.
  let versions: [Version]
  var id: DocumentPath { versions[0].id }
}

extension Messages {
  /// What VoiceOver says of a button that keeps one of two versions: which one.
  static func keeps(_ version: DocumentEntry) -> Text {
    Text("Keep “\(version.path.description)”, \(date(version.modified.date))")
  }
}

/// Both versions of a document: beside each other where there is room, else one below the other.
struct ComparisonView: View {
  let window: WindowModel
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
      .sheetBar(Text("Compare Versions")) { Button("Done") { window.comparison = nil } }
      .toolbar {
        ToolbarItem(placement: .bottomBar) {
          Button("Keep Both") { window.actions.keepBoth(comparison.versions[0].entry) }
        }
      }
    }
    .onDisappear { window.run { await window.actions.release(comparison.versions) } }
  }

  private var versions: some View {
    ForEach(comparison.versions) { version in
      VStack {
        if let lines = version.lines {
          DifferingLines(lines: lines)
        } else {
          PreviewScreen(pages: PreviewPages([PreviewPage(version.entry.path, version.copy)]))
        }
        Text(verbatim: version.entry.path.description)
        HStack {
          version.entry.conflict == nil ? Text("On this device") : Text("From Files")
          Text(version.entry.modified.date, format: .exactMoment)
        }
        .caption()
        Button("Keep This Version") {
          let other = comparison.versions[version.id == comparison.id ? 1 : 0]
          window.actions.keepThis(version.entry, insteadOf: other.entry)
        }
        .accessibilityLabel(Messages.keeps(version.entry))
      }
    }
  }
}

/// The lines that only one of two texts has.
private struct DifferingLines: View {
  let lines: [Comparison.Line]

  var body: some View {
    List {
      Section("Only in This Version") {
        ForEach(lines) { line in
          HStack {
            Text(line.number, format: .number).caption()
            Text(verbatim: line.text)
          }
          .accessibilityElement(children: .combine)
        }
        if lines.isEmpty { Text("Nothing").foregroundStyle(.secondary) }
      }
    }
  }
}

/// A conflict copy and its document, and what the user can decide.
struct ConflictRow: View {
  let page: ListModel
  let entry: DocumentEntry
  @State private var original: DocumentEntry?
  /// Whether the app has looked for the other version. Until then the row says nothing about it.
  @State private var hasLooked = false

  var body: some View {
    VStack(alignment: .leading) {
      version(entry, Text("This version, from Files"))
      if let original {
        version(original, Text("The other version, on this device"))
      } else if hasLooked {
        Text("The other version was deleted.").caption()
      }
      ButtonRow { choices }
    }
    .task(id: entry) {
      let found = await page.window.library.original(of: entry)
      if found != original { original = found }
      hasLooked = true
    }
  }

  @ViewBuilder private var choices: some View {
    Button("Keep Both") { page.actions.keepBoth(entry) }
    if let original {
      Button("Compare") { page.actions.compare(entry, with: original) }
      Button("Keep This Version") { page.actions.keepThis(entry, insteadOf: original) }
        .accessibilityLabel(Messages.keeps(entry))
      Button("Keep Other Version") { page.actions.keepThis(original, insteadOf: entry) }
        .accessibilityLabel(Messages.keeps(original))
    }
  }

  private func version(_ entry: DocumentEntry, _ title: Text) -> some View {
    Button {
      page.actions.preview(entry)
    } label: {
      HStack {
        DocumentThumbnail(app: page.window.app, entry: entry, side: 40)
        VStack(alignment: .leading) {
          title
            .caption()
          Text(verbatim: entry.path.description)
          HStack {
            Text(entry.modified.date, format: .exactMoment)
            Text(verbatim: entry.size.fileSize)
          }
          .caption()
        }
      }
      .accessibilityElement(children: .combine)
    }
    .buttonStyle(.borderless)
  }
}
