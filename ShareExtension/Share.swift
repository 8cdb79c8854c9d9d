import Foundation
import Shared
import UIKit

/// One share: all its attachments into one parcel, which appears whole or not at all.
@MainActor
struct Share {
  private let container: Container?
  private let attachments: [Attachment]
  /// Items that are nothing but text.
  private let texts: [Piece]
  /// How far it is.
  let tally = Tally()
  private let patience: Duration

  /// - Parameter patience: how long a sender may be silent.
  init(_ items: [Any], container: Container?, patience: Duration = .seconds(60)) {
    self.container = container
    self.patience = patience
    let items = items.compactMap { $0 as? NSExtensionItem }.enumerated()
    attachments = items.flatMap { number, item in
      (item.attachments ?? []).map { Attachment($0, of: item, number: number) }
    }
    texts = items.compactMap { number, item in
      guard (item.attachments ?? []).isEmpty, let text = item.attributedContentText?.string, !text.isEmpty
      else { return nil }
      return Piece(item: number, text: text, title: item.attributedTitle?.string)
    }
  }

  /// What the things are called that are shared.
  var names: [String] { attachments.map(\.displayName) + texts.compactMap(\.text).map(Words.firstWords) }

  /// What a share comes to when its attachments are loaded.
  struct Loaded: Sendable {
    /// The parcel, not yet published.
    fileprivate let deposit: Deposit
    /// How many documents are in it.
    let saved: Int
    /// Why attachments are not, one error each.
    let failures: [ShareError]
  }

  /// Loads everything into a parcel that nobody sees yet.
  ///
  /// Dies in it: nothing was saved, and nothing is left to be seen. A cancelled task ends every load, and
  /// nothing is left.
  /// - Returns: what could be loaded; at least one document.
  /// - Throws: when nothing could be; nothing is left then.
  func load() async throws(ShareError) -> Loaded {
    guard let container else { throw .noContainer }
    guard !(attachments.isEmpty && texts.isEmpty) else {
      throw .nothingToSave(String(localized: "This"))
    }
    let deposit = try parcel(in: container)
    let tally = self.tally
    var results = await withTaskCancellationHandler {
      await load(attachments.filter { !$0.isObscure }, into: deposit)
    } onCancel: {
      tally.cancel()
    }
    if !results.contains(where: { (try? $0.get()) != nil }), texts.isEmpty {
      // Better something that only its sender can read than nothing.
      results += await load(attachments.filter(\.isObscure), into: deposit)
    }
    let drafts = Composition.drafts(of: results.compactMap { try? $0.get() } + texts)
    do throws(ShareError) {
      let unsaved = try await settle(drafts, in: deposit)
      if Task.isCancelled { throw .cancelled }
      let failures = results.compactMap(\.shortcoming) + unsaved
      if drafts.count == unsaved.count { throw .of(failures) }
      return Loaded(deposit: deposit, saved: drafts.count - unsaved.count, failures: failures)
    } catch {
      discard(deposit)
      throw error
    }
  }

  /// Publishes the parcel: it appears whole, by one rename, after all of it is on the medium.
  ///
  /// Dies after the rename: everything was saved.
  func publish(_ loaded: Loaded) async throws(ShareError) {
    do throws(DiskError) {
      try await Self.publish(loaded.deposit)
    } catch {
      discard(loaded.deposit)
      throw .disk(attachments.first?.displayName ?? "", error)
    }
  }

  /// Gives up what was loaded. Nothing is left.
  func discard(_ loaded: Loaded) {
    discard(loaded.deposit)
  }

  private func settle(_ drafts: [Draft], in deposit: Deposit) async throws(ShareError) -> [ShareError] {
    do throws(DiskError) {
      return try await Self.settle(drafts, in: deposit)
    } catch {
      throw .disk(attachments.first?.displayName ?? "", error)
    }
  }

  private func parcel(in container: Container) throws(ShareError) -> Deposit {
    do throws(DiskError) {
      let tally = self.tally
      return try Inbox(container).deposit(
        copier: Copier(progress: { tally.add($0) }, isCancelled: { tally.isCancelled }))
    } catch {
      throw .disk(attachments.first?.displayName ?? "", error)
    }
  }

  private func load(
    _ attachments: [Attachment], into deposit: Deposit
  ) async -> [Result<Piece, ShareError>] {
    tally.expect(attachments: attachments.count)
    let receiver = Receiver(deposit: deposit, tally: tally, patience: patience)
    return await Loads(attachments, receiver).run()
  }

  /// Gives everything in the parcel its name, in the order in which it was shared, so that of two with one
  /// name the first keeps it. What has none by then must not be published: it is removed.
  ///
  /// - Throws: when that cannot be; then nothing may be published.
  private nonisolated static func settle(
    _ drafts: [Draft], in deposit: Deposit
  ) async throws(DiskError) -> [ShareError] {
    var failures: [ShareError] = []
    var settled: [DocumentName] = []
    for draft in drafts {
      do throws(DiskError) {
        settled.append(try settle(draft, in: deposit))
      } catch {
        failures.append(.disk(draft.name.text, error))
      }
    }
    try deposit.removeAll(except: settled)
    return failures
  }

  private nonisolated static func settle(
    _ draft: Draft, in deposit: Deposit
  ) throws(DiskError) -> DocumentName {
    let name: DocumentName
    switch draft.contents {
    case .staged(let document): name = try deposit.rename(document, to: draft.name)
    case .link(let url):
      // An address always has a property list.
      name = try deposit.add((try? Link.contents(of: url)) ?? Data(url.absoluteString.utf8), as: draft.name)
    case .text(let text): name = try deposit.add(text.utf8, as: draft.name)
    }
    try deposit.note(whereFrom: draft.whereFrom, title: draft.title, on: name)
    return name
  }

  private nonisolated static func publish(_ deposit: Deposit) async throws(DiskError) {
    _ = try deposit.publish()
  }

  private func discard(_ deposit: Deposit) {
    // What cannot be removed now is invisible, and the sweep removes it.
    try? deposit.discard()
  }
}

extension Result<Piece, ShareError> {
  /// What is to be said about it.
  fileprivate var shortcoming: ShareError? {
    switch self {
    case .success(let piece): piece.failure
    case .failure(let error): error
    }
  }
}

/// The loads of one share, two at a time: one waits while the other copies, and what the system prepares for
/// us in the meantime is never more than two files.
@MainActor
private final class Loads {
  private let attachments: [Attachment]
  private let receiver: Receiver
  private var next = 0
  private var results: [Int: Result<Piece, ShareError>] = [:]

  init(_ attachments: [Attachment], _ receiver: Receiver) {
    self.attachments = attachments
    self.receiver = receiver
  }

  /// Every attachment's result, in their order.
  func run() async -> [Result<Piece, ShareError>] {
    async let one: Void = loadOneAfterTheOther()
    async let other: Void = loadOneAfterTheOther()
    _ = await (one, other)
    return attachments.indices.compactMap { results[$0] }
  }

  private func loadOneAfterTheOther() async {
    while next < attachments.count {
      let index = next
      next += 1
      do throws(ShareError) {
        results[index] = .success(try await attachments[index].load(into: receiver))
      } catch {
        results[index] = .failure(error)
      }
    }
  }
}
