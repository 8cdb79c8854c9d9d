import Foundation
import IntrayCore
import Synchronization
import UIKit
import UniformTypeIdentifiers

/// Where the attachments of one share go, and how long it waits for them.
final class Receiver: Sendable {
  /// nil in a build without its App Group: then nothing is asked for.
  let container: Container?
  let tally = ShareProgress()
  /// A sender that has not moved for so long does not move any more. Files may be downloading meanwhile; then
  /// its progress moves.
  private let patience: Duration
  /// Passes the time between two looks at it.
  private let rest: @Sendable (Duration) async throws -> Void
  /// Whether a file is a document of ours, as Files shows it.
  let isOurs: @Sendable (URL) async -> Bool
  private let made = Mutex<Deposit?>(nil)

  init(
    into container: Container?, patience: Duration = .seconds(60),
    isOurs: @escaping @Sendable (URL) async -> Bool = { _ in false },
    rest: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    (self.container, self.patience, self.isOurs, self.rest) = (container, patience, isOurs, rest)
  }

  /// The parcel of the share. The first thread that has something for it makes it.
  func deposit() throws(DiskError) -> Deposit {
    try made.withLock { [tally] made throws(DiskError) in
      if let made { return made }
      guard let container else { throw DiskError(.notFound, at: "") }
      let copier = Copier(progress: { tally.add($0) }, isCancelled: { tally.isCancelled })
      let deposit = try Inbox(container).deposit(copier: copier)
      made = deposit
      return deposit
    }
  }

  /// Loads attachments, two at a time: one waits while the other copies, and the system prepares no more than two files
  /// for us.
  ///
  /// - Returns: what came of each, in their order; something empty, with the reason, where nothing did.
  func load(_ attachments: [Attachment]) async -> [StagedItem] {
    await withTaskGroup(of: (Int, StagedItem).self) { group in
      var items: [Int: StagedItem] = [:]
      for (index, attachment) in attachments.enumerated() {
        if index > 1, let (done, item) = await group.next() { items[done] = item }
        group.addTask { (index, await self.load(attachment)) }
      }
      for await (done, item) in group { items[done] = item }
      return attachments.indices.compactMap { items[$0] }
    }
  }

  @MainActor
  private func load(_ attachment: Attachment) async -> StagedItem {
    var item = attachment.known
    do throws(ShareError) {
      item = try await attachment.load()
    } catch {
      item.failure = error
      if attachment.offer.isOnlyAddress {
        // Such an address is called as its file is.
        switch error {
        case .sender(let name, _), .disk(let name, _): item.absent = name
        default: break
        }
      }
    }
    // Nothing of it may still be on its way into the parcel when that is published or discarded.
    await attachment.end()
    return item
  }

  /// How often to look in the time of one patience.
  private static let looks = 60

  /// Gives up a wait in which nothing moves. It polls, because a progress that stands still sends no notification.
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

/// A file that a sender was asked for.
struct FileRequest: Sendable {
  /// What an error calls the sender.
  var sender: String
  /// What is known of the file's name so far.
  var naming: Naming
  let reception: OneShot<StagedItem.File>
}

extension Receiver {
  /// More text than this is a file. It is several thousand pages.
  static let longestText = 8 << 20

  /// Takes a copy that is gone when the caller returns.
  func take(_ url: URL?, _ error: (any Error)?, for request: FileRequest) {
    request.reception.receive { () throws(ShareError) in
      guard let url else { throw .of(request.sender, error) }
      return try stage(url, for: request, isOriginal: false)
    }
  }

  /// Reads the sender's own file where it is: coordinated, so that it is downloaded first if it must be. What the system copied
  /// because it could not open it in place is read in the same way: the copy is there until the coordinator lets go of it
  /// (NSItemProvider.h).
  ///
  /// <https://developer.apple.com/documentation/foundation/nsitemprovider/loadinplacefilerepresentation(fortypeidentifier:completionhandler:)>
  /// - Parameter isOriginal: whether it is the sender's own file, and no copy.
  func open(_ url: URL?, _ error: (any Error)?, isOriginal: Bool = true, for request: FileRequest) {
    guard let url, url.isFileURL else { return take(URL?.none, error, for: request) }
    let isScoped = url.startAccessingSecurityScopedResource()
    defer { if isScoped { url.stopAccessingSecurityScopedResource() } }
    // `cancel()` may be called from any thread, and is the one thing that another thread calls.
    nonisolated(unsafe) let coordinator = NSFileCoordinator()
    request.reception.onGiveUp { coordinator.cancel() }
    var failure: NSError?
    coordinator.coordinate(readingItemAt: url, options: .withoutChanges, error: &failure) { url in
      request.reception.receive { () throws(ShareError) in
        try stage(url, for: request, isOriginal: isOriginal)
      }
    }
    if let failure { take(URL?.none, failure, for: request) }
  }

  /// Takes bytes that are in memory and nowhere else.
  func take(_ data: Data?, _ error: (any Error)?, for request: FileRequest) {
    request.reception.receive { () throws(ShareError) in
      guard let data else { throw .of(request.sender, error) }
      return try stage(for: request, size: Int64(data.count)) { deposit throws(DiskError) in
        let staged = try deposit.add(data, as: DocumentName(UUID().uuidString))
        var file = StagedItem.File(staged: staged, naming: request.naming)
        try note(staged, in: &file, deposit)
        return file
      }
    }
  }

  /// Copies a file into the parcel, under a name that means nothing yet.
  private func stage(
    _ url: URL, for request: FileRequest, isOriginal: Bool
  ) throws(ShareError) -> StagedItem.File {
    let path = url.path(percentEncoded: false)
    return try stage(for: request, size: Self.size(of: path)) { deposit throws(DiskError) in
      let staged = try deposit.add(contentsOf: path, as: DocumentName(UUID().uuidString))
      var file = StagedItem.File(staged: staged, naming: request.naming, original: isOriginal ? url : nil)
      if !file.naming.isExact {
        let name = url.lastPathComponent
        // So the system calls its copy of bytes: a random name, and hidden.
        file.naming.fileName = name.hasPrefix(".com.apple.Foundation.NSItemProvider.") ? nil : name
      }
      file.naming.isOriginal = isOriginal
      try note(staged, in: &file, deposit)
      try unwrap(&file, in: deposit)
      try LivePhotoBundle.dissolve(&file, in: deposit)
      return file
    }
  }

  /// Counts the bytes, and says whose the disk's errors are, and how many bytes are missing.
  private func stage(
    for request: FileRequest, size: Int64?, _ body: (Deposit) throws(DiskError) -> StagedItem.File
  ) throws(ShareError) -> StagedItem.File {
    tally.receive(size ?? 0)
    do throws(DiskError) {
      return try body(deposit())
    } catch  where error.code == .noSpace {
      let missing = size.flatMap { size in container?.availableCapacity.map { size - $0 } }
      throw .noSpace(request.sender, missing: missing.flatMap { $0 > 0 ? $0 : nil })
    } catch  where error.code == .ownFolder {
      throw .ours(request.sender)
    } catch {
      throw .disk(request.sender, error)
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
      try note(contents, in: &file, deposit)
    case nil: break
    }
  }

  /// Notes what is staged as the contents of a file, what its first bytes say that it is, and, if it has no name, what it says
  /// that it is called.
  private func note(
    _ staged: DocumentName, in file: inout StagedItem.File, _ deposit: Deposit
  ) throws(DiskError) {
    let head = try deposit.head(of: staged, count: Signature.length)
    file.staged = staged
    file.naming.signature = head.flatMap { Signature($0) }
    file.naming.isFolder = head == nil
    guard let head, file.naming.isNameless else { return }
    let ending = String(file.naming.name.fileExtension.dropFirst()).lowercased()
    let isLong = Title.long.contains(ending)
    file.words = Title.inside(isLong ? try deposit.head(of: staged, count: Title.length) ?? [] : head, ending)
  }

  /// The size of a file; nil for a folder, and for what cannot be looked at: the copy will say why.
  private static func size(of path: String) -> Int64? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard attributes?[.type] as? FileAttributeType == .typeRegular else { return nil }
    return (attributes?[.size] as? NSNumber)?.int64Value
  }
}

extension Container {
  /// The number of bytes that its volume can still take, with what the system could purge for something that the user asked
  /// for; nil where that is not known. Then the disk says when it is full.
  ///
  /// <https://developer.apple.com/documentation/foundation/urlresourcevalues/volumeavailablecapacityforimportantusage>
  public var availableCapacity: Int64? {
    let url = URL(filePath: path, directoryHint: .isDirectory)
    let values = try? url.resourceValues(forKeys: [.volumeAvailableCapacityForImportantUsageKey])
    // Where the system cannot say what it could purge, it says 0.
    if let capacity = values?.volumeAvailableCapacityForImportantUsage, capacity > 0 { return capacity }
    let attributes = try? FileManager.default.attributesOfFileSystem(forPath: path)
    return (attributes?[.systemFreeSize] as? NSNumber)?.int64Value
  }
}
