import Foundation
import Shared
import UIKit
import UniformTypeIdentifiers

/// One attachment of a share, and how it gets into a parcel.
///
/// The item provider stays on the main actor, where the system gave it to us; its handlers run on queues
/// of its own, and what they hand over is copied there, before they return: the file behind it is gone
/// afterwards. Files go from file to file; only addresses and text pass through memory.
@MainActor
struct Attachment {
  private let provider: NSItemProvider
  private let plan: Plan
  /// The item that it belongs to, what that is called, and what is written with it.
  private let item: Int
  private let title: String?
  private let text: String?
  /// What it is called when the sender gives no name.
  private let unnamed: String
  /// What was asked for before a task waited for it.
  private let early = Early()

  private final class Early {
    var file: (way: Plan.Representation, reception: OneShot<StagedItem.File>)?
    var link: OneShot<URL>?
    var words: OneShot<String>?
  }

  init(_ provider: NSItemProvider, of item: NSExtensionItem, number: Int, unnamed: String) {
    self.provider = provider
    plan =
      Offer(types: provider.registeredTypeIdentifiers, suggestedName: provider.suggestedName).plan
    self.item = number
    title = item.attributedTitle?.string
    text = item.attributedContentText?.string
    self.unnamed = unnamed
  }

  /// Something that the user dropped here, or pasted, by itself.
  init(_ provider: NSItemProvider, number: Int, unnamed: String) {
    self.init(provider, of: NSExtensionItem(), number: number, unnamed: unnamed)
  }

  /// A file that the user picked.
  init(_ file: URL, number: Int) {
    provider = NSItemProvider()
    provider.suggestedName = file.lastPathComponent
    plan = Plan(document: [.picked(file)])
    item = number
    (title, text, unnamed) = (nil, nil, file.lastPathComponent)
  }

  /// What to call it when it could not be saved.
  var displayName: String {
    provider.suggestedName ?? title ?? unnamed
  }

  /// Whether only the sender knows what it is.
  var isObscure: Bool { plan.isObscure }

  /// Asks for the first thing that ``load(into:)`` asks for, at once: what is dropped can be asked for only as
  /// long as the drop is being handled, though it may come later.
  ///
  /// <https://developer.apple.com/documentation/swiftui/dropinfo/itemproviders(for:)-7xi0s>
  func begin(with receiver: Receiver) {
    if let way = plan.document.first {
      early.file = (way, requestFile(way, receiver))
    } else if let type = plan.link {
      early.link = requestLink(type, receiver)
    } else if plan.text != nil {
      early.words = requestWords(receiver)
    }
  }

  /// Ends what was begun and is not waited for.
  func end() async {
    early.file?.reception.giveUp(.cancelled)
    early.link?.giveUp(.cancelled)
    early.words?.giveUp(.cancelled)
    _ = await early.file?.reception.result
    _ = await early.link?.result
    _ = await early.words?.result
  }

  /// Loads everything in it that can be a document or say something of one.
  ///
  /// - Throws: ``ShareError`` when nothing in it can be had. Of a file that failed nothing is staged; the
  ///   rest of a cancelled share is discarded with its parcel.
  func load(into receiver: Receiver) async throws(ShareError) -> StagedItem {
    var piece = StagedItem(item: item, title: title, itemText: text, suggestedName: provider.suggestedName)
    var failure: ShareError?
    if let type = plan.script {
      // Without the script's answer the page is still an address.
      var unheard: ShareError?
      piece.page =
        try await aside(&unheard) { () throws(ShareError) in try await page(type, receiver) } ?? nil
    }
    try await loadDocument(plan.document, into: &piece, receiver, &failure)
    if let failure, failure.isFinal, piece.file == nil { throw failure }
    if let type = plan.link { try await loadLink(type, into: &piece, receiver, &failure) }
    if plan.text != nil, piece.file?.naming.wantsWords != false {
      piece.text = try await aside(&failure) { () throws(ShareError) in try await words(receiver) }
    }
    if let failure, failure.isFinal, piece.isEmpty { throw failure }
    if piece.isEmpty { try await loadDocument(plan.otherwise, into: &piece, receiver, &failure) }
    if piece.isEmpty { throw failure ?? .nothingToSave(displayName) }
    // An address or words in the place of a document are kept, but not without a word.
    if !plan.document.isEmpty, piece.file == nil { piece.failure = failure }
    return piece
  }

  /// Tries one way after the other, but not after an error that another way would only repeat.
  private func loadDocument(
    _ ways: [Plan.Representation], into piece: inout StagedItem, _ receiver: Receiver,
    _ failure: inout ShareError?
  ) async throws(ShareError) {
    for way in ways where piece.file == nil && failure?.isFinal != true {
      do throws(ShareError) {
        piece.file = try await file(way, receiver)
      } catch .cancelled {
        throw .cancelled
      } catch {
        failure = failure.flatMap { error.isFinal ? nil : $0 } ?? error
      }
    }
  }

  private func loadLink(
    _ type: String, into piece: inout StagedItem, _ receiver: Receiver, _ failure: inout ShareError?
  ) async throws(ShareError) {
    let url = try await aside(&failure) { () throws(ShareError) in try await link(type, receiver) }
    guard let url else { return }
    if !url.isFileURL {
      piece.link = url
    } else if piece.file == nil {
      // An app that offers a file as if it were a page.
      try await loadDocument([.address(type)], into: &piece, receiver, &failure)
    }
  }

  /// For what may only say something of a document: without it the document is still one.
  private func aside<Value>(
    _ failure: inout ShareError?, _ body: () async throws(ShareError) -> Value
  ) async throws(ShareError) -> Value? {
    do throws(ShareError) {
      return try await body()
    } catch .cancelled {
      throw .cancelled
    } catch {
      failure = failure ?? error
      return nil
    }
  }

  // MARK: Asking the sender

  private func file(_ way: Plan.Representation, _ receiver: Receiver) async throws(ShareError)
    -> StagedItem.File
  {
    let begun = early.file.flatMap { $0.way == way ? $0.reception : nil }
    let file = try await answer(to: begun, receiver) { requestFile(way, receiver) }
    // A copy of what is here already is not published: only what becomes a document is.
    if let original = file.original, await receiver.isOurs(original) { throw .ours(displayName) }
    return file
  }

  private func requestFile(_ way: Plan.Representation, _ receiver: Receiver) -> OneShot<StagedItem.File> {
    var arrival = Arrival(
      displayName: displayName, suggestedName: provider.suggestedName, type: fileType(of: way),
      receiver: receiver)
    return request(receiver) { reception in
      switch way {
      case .picked(let url):
        arrival.isExact = true
        let arrival = arrival
        // Coordinated reading waits, and the main thread must not.
        DispatchQueue.global().async { arrival.open(url, nil, for: reception) }
        return nil
      case .address(let type):
        provider.loadItem(forTypeIdentifier: type) { @Sendable [arrival] item, error in
          arrival.open(Self.url(of: item), error, for: reception)
        }
        return nil
      case .file(let type)
      where provider.registeredTypeIdentifiers(fileOptions: .openInPlace).contains(type):
        return provider.loadInPlaceFileRepresentation(forTypeIdentifier: type) {
          @Sendable [arrival] url, isInPlace, error in
          if isInPlace {
            arrival.open(url, error, for: reception)
          } else {
            arrival.take(url, error, for: reception)
          }
        }
      case .file(let type):
        return provider.loadFileRepresentation(forTypeIdentifier: type) { @Sendable [arrival] url, error in
          arrival.take(url, error, for: reception)
        }
      }
    }
  }

  /// The type that says what a file is; the address of a file says nothing.
  private func fileType(of way: Plan.Representation) -> UTType? {
    if case .file(let type) = way { return UTType(type) }
    for case .file(let type) in plan.document { return UTType(type) }
    return nil
  }

  private func link(_ type: String, _ receiver: Receiver) async throws(ShareError) -> URL {
    try await answer(to: early.link, receiver) { requestLink(type, receiver) }
  }

  private func requestLink(_ type: String, _ receiver: Receiver) -> OneShot<URL> {
    let sender = displayName
    return request(receiver) { reception in
      provider.loadItem(forTypeIdentifier: type) { @Sendable item, error in
        let url = Self.url(of: item)
        reception.receive { () throws(ShareError) in
          guard let url else { throw .of(sender, error) }
          return url
        }
      }
      return nil
    }
  }

  private func words(_ receiver: Receiver) async throws(ShareError) -> String {
    try await answer(to: early.words, receiver) { requestWords(receiver) }
  }

  private func requestWords(_ receiver: Receiver) -> OneShot<String> {
    let sender = displayName
    return request(receiver) { reception in
      provider.loadObject(ofClass: String.self) { @Sendable text, error in
        reception.receive { () throws(ShareError) in
          // Longer text goes from file to file.
          guard let text, text.utf8.count <= Receiver.longestText else { throw .of(sender, error) }
          return text
        }
      }
    }
  }

  private func page(_ type: String, _ receiver: Receiver) async throws(ShareError) -> WebPage? {
    try await answer(to: nil, receiver) {
      request(receiver) { reception in
        provider.loadItem(forTypeIdentifier: type) { @Sendable item, _ in
          let page = WebPage(item)
          reception.receive { () throws(ShareError) in page }
        }
        return nil
      }
    }
  }

  private func request<Value: Sendable>(
    _ receiver: Receiver, _ start: (OneShot<Value>) -> Progress?
  ) -> OneShot<Value> {
    let reception = OneShot<Value>()
    if let progress = start(reception) {
      receiver.tally.begin(progress)
      reception.onGiveUp { progress.cancel() }
    }
    return reception
  }

  /// Asks, unless that was done, and waits until the sender answers, the user cancels, or nothing has moved for too
  /// long.
  private func answer<Value: Sendable>(
    to begun: OneShot<Value>?, _ receiver: Receiver, _ ask: () -> OneShot<Value>
  ) async throws(ShareError) -> Value {
    // No request is begun after a cancel.
    if Task.isCancelled { throw .cancelled }
    let reception = begun ?? ask()
    let sender = displayName
    let watch = Task { await receiver.watch(reception, sender) }
    defer { watch.cancel() }
    let result = await withTaskCancellationHandler {
      await reception.result
    } onCancel: {
      reception.giveUp(.cancelled)
    }
    return try result.get()
  }

  /// An address as senders hand it over: an object, its text, or the bytes of its text.
  nonisolated private static func url(of item: (any NSSecureCoding)?) -> URL? {
    switch item {
    case let url as NSURL: url as URL
    case let data as NSData: URL(dataRepresentation: data as Data, relativeTo: nil)
    case let text as NSString:
      URL(string: (text as String).trimmingCharacters(in: .whitespacesAndNewlines))
    default: nil
    }
  }
}
