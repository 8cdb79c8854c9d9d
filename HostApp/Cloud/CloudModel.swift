import Foundation
import Intake
import Observation
import Shared
import SwiftUI

/// iCloud Drive for all windows: who is signed in, and what is under way.
///
/// It touches neither the disk nor the network itself: `Cloud` does, off the main thread.
@MainActor
@Observable
final class CloudModel {
  /// Whether an account is signed in.
  private(set) var isSignedIn = false
  /// What is under way, in the order in which it began.
  private(set) var works: [CloudWork] = []
  /// What went wrong last; nil is nothing.
  var problem: String?
  /// What became of what was asked for last, where the list alone does not say it; nil is nothing.
  private(set) var notice: String?

  /// The work that changes what is shown; a caller can await it.
  @ObservationIgnored private(set) var work: Task<Void, Never>?
  /// iCloud of the account that is signed in; nil before the first look.
  @ObservationIgnored private(set) var cloud: Cloud?
  /// The folders that windows show.
  @ObservationIgnored var folders: @MainActor () -> [CloudNavigation] = { [] }
  private let library: DocumentLibrary
  /// Called when local documents were added or removed.
  @ObservationIgnored var changed: @Sendable () async -> Void = {}

  init(library: DocumentLibrary) {
    self.library = library
  }

  /// Follows who is signed in, until its task is cancelled.
  func follow() async {
    // Listen before reading the status, so that no change in between is missed.
    let accounts = library.drive.accounts()
    await renew()
    await refresh()
    for await _ in accounts { await renew() }
  }

  /// An element after each change of any item of iCloud.
  func updates() -> AsyncStream<Void> { library.drive.updates() }

  /// Looks which account is signed in. If it is another one, ends the old account's work and clears what windows show.
  func renew() async {
    let now = await library.cloud()
    let before = cloud
    guard before == nil || now.account != before?.account else { return }
    cloud = now
    isSignedIn = now.account != nil
    for work in works { work.task.cancel() }
    notice = nil
    for folder in folders() { folder.reset() }
    if before?.account != nil { problem = Messages.cloud(isSignedIn ? .accountChanged : .noAccount) }
    await refresh()
  }

  /// Looks again at the folders that windows have looked at.
  private func refresh() async {
    for folder in folders() where folder.isFollowed { await folder.refresh() }
  }
}

/// Something that is under way with a document and iCloud.
struct CloudWork: Identifiable, Hashable {
  /// What is done with it.
  enum Action: Hashable, Sendable {
    case moveIn, moveOut, rename, fetch, evict, delete
  }

  let id = UUID()
  let action: Action
  /// Where the document is now.
  let path: DocumentPath
  fileprivate let task: Task<Result<String?, CloudError>, Never>
  /// How much of it has arrived, from 0 to 1; nil if unknown.
  var part: Double?

  /// Whether it waits for the network, and can be ended then. The document stays in iCloud unchanged.
  var canStop: Bool { action == .fetch || action == .moveOut }
}

/// What the user does with documents and iCloud.
extension CloudModel {
  /// Moves a document of this device into iCloud.
  func moveIn(_ path: DocumentPath) {
    perform(.moveIn, path) { cloud, _, _ throws(CloudError) in
      Messages.moved(path, as: try await cloud.moveIn(path).path, toCloud: true)
    }
  }

  /// Moves a document of iCloud onto this device; fetches it first, if it has to.
  func moveOut(_ path: DocumentPath) {
    perform(.moveOut, path) { cloud, _, progress throws(CloudError) in
      let arrival = try await cloud.moveOut(path, from: .cloudDocuments, progress: progress)
      return Messages.moved(path, as: arrival.path, toCloud: false)
    }
  }

  /// Has a document fetched; it stays in iCloud.
  func fetch(_ path: DocumentPath) {
    perform(.fetch, path) { cloud, _, progress throws(CloudError) in
      try await cloud.fetch(path, in: .cloudDocuments, progress: progress)
      return nil
    }
  }

  /// Removes a document's copy from this device.
  func evict(_ path: DocumentPath) {
    perform(.evict, path) { cloud, _, _ throws(CloudError) in
      try await cloud.evict(path, in: .cloudDocuments)
      return nil
    }
  }

  /// Keeps the versions of a document that iCloud could not merge: the other ones become documents of this device.
  func keepAllVersions(of path: DocumentPath) {
    perform(.moveOut, path) { cloud, library, _ throws(CloudError) in
      try await cloud.keepAllVersions(of: path, in: .cloudDocuments)
      try await library.drainVersions()
      return Messages.versionsAreKept(path)
    }
  }

  /// Fetches a document if it is not on this device, and passes on a preview copy of it.
  func open(_ path: DocumentPath, _ show: @escaping @MainActor (PreviewCopies.PreviewCopy) -> Void) {
    perform(.fetch, path) { cloud, library, progress throws(CloudError) in
      try await cloud.fetch(path, in: .cloudDocuments, progress: progress)
      await show(try await library.makePreviewCopy(of: path, in: cloud))
      return nil
    }
  }

  /// Releases a preview copy.
  func release(_ copy: PreviewCopies.PreviewCopy) {
    work = Task { [work] in
      await library.release(copy)
      await work?.value
    }
  }

  /// Gives a document another name. One that is taken is refused.
  func rename(_ path: DocumentPath, to name: DocumentName) {
    perform(.rename, path) { cloud, _, _ throws(CloudError) in
      try await cloud.rename(path, to: name, in: .cloudDocuments)
      return nil
    }
  }

  /// Where the current copy of a document is on this device; nil when there is none.
  func file(of entry: CloudEntry) async -> URL? {
    guard entry.status.kind == .file, entry.status.isCurrent else { return nil }
    // What cannot be found now has no picture.
    return (try? await cloud?.location(of: entry.path, in: .cloudDocuments)).map { URL(filePath: $0) }
  }

  /// Deletes a document. The user has confirmed it, or need not.
  func remove(_ path: DocumentPath) {
    perform(.delete, path) { cloud, library, _ throws(CloudError) in
      Messages.deletion(path, try await library.delete(path, of: cloud))
    }
  }

  private func perform(
    _ action: CloudWork.Action, _ path: DocumentPath,
    _ body:
      @escaping @Sendable (
        Cloud, DocumentLibrary, @escaping @Sendable (Double) -> Void
      ) async throws(CloudError) -> String?
  ) {
    guard let cloud, isSignedIn else { return problem = Messages.cloud(.noAccount) }
    // Pressed twice.
    guard !works.contains(where: { ($0.action, $0.path) == (action, path) }) else { return }
    (problem, notice) = (nil, nil)
    let (parts, told) = AsyncStream.makeStream(of: Double.self, bufferingPolicy: .bufferingNewest(1))
    let task = Task { () -> Result<String?, CloudError> in
      defer { told.finish() }
      do throws(CloudError) {
        return .success(try await body(cloud, library) { told.yield($0) })
      } catch {
        return .failure(error)
      }
    }
    let work = CloudWork(action: action, path: path, task: task)
    works.append(work)
    // Work that waits for the network goes on when the app is back: the system downloads meanwhile.
    let activity = work.canStop ? nil : BackgroundActivity("Moving documents") { task.cancel() }
    self.work = Task { [earlier = self.work] in
      for await part in parts { show(part, of: work) }
      await end(work, with: await task.value)
      activity?.end()
      await earlier?.value
    }
  }

  private func show(_ part: Double, of work: CloudWork) {
    guard let index = works.firstIndex(where: { $0.id == work.id }) else { return }
    works[index].part = part
  }

  private func end(_ work: CloudWork, with result: Result<String?, CloudError>) async {
    works.removeAll { $0.id == work.id }
    switch result {
    case .success(let notice): self.notice = notice
    case .failure(let error):
      problem = Messages.cloud(error) ?? problem
      await renew()
    }
    await changed()
    await refresh()
  }
}

extension CloudModel {
  /// What is under way with iCloud, and what became of what was asked for last.
  var banners: [Banner] {
    var banners = problem.map { [Banner.problem($0, id: "iCloud problem", dismiss: nil)] } ?? []
    if let notice {
      banners.append(Banner(id: "iCloud", text: Text(verbatim: notice), mark: .symbol("info.circle")))
    }
    return banners
      + works.map { work in
        let stop = Banner.Action(
          title: "Stop", role: .cancel, label: Text("Stop “\(work.path.description)”"),
          perform: { work.task.cancel() })
        return Banner(
          id: "\(work.id)", text: work.title, mark: .progress(work.part), actions: work.canStop ? [stop] : [])
      }
  }
}

extension CloudWork {
  fileprivate var title: Text {
    let name = path.description
    return switch action {
    case .moveIn: Text("Moving “\(name)” to iCloud")
    case .moveOut: Text("Moving “\(name)” to Intray")
    case .rename: Text("Renaming “\(name)”")
    case .fetch: Text("Downloading “\(name)”")
    case .evict: Text("Removing the download of “\(name)”")
    case .delete: Text("Deleting “\(name)”")
    }
  }
}

/// What the user does with iCloud that needs this device's disk as well.
extension DocumentLibrary {
  /// iCloud, of the account that is signed in now.
  func cloud() async -> Cloud {
    await run { _ in Cloud(container, drive: drive, isPackage: { $0.isPackage }) }
  }

  /// Takes in the versions of a document of iCloud that were kept.
  func drainVersions() async throws(CloudError) {
    do throws(DiskError) {
      try await run { _ throws(DiskError) in _ = try drain.run { _ in } }
    } catch {
      throw .disk(error)
    }
  }

  /// Makes a preview copy of one of iCloud's documents, all of which is on this device.
  @concurrent
  func makePreviewCopy(of path: DocumentPath, in cloud: Cloud) async throws(CloudError)
    -> PreviewCopies.PreviewCopy
  {
    try await cloud.read(path, in: .cloudDocuments) { file throws(DiskError) in
      try previewCopies.makePreviewCopy(ofFileAt: file, copier: Copier(isCancelled: { Task.isCancelled }))
    }
  }

  /// Deletes one of iCloud's documents: into the trash of this device when it is here, else for good.
  @concurrent
  func delete(_ path: DocumentPath, of cloud: Cloud) async throws(CloudError) -> Cloud.Deletion {
    try await cloud.delete(path, in: .cloudDocuments) { path throws(DiskError) in
      try documents.trash(path, expecting: try documents.file(of: SeenDocument(path)))
    }
  }
}
