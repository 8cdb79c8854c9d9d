import Foundation
import Intake
import Shared
import SwiftUI

/// An archive that is being made, or uncompressed.
struct ArchiveWork: Identifiable {
  enum Action: Hashable {
    case compress, uncompress
  }

  let id = UUID()
  let action: Action
  /// The name of the document, or of the first of several.
  let subject: String
  /// How much of it is done, from 0 to 1; nil if unknown: the system zips without saying so.
  fileprivate(set) var part: Double?
  fileprivate let stop: @Sendable () -> Void
}

/// What the user does with ZIP archives.
extension NavigationModel {
  /// Opens a document: offers to uncompress an archive, and shows any other.
  func open(_ path: DocumentPath) {
    let isArchive = path.room == .documents && path.names.last.map(Archive.isArchive) == true
    if isArchive { offered = path } else { preview(path) }
  }

  /// Compresses documents into an archive beside them.
  func compress(_ paths: [DocumentPath]) {
    guard let first = paths.first?.names.last else { return }
    begin(.compress, first.description) { library, _ in
      switch await library.compress(paths) {
      case .success: nil
      case .failure(let error): Messages.notCompressed(error, of: paths.count)
      }
    }
  }

  /// Uncompresses an archive beside itself.
  func uncompress(_ path: DocumentPath) {
    let name = path.names.last?.description ?? ""
    begin(.uncompress, name) { library, progress in
      switch await library.uncompress(path, progress) {
      case .success(let result): Messages.leftOut(of: name, result)
      case .failure(let error): Messages.notUncompressed(name, error)
      }
    }
  }

  /// Ends all work with archives. Nothing of it is left.
  func stopArchiving() {
    for work in archiving { work.stop() }
  }

  /// Works, shows how far it is, and then what the user must know.
  private func begin(
    _ action: ArchiveWork.Action, _ subject: String,
    _ body: @escaping @Sendable (DocumentLibrary, @escaping @Sendable (Double) -> Void) async -> String?
  ) {
    guard let library else { return problem = Messages.noContainer }
    problem = nil
    outgoing.forgetEdited()
    let (parts, told) = AsyncStream.makeStream(of: Double.self, bufferingPolicy: .bufferingNewest(1))
    let task = Task {
      defer { told.finish() }
      return await body(library) { told.yield($0) }
    }
    let work = ArchiveWork(action: action, subject: subject) { task.cancel() }
    archiving.append(work)
    let activity = BackgroundActivity("Archiving documents") { task.cancel() }
    run {
      for await part in parts {
        guard let index = self.archiving.firstIndex(where: { $0.id == work.id }) else { break }
        self.archiving[index].part = part
      }
      let message = await task.value
      activity.end()
      self.archiving.removeAll { $0.id == work.id }
      self.problem = message ?? self.problem
      await self.changed()
      await self.refresh()
    }
  }
}

/// The archives that are being made or uncompressed, and the way to end that.
struct ArchiveRows: View {
  let browser: NavigationModel

  var body: some View {
    if !browser.archiving.isEmpty {
      Group {
        ForEach(browser.archiving) { work in
          switch work.action {
          case .compress: ProgressView("Compressing “\(work.subject)”")
          case .uncompress:
            ProgressView(value: work.part ?? 0) {
              Text("Uncompressing “\(work.subject)”")
            }
          }
        }
        Button("Stop", role: .cancel) { browser.stopArchiving() }
      }
    }
  }
}

/// Archives. Each method makes one call into `Shared`, off the main thread.
extension DocumentLibrary {
  /// Compresses documents.
  @concurrent
  func compress(_ paths: [DocumentPath]) async -> Result<DocumentPath, DiskError> {
    // The main thread never waits for the disk.
    dispatchPrecondition(condition: .notOnQueue(.main))
    // `cancel()` may be called from any thread, and is the one thing that another thread calls.
    nonisolated(unsafe) let coordinator = NSFileCoordinator()
    return await withTaskCancellationHandler {
      Result { () throws(DiskError) in
        try Archive(container).compress(
          paths, in: previewCopies, copier: Copier(isCancelled: { Task.isCancelled })
        ) { folder, take throws(DiskError) in try Self.zip(folder, by: coordinator, take) }
      }
    } onCancel: {
      coordinator.cancel()
    }
  }

  /// Uncompresses an archive.
  @concurrent
  func uncompress(
    _ path: DocumentPath, _ progress: @escaping @Sendable (Double) -> Void
  ) async -> Result<Archive.Uncompressed, ArchiveError> {
    dispatchPrecondition(condition: .notOnQueue(.main))
    let room = container.room
    return Result { () throws(ArchiveError) in
      try Archive(container).uncompress(
        path, room: room, isCancelled: { Task.isCancelled }, progress: progress)
    }
  }

  /// Has the system zip a folder.
  ///
  /// - Throws: ``DiskError/Code/cancelled`` when the coordinator is cancelled before the archive is there.
  private static func zip(
    _ folder: String, by coordinator: NSFileCoordinator, _ take: (String) -> Void
  ) throws(DiskError) {
    var refusal: NSError?
    coordinator.coordinate(
      readingItemAt: URL(filePath: folder, directoryHint: .isDirectory), options: .forUploading,
      error: &refusal
    ) { take($0.path) }
    guard let refusal else { return }
    let code: DiskError.Code =
      switch (refusal.domain, CocoaError.Code(rawValue: refusal.code)) {
      case (NSCocoaErrorDomain, .userCancelled): .cancelled
      case (NSCocoaErrorDomain, .fileWriteOutOfSpace): .noSpace
      default: .failed
      }
    throw DiskError(code, call: refusal.domain, number: Int32(clamping: refusal.code), at: folder)
  }
}
