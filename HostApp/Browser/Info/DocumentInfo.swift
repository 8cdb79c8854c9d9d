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
  /// The document as it was at the last look; nil before the first.
  private(set) var info: DocumentInfo?
  /// Its size in bytes, as it was counted last; nil before a folder was counted for the first time.
  private(set) var size: Int64?
  /// Whether the size lacks what cannot be read.
  private(set) var isSizePartial = false
  /// The other versions of the document, until the user decides.
  private(set) var versions: [DocumentEntry] = []
  /// Whether iCloud Drive has an item of the same path.
  private(set) var isInCloudToo = false
  private(set) var isCounting = false
  /// What went wrong with the last look or the last change; nil is nothing.
  private(set) var problem: String?
  /// Whether the document is gone. Then nothing of it can be changed.
  private(set) var isGone = false
  var typed = ""
  @ObservationIgnored private(set) var work: Task<Void, Never>?

  /// Where the document was when the sheet was opened.
  let path: DocumentPath
  @ObservationIgnored private var counting: Task<Void, Never>?
  /// Whether the user stopped the counting, or closed the sheet.
  @ObservationIgnored private var isStopped = false
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
    isStopped = true
    counting?.cancel()
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
      let found = try await library.run(work)
      let isNew = found != info
      versions = await library.index.versions(of: found.path)
      (info, problem, isGone) = (found, nil, false)
      // What changes deep in a folder does not change the folder, so it is counted again in any case.
      if isNew || !isCounting { measure(found) }
      // iCloud may take seconds to answer. If it cannot be asked, the sheet says nothing of it: the document is here.
      var places: [CloudPlace]?
      if found.path.directory == .documents { places = try? await cloud?.placesInCloud(having: found.path) }
      isInCloudToo = places?.contains(.cloudDocuments) == true
      return true
    } catch  where error.isGone {
      (problem, isGone) = (Messages.cannotFollow(info?.path ?? path, error), true)
      counting?.cancel()
    } catch {
      problem =
        error.code == .tooLarge
        ? String(
          localized:
            "The document can’t have any more tags. Remove a tag, or use a shorter name for the new one.")
        : Messages.action(error)
    }
    return false
  }

  private func measure(_ info: DocumentInfo) {
    counting?.cancel()
    guard info.status.kind == .folder else {
      return (size, isSizePartial) = (info.status.size, false)
    }
    guard !isStopped else { return }
    isCounting = true
    counting = Task {
      // The list says why a folder cannot be read.
      let counted = await library.run { try? $0.size(of: info.path, isCancelled: { Task.isCancelled }) }
      // A newer look ended this count and began another.
      guard info == self.info else { return }
      isCounting = false
      if let counted { (size, isSizePartial) = (counted.bytes, !counted.isWhole) }
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
          general
          dates(info)
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

  private var general: some View {
    Section {
      LabeledContent("Kind") { Text(verbatim: model.kind) }
      LabeledContent("Size") {
        if let size = model.size {
          Text(size, format: .byteCount(style: .file))
        } else if model.isCounting {
          ProgressView("Calculating size")
        } else {
          Text(verbatim: "–")
        }
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
          Label(tag.name, systemImage: "tag")
          Spacer()
          Button("Remove Tag “\(tag.name)”", systemImage: "minus.circle") { model.set(tag, to: false) }
            .labelStyle(.iconOnly)
            // Else a tap anywhere in the row would press it.
            .buttonStyle(.borderless)
        }
      }
      TextField("Add Tag", text: $model.typed)
        .onSubmit { model.addTag() }
    }
    .disabled(model.isGone)
  }
}
