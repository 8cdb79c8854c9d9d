import Foundation
import Shared
import UIKit

/// A file that another app hands over while ours runs: by a shortcut, a drop or a paste.
struct Incoming: Sendable {
  /// Its name there.
  var name: String
  /// Where it is, or its bytes when it has no file.
  var contents: Contents

  enum Contents: Sendable {
    case file(URL)
    case bytes(Data)
  }
}

/// Why nothing of what another app handed over was saved.
struct IncomingError: Error {
  /// The file that could not be copied; nil when it is Intray's own folder that cannot be written.
  var name: String?
  var error: DiskError
}

extension DocumentLibrary {
  /// Deposits files of another app as one parcel, which the next drain takes in. The files are only read.
  ///
  /// - Parameters:
  ///   - folder: where the drain puts them.
  ///   - newFolder: a folder that the drain creates there for them, unless it exists by then.
  /// - Throws: what the disk says first, or ``DiskError/Code/cancelled``; nothing was deposited then.
  @concurrent
  func deposit(
    _ files: [Incoming], into folder: DocumentPath = DocumentPath(), creating newFolder: DocumentName? = nil
  ) async throws(IncomingError) {
    // The main thread never waits for the disk.
    dispatchPrecondition(condition: .notOnQueue(.main))
    var culprit: String?
    do throws(DiskError) {
      // Whether the medium has confirmed it makes no difference to what the user can do now.
      _ = try Inbox(container).deposit(
        copier: Copier(isCancelled: { Task.isCancelled }), into: folder, creating: newFolder
      ) { deposit throws(DiskError) in
        for file in files {
          culprit = file.name
          try file.add(to: deposit)
        }
        culprit = nil
      }
    } catch {
      Log.intake.error("Nothing of what an app handed over was saved:", error)
      throw IncomingError(name: culprit, error: error)
    }
  }
}

extension Incoming {
  fileprivate func add(to deposit: Deposit) throws(DiskError) {
    let name = DocumentName(name)
    switch contents {
    case .bytes(let data): try deposit.add(data, as: name)
    case .file(let url):
      let isScoped = url.startAccessingSecurityScopedResource()
      defer { if isScoped { url.stopAccessingSecurityScopedResource() } }
      try deposit.add(contentsOf: url.path, as: name)
    }
  }
}
