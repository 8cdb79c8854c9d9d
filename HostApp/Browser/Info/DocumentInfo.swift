import Foundation
import IntrayCore
import IntrayIntake
import Observation
import SwiftUI
import UIKit
import UniformTypeIdentifiers

/// What Get Info shows of one document or folder, as long as its sheet is open. It follows a document that moves. When it is
/// gone, the sheet says so and shows what was last known.
@MainActor
@Observable
final class DocumentInfoModel: Identifiable {
  /// What was found at the last look.
  private var found = Findings()
  /// How large it is.
  private var count = Count()

  private struct Findings {
    var info: DocumentInfo?
    var entry: DocumentEntry?
    var versions: [DocumentEntry] = []
    var isInCloudToo = false
    var problem: String?
    var isGone = false
  }

  private struct Count {
    var bytes: Int64?
    /// How many documents and folders are in the folder.
    var items: Int?
    var isPartial = false
    var isUnderWay = false
    /// Whether the user stopped it, or closed the sheet.
    var isStopped = false
    var task: Task<Void, Never>?
  }

  /// The document as it was at the last look; nil before the first.
  var info: DocumentInfo? { found.info }
  /// The document as lists show it; nil where none has met it yet.
  var entry: DocumentEntry? { found.entry }
  /// The other versions of the document, until the user decides.
  var versions: [DocumentEntry] { found.versions }
  /// Whether iCloud Drive has an item of the same path.
  var isInCloudToo: Bool { found.isInCloudToo }
  /// What went wrong with the last look or the last change; nil is nothing.
  var problem: String? { found.problem }
  /// Whether the document is gone. Then nothing of it can be changed.
  var isGone: Bool { found.isGone }
  /// Its size in bytes, as it was counted last; nil before a folder was counted for the first time.
  var size: Int64? { count.bytes }
  /// How many documents and folders a list of the folder has; nil of a document, and as long as it is not known.
  var items: Int? { count.items }
  /// Whether the size lacks what cannot be read.
  var isSizePartial: Bool { count.isPartial }
  var isCounting: Bool { count.isUnderWay }
  var typed = ""
  @ObservationIgnored private(set) var work: Task<Void, Never>?

  /// Where the document was when the sheet was opened.
  let path: DocumentPath
  /// Whether a look waits for its turn.
  @ObservationIgnored private var isLookWaiting = false
  /// One look or change at a time: an older look must not take the place of a newer one.
  private let turn = AsyncSemaphore(1)
  private let library: DocumentLibrary
  /// iCloud of the account that is signed in; nil where it was not looked at.
  private let cloud: Cloud?
  /// Tells other processes that something was changed.
  private let changed: @Sendable () async -> Void

  init(
    _ path: DocumentPath, library: DocumentLibrary, cloud: Cloud? = nil,
    changed: @escaping @Sendable () async -> Void
  ) {
    (self.path, self.library, self.cloud, self.changed) = (path, library, cloud, changed)
  }

  /// Looks at the document again, wherever it is by now. A look that waits for its turn already will do.
  func lookAgain() {
    guard !isLookWaiting else { return }
    isLookWaiting = true
    work = Task {
      await look { [path] known in
        self.isLookWaiting = false
        return { documents throws(DiskError) in
          guard let known else { return try documents.info(of: path) }
          return try documents.info(following: known, isCancelled: { Task.isCancelled })
        }
      }
    }
  }

  func addTag() {
    guard let tag = DocumentTag(named: typed) else { return }
    set(tag, to: true)
  }

  /// Gives the document a tag, or takes one from it.
  func set(_ tag: DocumentTag, to isSet: Bool) {
    work = Task {
      let isDone = await look { known in
        guard let known else { return nil }
        return { documents throws(DiskError) in try documents.set(tag, of: known, to: isSet) }
      }
      // What was typed stays when it could not be set.
      if isDone, isSet, DocumentTag(named: typed) == tag { typed = "" }
      await changed()
    }
  }

  /// Ends the counting, when the user stops it or closes the sheet.
  func stopCounting() {
    count.isStopped = true
    count.task?.cancel()
  }

  /// Waits for its turn, does something with the document as it was at the last look, and shows what it is like then.
  ///
  /// - Returns: whether it was done.
  @discardableResult
  private func look(
    _ ask: (DocumentInfo?) -> (@Sendable (Documents) throws(DiskError) -> DocumentInfo)?
  ) async -> Bool {
    guard await turn.wait() else { return false }
    defer { turn.signal() }
    guard let work = ask(info) else { return false }
    do throws(DiskError) {
      let document = try await library.run(work)
      let isNew = document != info
      let versions = await library.index.versions(of: document.path)
      let entry = await library.index.entries(at: [document.path]).first
      found = Findings(info: document, entry: entry, versions: versions, isInCloudToo: found.isInCloudToo)
      // What changes deep in a folder does not change the folder, so it is counted again in any case.
      if isNew || !isCounting { measure(document) }
      // iCloud may take seconds to answer. If it cannot be asked, the sheet says nothing of it: the document is here.
      var places: [CloudPlace]?
      if document.path.directory == .documents {
        places = try? await cloud?.placesInCloud(having: document.path)
      }
      found.isInCloudToo = places?.contains(.cloudDocuments) == true
      return true
    } catch  where error.isGone {
      (found.problem, found.isGone) = (Messages.cannotFollow(info?.path ?? path, error), true)
      count.task?.cancel()
    } catch {
      found.problem =
        error.code == .tooLarge
        ? String(
          localized:
            "This item can’t have any more tags. Remove a tag, or use a shorter name for the new one.")
        : Messages.action(error)
    }
    return false
  }

  private func measure(_ info: DocumentInfo) {
    count.task?.cancel()
    guard info.status.kind == .folder else {
      return (count.bytes, count.isPartial) = (info.status.size, false)
    }
    guard !count.isStopped else { return }
    count.isUnderWay = true
    count.task = Task {
      // The list says why a folder cannot be read.
      let counted = await library.run { try? $0.size(of: info.path, isCancelled: { Task.isCancelled }) }
      // A package is one document.
      let isFolder = info.path.names.last?.isPackage != true
      let list = isFolder ? try? await library.list(DocumentQuery(folder: info.path, limit: 0)).get() : nil
      // A newer look ended this count and began another.
      guard info == self.info else { return }
      (count.isUnderWay, count.items) = (false, list?.total)
      if let counted { (count.bytes, count.isPartial) = (counted.bytes, !counted.isWhole) }
    }
  }

  private var place: DocumentPath { info?.path ?? path }

  var name: String { place.names.last?.description ?? "" }

  var kind: String { Messages.kind(of: place, isFolder: info?.status.kind == .folder) }

  /// The folder that the document is in, from the device down.
  var folder: [String] {
    let parent = place.parent
    let top =
      parent.directory == .trash ? String(localized: "Recently Deleted") : String(localized: "Documents")
    return [String(localized: "On this device"), top] + parent.names.map(\.description)
  }

  /// Where the document is from, each place once: addresses, and names of senders.
  var sources: [String] {
    var seen: Set<String> = []
    return (info?.whereFrom ?? []).filter { seen.insert($0).inserted }
  }

  /// The link that can be copied; nil for a sender.
  static func link(of source: String) -> URL? {
    URL(string: source).flatMap { ["http", "https"].contains($0.scheme) ? $0 : nil }
  }
}

extension DocumentActions {
  func showInfo(_ entry: DocumentEntry) {
    if entry.cloud != nil { return window.sheet = .cloudInfo(entry) }
    let info = DocumentInfoModel(entry.path, library: library, cloud: app.cloud.cloud) { [app] in
      await app.changed()
    }
    window.sheet = .info(info)
    info.lookAgain()
  }
}

extension Messages {
  /// The kind of a document or folder, as the system calls it.
  static func kind(of path: DocumentPath, isFolder: Bool) -> String {
    let name = path.names.last ?? ""
    if isFolder, !name.isPackage {
      return UTType.folder.localizedDescription ?? String(localized: "Folder")
    }
    let type = UTType(
      filenameExtension: (name.description as NSString).pathExtension,
      conformingTo: isFolder ? .package : .data)
    return type?.localizedDescription ?? String(localized: "Document")
  }
}

/// Get Info: everything about one document or folder.
struct DocumentInfoView: View {
  @Bindable var model: DocumentInfoModel
  let actions: DocumentActions
  let done: @MainActor () -> Void

  var body: some View {
    NavigationStack {
      Form {
        if let problem = model.problem {
          Section {
            Label(problem, systemImage: "exclamationmark.triangle")
          }
        }
        if let info = model.info {
          if let entry = model.entry, !model.isGone { document(entry) }
          general
          dates(info)
          if let title = info.title {
            Section("Title") { Text(verbatim: title) }
          }
          if let comment = info.comment {
            Section("Comments") { Text(verbatim: comment) }
          }
          sources
          if !model.versions.isEmpty {
            Section("Conflicts") {
              ForEach(model.versions) { Text(verbatim: $0.path.description) }
            }
          }
          if let tags = info.tags { self.tags(tags) }
        }
      }
      .sheetBar(Text(verbatim: model.name)) { Button("Done", action: done) }
    }
  }

  /// What it looks like, and what can be done with it.
  private func document(_ entry: DocumentEntry) -> some View {
    Section {
      HStack {
        Spacer()
        DocumentThumbnail(app: actions.app, entry: entry, side: 72)
        Spacer()
      }
      if entry.folder.directory == .documents {
        Button("Rename", systemImage: "pencil") { actions.beginRenaming(entry) }
        ShareLink(item: actions.library.url(of: entry))
      }
    }
  }

  private var general: some View {
    Section {
      LabeledContent("Kind") { Text(verbatim: model.kind) }
      LabeledContent("Size") {
        if let size = model.size {
          Text(verbatim: size.fileSize)
        } else if model.isCounting {
          ProgressView("Calculating size")
        } else {
          Text(verbatim: "–")
        }
      }
      if let items = model.items {
        LabeledContent("Items") { Text(items, format: .number) }
      }
      if model.isSizePartial {
        Text("Items that couldn’t be read aren’t included in the size.")
      }
      if model.isCounting, model.size == nil {
        Button("Stop", role: .cancel) { model.stopCounting() }
      }
      // The mark is mirrored where the language is written from right to left.
      LabeledContent("Where") { Text(verbatim: model.folder.joined(separator: " › ")) }
      if model.isInCloudToo {
        Text("iCloud Drive also has an item with this name.")
      }
    }
  }

  private func dates(_ info: DocumentInfo) -> some View {
    Section {
      if let added = info.added {
        LabeledContent("Added") { Text(added.date, format: .moment) }
      }
      if let created = info.status.created {
        LabeledContent("Created") { Text(created.date, format: .moment) }
      }
      LabeledContent("Modified") { Text(info.status.modified.date, format: .moment) }
      if let lastOpened = info.lastOpened {
        LabeledContent("Last Opened") { Text(lastOpened.date, format: .moment) }
      }
    }
  }

  @ViewBuilder private var sources: some View {
    if !model.sources.isEmpty {
      Section("Where From") {
        ForEach(model.sources, id: \.self) { source in
          Text(verbatim: source)
          if let link = DocumentInfoModel.link(of: source) {
            Button("Copy Link", systemImage: "link") { UIPasteboard.general.url = link }
          }
        }
      }
    }
  }

  private func tags(_ tags: [DocumentTag]) -> some View {
    Section("Tags") {
      ForEach(tags) { tag in
        HStack {
          Label {
            Text(verbatim: tag.name)
          } icon: {
            TagDot(tag: tag)
          }
          Spacer()
          Button("Remove Tag “\(tag.name)”", systemImage: "minus.circle") { model.set(tag, to: false) }
            .labelStyle(.iconOnly)
            // Else a tap anywhere in the row would press it.
            .buttonStyle(.borderless)
        }
      }
      TextField("Add Tag", text: $model.typed)
        .onSubmit { model.addTag() }
      let others = actions.app.overview.tags.filter { tag in !tags.contains { $0.name == tag.name } }
      TagChoices(title: "Tags in Use", tags: others) { tag in
        Button(tag.name, systemImage: "tag") { model.set(tag, to: true) }
      }
    }
    .disabled(model.isGone)
  }
}
