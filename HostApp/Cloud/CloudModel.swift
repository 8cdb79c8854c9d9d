import Foundation
import IntrayCore
import IntrayIntake
import Observation
import SwiftUI

/// iCloud Drive for all windows: who is signed in, and what is under way. `Cloud` touches the disk and the network.
@MainActor
@Observable
final class CloudModel {
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
  let library: DocumentLibrary
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

  /// Looks which account is signed in. If it is another one, ends the old account's work and clears what windows show.
  func renew() async {
    let now = await library.run { [library] _ in
      Cloud(library.container, drive: library.drive, isPackage: \.isPackage)
    }
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
  func moveIn(_ path: DocumentPath) {
    perform(.moveIn, path) { cloud, _ throws(CloudError) in
      let new = try await cloud.moveIn(path).path
      return Messages.moved(path, as: new)
        ?? String(localized: "“\(path.description)” is in iCloud Drive.")
    }
  }

  /// Moves a document of iCloud onto this device; fetches it first, if it has to.
  func moveOut(_ path: DocumentPath) {
    perform(.moveOut, path) { cloud, progress throws(CloudError) in
      let new = try await cloud.moveOut(path, from: .cloudDocuments, progress: progress).path
      return Messages.moved(path, as: new) ?? String(localized: "“\(path.description)” is in Intray.")
    }
  }

  /// Has a document fetched; it stays in iCloud.
  func fetch(_ path: DocumentPath) {
    perform(.fetch, path) { cloud, progress throws(CloudError) in
      try await cloud.fetch(path, in: .cloudDocuments, progress: progress)
      return nil
    }
  }

  /// Removes a document's copy from this device.
  func evict(_ path: DocumentPath) {
    perform(.evict, path) { cloud, _ throws(CloudError) in
      try await cloud.evict(path, in: .cloudDocuments)
      return nil
    }
  }

  /// Keeps the versions of a document that iCloud could not merge: the other ones become documents of this device.
  func keepAllVersions(of path: DocumentPath) {
    perform(.moveOut, path) { [library] cloud, _ throws(CloudError) in
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
  func open(_ path: DocumentPath, _ show: @escaping @MainActor (PreviewCopies.PreviewCopy) -> Void) {
    perform(.fetch, path) { [copies = library.previewCopies] cloud, progress throws(CloudError) in
      try await cloud.fetch(path, in: .cloudDocuments, progress: progress)
      let copy = try await cloud.read(path, in: .cloudDocuments) { file throws(DiskError) in
        try copies.makePreviewCopy(ofFileAt: file, copier: Copier(isCancelled: { Task.isCancelled }))
      }
      await show(copy)
      return nil
    }
  }

  func release(_ copy: PreviewCopies.PreviewCopy) {
    work = Task { [work] in
      await library.release(copy)
      await work?.value
    }
  }

  /// Gives a document another name. One that is taken is refused.
  func rename(_ path: DocumentPath, to name: DocumentName) {
    perform(.rename, path) { cloud, _ throws(CloudError) in
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

  /// Deletes a document, which the user has confirmed or need not: into the trash of this device when it is here, else for good.
  func remove(_ path: DocumentPath) {
    perform(.delete, path) { [documents = library.documents] cloud, _ throws(CloudError) in
      let deletion = try await cloud.delete(path, in: .cloudDocuments) { path throws(DiskError) in
        try documents.trash(path, expecting: try documents.file(of: SeenDocument(path)))
      }
      return switch deletion {
      case .discarded: String(localized: "“\(path.description)” is in Recently Deleted.")
      case .removed: String(localized: "“\(path.description)” is deleted from iCloud.")
      }
    }
  }

  private func perform(
    _ action: CloudWork.Action, _ path: DocumentPath,
    _ body:
      @escaping @Sendable (Cloud, @escaping @Sendable (Double) -> Void) async throws(CloudError)
      -> String?
  ) {
    guard let cloud, isSignedIn else { return problem = Messages.cloud(.noAccount) }
    // Pressed twice.
    guard !works.contains(where: { ($0.action, $0.path) == (action, path) }) else { return }
    (problem, notice) = (nil, nil)
    let (parts, told) = AsyncStream.makeStream(of: Double.self, bufferingPolicy: .bufferingNewest(1))
    let task = Task { () -> Result<String?, CloudError> in
      defer { told.finish() }
      do throws(CloudError) {
        return .success(try await body(cloud) { told.yield($0) })
      } catch {
        return .failure(error)
      }
    }
    let work = CloudWork(action: action, path: path, task: task)
    works.append(work)
    // Work that waits for the network goes on when the app is back: the system downloads meanwhile.
    let activity = work.canStop ? nil : BackgroundActivity("Moving documents") { task.cancel() }
    self.work = Task { [earlier = self.work] in
      for await part in parts {
        if let index = works.firstIndex(where: { $0.id == work.id }) { works[index].part = part }
      }
      let result = await task.value
      works.removeAll { $0.id == work.id }
      switch result {
      case .success(let notice): self.notice = notice
      case .failure(let error):
        problem = Messages.cloud(error) ?? problem
        await renew()
      }
      await changed()
      await refresh()
      activity?.end()
      await earlier?.value
    }
  }

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
