import Foundation
import Shared
import UIKit
import UniformTypeIdentifiers

/// One thing of a share, and how it gets into a parcel.
///
/// The item provider stays on the main actor, where the system gave it to us; its handlers run on queues
/// of its own, and what they hand over is copied there, before they return: the file behind it is gone
/// afterwards.
@MainActor
struct Attachment {
  let provider: NSItemProvider
  let offer: Offer

  init(_ provider: NSItemProvider, of item: NSExtensionItem) {
    self.provider = provider
    offer = Offer(
      types: provider.registeredTypeIdentifiers, suggestedName: provider.suggestedName,
      title: item.attributedTitle?.string ?? item.attributedContentText?.string)
  }

  /// What to call it when it could not be saved.
  var displayName: String {
    offer.suggestedName ?? offer.title ?? String(localized: "An item without a name")
  }

  /// Loads it and copies it into the deposit.
  ///
  /// - Throws: ``ShareError``; nothing of it is in the deposit then.
  func load(into deposit: Deposit) async throws(ShareError) {
    switch offer.plan {
    case .file(let type, let name): try await loadFile(type, as: name, into: deposit)
    case .fileURL: try await loadFileURL(into: deposit)
    case .link(let title): try await loadLink(title: title, into: deposit)
    case .text(let title): try await loadText(title: title, into: deposit)
    case nil: throw .nothingToSave(displayName)
    }
  }

  private func loadFile(
    _ type: String, as name: DocumentName, into deposit: Deposit
  ) async throws(ShareError) {
    let sender = displayName
    try await once { answer in
      provider.loadFileRepresentation(forTypeIdentifier: type) { url, error in
        answer(
          Result { () throws(ShareError) in
            guard let url else { throw .sender(sender, error) }
            try Self.copy(url, as: name, into: deposit)
          })
      }
    }
  }

  private func loadFileURL(into deposit: Deposit) async throws(ShareError) {
    let sender = displayName
    try await once { answer in
      provider.loadObject(ofClass: URL.self) { url, error in
        answer(
          Result { () throws(ShareError) in
            guard let url, url.isFileURL else { throw .sender(sender, error) }
            let isScoped = url.startAccessingSecurityScopedResource()
            defer { if isScoped { url.stopAccessingSecurityScopedResource() } }
            try Self.copy(url, as: DocumentName(url.lastPathComponent), into: deposit)
          })
      }
    }
  }

  private func loadLink(title: String?, into deposit: Deposit) async throws(ShareError) {
    let sender = displayName
    try await once { answer in
      provider.loadObject(ofClass: URL.self) { url, error in
        answer(
          Result { () throws(ShareError) in
            // An address that cannot be a property list is no address.
            guard let url, let contents = try? Link.contents(of: url) else { throw .sender(sender, error) }
            try Self.keep(
              contents, as: Link.name(of: url, title: title), whereFrom: [url.absoluteString], in: deposit)
          })
      }
    }
  }

  private func loadText(title: String?, into deposit: Deposit) async throws(ShareError) {
    let sender = displayName
    try await once { answer in
      provider.loadObject(ofClass: String.self) { text, error in
        answer(
          Result { () throws(ShareError) in
            guard let text else { throw .sender(sender, error) }
            try Self.keep(
              Data(text.utf8), as: Snippet.name(of: text, title: title), whereFrom: [], in: deposit)
          })
      }
    }
  }

  /// Starts a load and waits for its answer, however often the sender gives it.
  private func once(
    _ start: (@escaping @Sendable (Result<Void, ShareError>) -> Void) -> Progress
  ) async throws(ShareError) {
    let result: Result<Void, ShareError> = await withCheckedContinuation { continuation in
      let first = FirstAnswer(continuation)
      // The progress counts in units of the sender's own; nothing is shown of it yet.
      _ = start { first.give($0) }
    }
    try result.get()
  }

  nonisolated private static func copy(
    _ url: URL, as name: DocumentName, into deposit: Deposit
  ) throws(ShareError) {
    do throws(DiskError) {
      try deposit.add(contentsOf: url.path(percentEncoded: false), as: name)
    } catch {
      throw .disk(name.text, error)
    }
  }

  nonisolated private static func keep(
    _ contents: Data, as name: DocumentName, whereFrom: [String], in deposit: Deposit
  ) throws(ShareError) {
    do throws(DiskError) {
      try deposit.add(contents, as: name, whereFrom: whereFrom)
    } catch {
      throw .disk(name.text, error)
    }
  }
}

/// The first answer of a sender counts; one that answers twice is not heard again.
private final class FirstAnswer: @unchecked Sendable {
  // Unchecked because the compiler does not see that the lock guards the continuation.
  private var continuation: CheckedContinuation<Result<Void, ShareError>, Never>?
  private let lock = NSLock()

  init(_ continuation: CheckedContinuation<Result<Void, ShareError>, Never>) {
    self.continuation = continuation
  }

  func give(_ answer: Result<Void, ShareError>) {
    lock.lock()
    let waiting = continuation
    continuation = nil
    lock.unlock()
    waiting?.resume(returning: answer)
  }
}
