import Foundation
import IntrayCore
import IntrayIntake
import Observation
import SwiftUI

/// iCloud Drive for all windows: who is signed in, and what the user does there. `Cloud` touches the disk and the network.
@MainActor
@Observable
final class CloudModel {
  private(set) var isSignedIn = false
  /// What went wrong last; nil is nothing.
  var problem: String?
  /// What became of what was asked for last, where the list alone does not say it; nil is nothing.
  private(set) var notice: String?
  /// The work that changes what is shown; a caller can await it.
  @ObservationIgnored private(set) var work: Task<Void, Never>?
  /// iCloud of the account that is signed in; nil before the first look.
  @ObservationIgnored private(set) var cloud: Cloud?
  /// What is under way. An account that signs out ends it.
  @ObservationIgnored private var tasks: [UUID: Task<Void, Never>] = [:]
  let library: DocumentLibrary
  private let queue: WorkQueue
  /// Two items at once keep the network busy, of all that is asked for.
  private let transfers = AsyncSemaphore(2)
  private let overview: Overview
  /// Called when documents were added, removed or changed, here or there.
  @ObservationIgnored var changed: @Sendable () async -> Void = {}
  /// Called when another account is signed in: what windows show of the old one goes.
  @ObservationIgnored var reset: @MainActor () -> Void = {}

  init(library: DocumentLibrary, queue: WorkQueue, overview: Overview) {
    (self.library, self.queue, self.overview) = (library, queue, overview)
  }

  /// Follows who is signed in, until its task is cancelled.
  func follow() async {
    // Listen before reading the status, so that no change in between is missed.
    let accounts = library.drive.accounts()
    await renew()
    for await _ in accounts { await renew() }
  }

  /// Looks which account is signed in. If it is another one, ends the old account's work, clears what windows show, says so, and
  /// answers true.
  @discardableResult func renew() async -> Bool {
    let now = await library.run { [library] _ in
      Cloud(library.container, drive: library.drive, isPackage: \.isPackage)
    }
    let before = cloud
    guard before == nil || now.account != before?.account else { return false }
    cloud = now
    isSignedIn = now.account != nil
    for task in tasks.values { task.cancel() }
    notice = nil
    if before != nil { reset() }
    if before?.account != nil { problem = Messages.cloud(isSignedIn ? .accountChanged : .noAccount) }
    // Another account is no change of Intray's documents, of which Files would have to know.
    overview.raise(isFresh: overview.isFresh)
    return true
  }

  /// The part of a folder that is asked for, or of what a search finds below it.
  func list(_ folder: DocumentPath, _ query: DocumentQuery) async -> Result<DocumentList, ListFailure> {
    guard isSignedIn, let cloud else { return .success(DocumentList()) }
    do throws(CloudError) {
      let found =
        query.isSearch
        ? try await cloud.search(query.text, below: folder, in: .cloudDocuments)
        : try await cloud.list(folder, in: .cloudDocuments)
      // What another account has is nothing of this one's.
      guard cloud.account == self.cloud?.account else { return .failure(.cancelled) }
      return .success(
        query.list(of: found.map { DocumentEntry($0, isPackage: $0.path.names.last?.isPackage == true) }))
    } catch {
      switch error {
      case .cancelled: return .failure(.cancelled)
      // iCloud Drive has no folder for Intray before the first document is put there.
      case .notFound where folder.names.isEmpty: return .success(DocumentList())
      case .notFound: return .failure(.gone)
      default:
        await renew()
        return .failure(Messages.cloud(error).map { .failed($0) } ?? .cancelled)
      }
    }
  }

  /// What becomes of a document that is on its way, as it happens.
  func changes(of path: DocumentPath) async -> AsyncStream<CloudStatus>? {
    // What cannot be followed is shown as it was found.
    try? await cloud?.changes(of: path, in: .cloudDocuments)
  }

  /// Where the current copy of a document is on this device; nil when there is none.
  func file(of entry: DocumentEntry) async -> URL? {
    guard entry.kind == .file, entry.cloud?.isCurrent == true else { return nil }
    // What cannot be found now has no picture.
    return (try? await cloud?.location(of: entry.path, in: .cloudDocuments)).map { URL(filePath: $0) }
  }

  /// What went wrong, and what became of what was asked for last.
  var banners: [Banner] {
    var banners: [Banner] = []
    if let problem {
      banners.append(.problem(problem, id: "iCloud problem", actions: [.close { self.problem = nil }]))
    }
    if let notice {
      banners.append(
        Banner(
          id: "iCloud", text: Text(verbatim: notice), mark: .symbol("info.circle"), announcement: notice,
          actions: [.close { self.notice = nil }]))
    }
    return banners
  }
}

/// What the user does with documents and iCloud.
extension CloudModel {
  func moveIn(_ entries: [DocumentEntry]) {
    perform(.moveIn, entries) { cloud, path, _ throws(CloudError) in
      let new = try await cloud.moveIn(path).path
      return Messages.moved(path, as: new)
        ?? String(localized: "“\(path.description)” is in iCloud Drive.")
    } several: {
      String(localized: "\($0) items are in iCloud Drive.")
    }
  }

  /// Moves documents of iCloud onto this device; fetches them first, if it has to.
  func moveOut(_ entries: [DocumentEntry]) {
    perform(.moveOut, entries) { cloud, path, tell throws(CloudError) in
      let new = try await cloud.moveOut(path, from: .cloudDocuments, progress: tell).path
      return Messages.moved(path, as: new) ?? String(localized: "“\(path.description)” is in Intray.")
    } several: {
      String(localized: "\($0) items are in Intray.")
    }
  }

  /// Has documents fetched; they stay in iCloud.
  func fetch(_ entries: [DocumentEntry]) {
    perform(.fetch, entries) { cloud, path, tell throws(CloudError) in
      try await cloud.fetch(path, in: .cloudDocuments, progress: tell)
      return nil
    }
  }

  /// Removes the copies of documents from this device.
  func evict(_ entries: [DocumentEntry]) {
    perform(.evict, entries) { cloud, path, _ throws(CloudError) in
      try await cloud.evict(path, in: .cloudDocuments)
      return nil
    }
  }

  /// Keeps the versions of a document that iCloud could not merge: the other ones become documents of this device.
  func keepAllVersions(of entry: DocumentEntry) {
    perform(.moveOut, [entry]) { [library] cloud, path, _ throws(CloudError) in
      try await cloud.keepAllVersions(of: path, in: .cloudDocuments)
      do throws(DiskError) {
        try await library.run { _ throws(DiskError) in _ = try library.drain.run { _ in } }
      } catch {
        throw .disk(error)
      }
      return String(localized: "The other versions of “\(path.description)” are in Intray.")
    }
  }

  /// Fetches a document if it is not on this device, and passes on a preview copy of it.
  func copy(_ entry: DocumentEntry, _ take: @escaping @MainActor (PreviewCopies.PreviewCopy) -> Void) {
    perform(.fetch, [entry]) { [copies = library.previewCopies] cloud, path, tell throws(CloudError) in
      try await cloud.fetch(path, in: .cloudDocuments, progress: tell)
      let copy = try await cloud.read(path, in: .cloudDocuments) { file throws(DiskError) in
        try copies.makePreviewCopy(ofFileAt: file, copier: Copier(isCancelled: { Task.isCancelled }))
      }
      await take(copy)
      return nil
    }
  }

  /// Gives a document another name. One that is taken is refused.
  func rename(_ entry: DocumentEntry, to name: DocumentName) {
    perform(.rename, [entry]) { cloud, path, _ throws(CloudError) in
      try await cloud.rename(path, to: name, in: .cloudDocuments)
      return nil
    }
  }

  /// Deletes documents, which the user has confirmed or need not: into the trash of this device when they are here, else for good.
  func remove(_ entries: [DocumentEntry]) {
    perform(.delete, entries) { [documents = library.documents] cloud, path, _ throws(CloudError) in
      let deletion = try await cloud.delete(path, in: .cloudDocuments) { path throws(DiskError) in
        try documents.trash(path, expecting: try documents.file(of: SeenDocument(path)))
      }
      return switch deletion {
      case .discarded: String(localized: "“\(path.description)” is in Recently Deleted.")
      case .removed: String(localized: "“\(path.description)” is deleted from iCloud.")
      }
    } several: {
      String(localized: "\($0) items are deleted from iCloud.")
    }
  }

  /// What is done with documents and iCloud.
  private enum Action: Hashable {
    case moveIn, moveOut, rename, fetch, evict, delete

    /// Whether it waits for the network, and can be ended then. The documents stay in iCloud unchanged.
    var canStop: Bool { self == .fetch || self == .moveOut }
  }

  /// What tells that the same is under way: a button was pressed twice.
  private struct Key: Hashable {
    let action: Action
    let paths: [DocumentPath]
  }

  /// Does something with each of several: one piece of work, and one sentence on what became of it.
  private func perform(
    _ action: Action, _ entries: [DocumentEntry],
    _ body:
      @escaping @Sendable (Cloud, DocumentPath, @escaping @Sendable (Double) -> Void) async throws(CloudError)
      -> String?,
    several: @escaping (Int) -> String? = { _ in nil }
  ) {
    guard let cloud, isSignedIn else { return problem = Messages.cloud(.noAccount) }
    let paths = entries.map(\.path)
    (problem, notice) = (nil, nil)
    let (id, earlier) = (UUID(), work)
    let task = Task {
      let results = await queue.run(
        title(action, paths), key: Key(action: action, paths: paths), takesTurn: false,
        canStop: action.canStop,
        // Work that waits for the network goes on when the app is back: the system downloads meanwhile.
        reason: action.canStop ? nil : "Moving documents"
      ) { [transfers] tell in
        await Self.each(of: paths, taking: action.canStop ? transfers : nil, tell) {
          path, tell throws(CloudError) in try await body(cloud, path, tell)
        }
      }
      tasks[id] = nil
      if let results { await self.tell(paths, results, several) }
      await earlier?.value
    }
    tasks[id] = task
    work = task
  }

  /// Does something with each, in their order, two at a time.
  ///
  /// - Parameter turns: what each waits for.
  private nonisolated static func each(
    of paths: [DocumentPath], taking turns: AsyncSemaphore?, _ tell: @escaping @Sendable (Double) -> Void,
    _ body:
      @escaping @Sendable (DocumentPath, @escaping @Sendable (Double) -> Void) async throws(CloudError) ->
      String?
  ) async -> [Result<String?, CloudError>] {
    let isOne = paths.count == 1
    var results = [Result<String?, CloudError>](repeating: .failure(.cancelled), count: paths.count)
    await withTaskGroup(of: (Int, Result<String?, CloudError>).self) { group in
      var (next, done) = (0, 0)
      func begin() {
        guard next < paths.count else { return }
        let index = next
        next += 1
        let path = paths[index]
        group.addTask(executorPreference: DiskExecutor.shared) {
          if let turns, await !turns.wait() { return (index, .failure(.cancelled)) }
          var result = Result<String?, CloudError>.failure(.cancelled)
          do throws(CloudError) {
            if !Task.isCancelled { result = .success(try await body(path) { if isOne { tell($0) } }) }
          } catch {
            result = .failure(error)
          }
          await turns?.signal()
          return (index, result)
        }
      }
      begin()
      begin()
      for await (index, result) in group {
        results[index] = result
        done += 1
        if !isOne { tell(Double(done) / Double(paths.count)) }
        begin()
      }
    }
    return results
  }

  /// Says what became of each, in one sentence, and has the lists read anew.
  private func tell(
    _ paths: [DocumentPath], _ results: [Result<String?, CloudError>], _ several: (Int) -> String?
  ) async {
    var (notices, failures): ([String?], [CloudError]) = ([], [])
    for (path, result) in zip(paths, results) {
      switch result {
      case .success(let notice): notices.append(notice)
      case .failure(let error):
        failures.append(error)
        guard paths.count > 1, let sentence = Messages.cloud(error) else { continue }
        queue.problems.append(String(localized: "\(path.description): \(sentence)"))
      }
    }
    notice = paths.count == 1 ? notices.first ?? nil : notices.isEmpty ? nil : several(notices.count)
    // The account first: what the failure says of it is so by then.
    if let failure = failures.first, !(await renew()), paths.count == 1 {
      problem = Messages.cloud(failure) ?? problem
    }
    await changed()
  }

  private func title(_ action: Action, _ paths: [DocumentPath]) -> String {
    let (name, count) = (paths.first?.description ?? "", paths.count)
    switch action {
    case .moveIn:
      return count == 1
        ? String(localized: "Moving “\(name)” to iCloud")
        : String(localized: "Moving \(count) items to iCloud")
    case .moveOut:
      return count == 1
        ? String(localized: "Moving “\(name)” to Intray")
        : String(localized: "Moving \(count) items to Intray")
    case .rename: return String(localized: "Renaming “\(name)”")
    case .fetch:
      return count == 1
        ? String(localized: "Downloading “\(name)”") : String(localized: "Downloading \(count) items")
    case .evict:
      return count == 1
        ? String(localized: "Removing the download of “\(name)”")
        : String(localized: "Removing the downloads of \(count) items")
    case .delete:
      return count == 1
        ? String(localized: "Deleting “\(name)”") : String(localized: "Deleting \(count) items")
    }
  }
}
