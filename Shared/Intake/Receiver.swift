import Foundation
import Shared
import Synchronization
import UIKit
import UniformTypeIdentifiers

/// Where the attachments of one share go, and how long it waits for them.
struct Receiver: Sendable {
  let parcel: StagedParcel
  let tally: ShareProgress
  /// A sender that has not moved for so long does not move any more. Files may be downloading meanwhile; then
  /// its progress moves.
  var patience = Duration.seconds(60)
  /// Passes the time between two looks at it.
  var rest: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

  /// Whether a file is a document of ours, as Files shows it.
  var isOurs: @Sendable (URL) async -> Bool = { _ in false }

  /// More text than this is a file. It is several thousand pages.
  static let longestText = 8 << 20

  /// How often to look in the time of one patience.
  private static let looks = 60

  /// Gives up a wait in which nothing moves.
  ///
  /// It polls, because a progress that stands still sends no notification.
  func watch<Value>(_ reception: OneShot<Value>, _ sender: String) async {
    var last = (tally.fraction, tally.bytes)
    var still = 0
    while reception.isWaiting, still < Self.looks {
      // Sleeping ends early when the wait is over.
      guard (try? await rest(patience / Self.looks)) != nil else { return }
      let now = (tally.fraction, tally.bytes)
      still = now == last ? still + 1 : 0
      last = now
    }
    reception.giveUp(.silent(sender))
  }
}

/// The parcel of one share. The first thread that has something for it makes it.
final class StagedParcel: Sendable {
  let container: Container
  private let copier: Copier
  private let made = Mutex<Deposit?>(nil)

  init(in container: Container, copier: Copier = Copier()) {
    self.container = container
    self.copier = copier
  }

  /// The parcel; made now if it is not there.
  func deposit() throws(DiskError) -> Deposit {
    try made.withLock { made throws(DiskError) in
      let deposit = if let made { made } else { try Inbox(container).deposit(copier: copier) }
      made = deposit
      return deposit
    }
  }
}

extension Receiver {
  /// Takes a copy that is gone when the caller returns.
  ///
  /// - Parameters:
  ///   - sender: what an error calls it.
  ///   - naming: what is known of its name so far.
  func take(
    _ url: URL?, _ error: (any Error)?, from sender: String, _ naming: Naming,
    for reception: OneShot<StagedItem.File>
  ) {
    reception.receive { () throws(ShareError) in
      guard let url else { throw .of(sender, error) }
      return try stage(url, from: sender, naming, isOriginal: false)
    }
  }

  /// Reads the sender's own file where it is: coordinated, so that it is downloaded first if it must be. What the system copied
  /// because it could not open it in place is read in the same way: the copy is there until the coordinator lets go of it
  /// (NSItemProvider.h).
  ///
  /// <https://developer.apple.com/documentation/foundation/nsitemprovider/loadinplacefilerepresentation(fortypeidentifier:completionhandler:)>
  /// - Parameter isOriginal: whether it is the sender's own file, and no copy.
  func open(
    _ url: URL?, _ error: (any Error)?, isOriginal: Bool = true, from sender: String, _ naming: Naming,
    for reception: OneShot<StagedItem.File>
  ) {
    guard let url, url.isFileURL else { return take(URL?.none, error, from: sender, naming, for: reception) }
    let isScoped = url.startAccessingSecurityScopedResource()
    defer { if isScoped { url.stopAccessingSecurityScopedResource() } }
    // `cancel()` may be called from any thread, and is the one thing that another thread calls.
    nonisolated(unsafe) let coordinator = NSFileCoordinator()
    reception.onGiveUp { coordinator.cancel() }
    var failure: NSError?
    coordinator.coordinate(readingItemAt: url, options: .withoutChanges, error: &failure) { url in
      reception.receive { () throws(ShareError) in
        try stage(url, from: sender, naming, isOriginal: isOriginal)
      }
    }
    if let failure { take(URL?.none, failure, from: sender, naming, for: reception) }
  }

  /// Takes bytes that are in memory and nowhere else.
  func take(
    _ data: Data?, _ error: (any Error)?, from sender: String, _ naming: Naming,
    for reception: OneShot<StagedItem.File>
  ) {
    reception.receive { () throws(ShareError) in
      guard let data else { throw .of(sender, error) }
      tally.receive(Int64(data.count))
      return try stage(from: sender, size: Int64(data.count)) { deposit throws(DiskError) in
        let staged = try deposit.add(data, as: DocumentName(UUID().uuidString))
        var file = StagedItem.File(staged: staged, naming: naming)
        _ = try note(staged, in: &file, deposit)
        return file
      }
    }
  }

  /// Copies a file into the parcel, under a name that means nothing yet.
  private func stage(
    _ url: URL, from sender: String, _ naming: Naming, isOriginal: Bool
  ) throws(ShareError) -> StagedItem.File {
    let path = url.path(percentEncoded: false)
    let size = Self.size(of: path)
    tally.receive(size ?? 0)
    return try stage(from: sender, size: size) { deposit throws(DiskError) in
      let staged = try deposit.add(contentsOf: path, as: DocumentName(UUID().uuidString))
      var file = StagedItem.File(staged: staged, naming: naming, original: isOriginal ? url : nil)
      if !naming.isExact { file.naming.fileName = url.lastPathComponent }
      file.naming.isOriginal = isOriginal
      let head = try note(staged, in: &file, deposit)
      if file.naming.wantsWords { file.words = Words.inside(head ?? []) }
      try unwrap(&file, in: deposit)
      try dissolve(&file, in: deposit)
      return file
    }
  }

  /// Says whose the disk's errors are, and how many bytes are missing.
  private func stage(
    from sender: String, size: Int64?, _ body: (Deposit) throws(DiskError) -> StagedItem.File
  ) throws(ShareError) -> StagedItem.File {
    do throws(DiskError) {
      return try body(parcel.deposit())
    } catch  where error.code == .noSpace {
      throw .noSpace(sender, missing: size.flatMap { Self.missing($0, in: parcel.container) })
    } catch  where error.code == .ownFolder {
      throw .ours(sender)
    } catch {
      throw .disk(sender, error)
    }
  }

  /// Puts what a property list wraps in its place.
  private func unwrap(_ file: inout StagedItem.File, in deposit: Deposit) throws(DiskError) {
    guard file.naming.mayWrap, let size = try deposit.size(of: file.staged),
      size <= Wrapping.longest
    else { return }
    let bytes = try deposit.head(of: file.staged, count: Int(size)) ?? []
    switch Wrapping(Data(bytes)) {
    case .address: file.isAddress = true
    case .image(let data):
      let contents = try deposit.add(data, as: DocumentName(UUID().uuidString))
      try deposit.remove(file.staged)
      // It was called as the wrapping is.
      file.naming.isOriginal = false
      _ = try note(contents, in: &file, deposit)
    case nil: break
    }
  }

  /// Notes what is staged as the contents of a file, and what its first bytes say that it is.
  ///
  /// - Returns: the first bytes; nil of a folder.
  private func note(
    _ staged: DocumentName, in file: inout StagedItem.File, _ deposit: Deposit
  ) throws(DiskError) -> [UInt8]? {
    let head = try deposit.head(of: staged, count: Signature.length)
    file.staged = staged
    file.naming.signature = head.flatMap { Signature($0) }
    file.naming.isFolder = head == nil
    return head
  }

  /// The size of a file; nil for a folder, and for what cannot be looked at: the copy will say why.
  private static func size(of path: String) -> Int64? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard attributes?[.type] as? FileAttributeType == .typeRegular else { return nil }
    return (attributes?[.size] as? NSNumber)?.int64Value
  }

  /// How many bytes more a file needs than there are; nil when it is not known.
  private static func missing(_ size: Int64, in container: Container) -> Int64? {
    guard let free = container.availableCapacity, size > free else { return nil }
    return size - free
  }
}
