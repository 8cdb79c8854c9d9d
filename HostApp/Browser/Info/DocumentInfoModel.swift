import Foundation
import Intake
import Observation
import Shared
import SwiftUI
import UniformTypeIdentifiers

/// What Get Info shows of one document or folder, as long as its sheet is open.
///
/// It follows the document: when the document changes or moves, the next look shows it as it is then. When it is gone, the
/// sheet says so and shows what was last known. It keeps nothing on disk.
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
  /// Whether a folder is being counted.
  private(set) var isCounting = false
  /// What went wrong with the last look or the last change; nil is nothing.
  private(set) var problem: String?
  /// Whether the document is gone. Then nothing of it can be changed.
  private(set) var isGone = false
  /// The tag that is being typed.
  var typed = ""
  /// The work under way; a caller can await it.
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
    self.path = path
    self.library = library
    self.cloud = cloud
    self.changed = changed
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

  /// Gives the document the typed tag.
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

  /// Waits for its turn, does something that says what the document is like then, and shows that.
  ///
  /// - Parameter ask: what to do with the document as it was at the last look; nil is nothing.
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
      await lookInCloud(found)
      return true
    } catch  where error.isGone {
      (problem, isGone) = (Messages.cannotFollow(info?.path ?? path, error), true)
      counting?.cancel()
    } catch {
      problem = Messages.info(error)
    }
    return false
  }

  /// iCloud may take seconds to answer, so this comes last.
  private func lookInCloud(_ info: DocumentInfo) async {
    guard let cloud, info.path.directory == .documents else { return isInCloudToo = false }
    // If iCloud cannot be asked, the sheet says nothing of it: the document is here.
    isInCloudToo = (try? await cloud.placesInCloud(having: info.path))?.contains(.cloudDocuments) == true
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
}

/// What the sheet says about the document.
extension DocumentInfoModel {
  /// The name of the document.
  var name: String { (info?.path ?? path).names.last?.description ?? "" }

  /// The kind of the document, as the system calls it.
  var kind: String { Messages.kind(of: info?.path ?? path, isFolder: info?.status.kind == .folder) }

  /// The folder that the document is in, from the device down.
  var folder: [String] {
    let parent = (info?.path ?? path).parent
    let place =
      parent.directory == .trash ? String(localized: "Recently Deleted") : String(localized: "Documents")
    return [String(localized: "On this device"), place] + parent.names.map(\.description)
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

extension NavigationModel {
  /// Shows everything about a document or folder.
  func showInfo(_ path: DocumentPath) {
    let info = DocumentInfoModel(path, library: library, cloud: drive.cloud.cloud, changed: changed)
    self.info = info
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
