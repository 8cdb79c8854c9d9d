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
  private let offer: Offer
  /// The item that it belongs to, what that is called, and what is written with it.
  private let item: Int
  private let title: String?
  private let text: String?
  /// What it is called when the sender gives no name.
  private let unnamed: String
  /// What was asked for before a task waited for it.
  private let early = Early()

  private final class Early {
    var files: [(source: Offer.Source, reception: OneShot<StagedItem.File>)] = []
    var link: OneShot<URL>?
    var words: OneShot<String>?
  }

  init(_ provider: NSItemProvider, of item: NSExtensionItem, number: Int, unnamed: String) {
    self.provider = provider
    offer = Offer(types: provider.registeredTypeIdentifiers, suggestedName: provider.suggestedName)
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
    offer = Offer(document: [.picked(file)])
    item = number
    (title, text, unnamed) = (nil, nil, file.lastPathComponent)
  }

  /// What to call it when it could not be saved.
  var displayName: String {
    provider.suggestedName ?? title ?? unnamed
  }

  /// Whether only the sender knows what it is.
  var isObscure: Bool { offer.isObscure }

  /// Asks at once for what ``load(into:)`` asks for, each thing in its best form: what is dropped can be asked for only as
  /// long as the drop is being handled, though it may come later.
  ///
  /// <https://developer.apple.com/documentation/swiftui/dropinfo/itemproviders(for:)-7xi0s>
  func begin(with receiver: Receiver) {
    early.files = [offer.document.first, offer.film.first].compactMap { $0 }
      .map { ($0, requestFile($0, receiver)) }
    if let type = offer.link { early.link = requestLink(type, receiver) }
    if offer.document.isEmpty, let type = offer.text { early.words = requestWords(type, receiver) }
  }

  /// Ends what was begun and is not waited for.
  func end() async {
    for file in early.files { file.reception.giveUp(.cancelled) }
    early.link?.giveUp(.cancelled)
    early.words?.giveUp(.cancelled)
    for file in early.files { _ = await file.reception.result }
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
    if let type = offer.script {
      // Without the script's answer the page is still an address.
      var unheard: ShareError?
      piece.page =
        try await aside(&unheard) { () throws(ShareError) in try await page(type, receiver) } ?? nil
    }
    try await loadDocument(offer.document, into: &piece, receiver, &failure)
    if let failure, failure.isFinal, piece.file == nil { throw failure }
    try await loadFilm(into: &piece, receiver, &failure)
    if let type = offer.link { try await loadLink(type, into: &piece, receiver, &failure) }
    if let type = offer.text, piece.file?.naming.wantsWords != false {
      piece.text = try await aside(&failure) { () throws(ShareError) in try await words(type, receiver) }
    }
    if let failure, failure.isFinal, piece.isEmpty { throw failure }
    if piece.file == nil, let object = offer.object {
      try await loadDocument([object], into: &piece, receiver, &failure)
    }
    if piece.isEmpty { try await loadDocument(offer.otherwise, into: &piece, receiver, &failure) }
    if piece.isEmpty { throw failure ?? .nothingToSave(displayName) }
    // An address or words in the place of a document are kept, but not without a word.
    if !offer.document.isEmpty, piece.file == nil { piece.failure = failure }
    return piece
  }

  /// Tries one way after the other, but not after an error that another way would only repeat.
  private func loadDocument(
    _ sources: [Offer.Source], into piece: inout StagedItem, _ receiver: Receiver,
    _ failure: inout ShareError?
  ) async throws(ShareError) {
    for source in sources where piece.file == nil && failure?.isFinal != true {
      do throws(ShareError) {
        piece.file = try await file(source, receiver)
        piece.leftOut = leftOut(beside: source, piece.file?.original)
      } catch .cancelled {
        throw .cancelled
      } catch {
        failure = failure.flatMap { error.isFinal ? nil : $0 } ?? error
      }
    }
  }

  /// Loads the film of a Live Photo beside the still, or instead of it when that cannot be had. A still without its film
  /// is kept, but not without a word.
  private func loadFilm(
    into piece: inout StagedItem, _ receiver: Receiver, _ failure: inout ShareError?
  ) async throws(ShareError) {
    if piece.file == nil { return try await loadDocument(offer.film, into: &piece, receiver, &failure) }
    var missing: ShareError?
    for source in offer.film where piece.film == nil && missing?.isFinal != true {
      piece.film = try await aside(&missing) { () throws(ShareError) in try await file(source, receiver) }
    }
    if piece.film == nil { piece.failure = missing }
  }

  /// The other forms of what was taken from one source. They are the same thing in the sender's eyes.
  private func leftOut(beside source: Offer.Source, _ original: URL?) -> [String] {
    let own = original.flatMap { UTType(filenameExtension: $0.pathExtension) }
    return offer.document.compactMap { other in
      guard other != source, case .file(let type) = other else { return nil }
      // Under its address it is the file itself.
      return UTType(type).map { own?.conforms(to: $0) == true } == true ? nil : type
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

  private func file(_ source: Offer.Source, _ receiver: Receiver) async throws(ShareError)
    -> StagedItem.File
  {
    let begun = early.files.first { $0.source == source }?.reception
    var file = try await answer(to: begun, receiver) { requestFile(source, receiver) }
    if file.isAddress, case .file(let type) = source {
      // The sender provided the URL as an object. When Intray loads that, the system also lets it read the file. If
      // the sender does not provide a file, the property list itself is the document. A staged item without a name is
      // not published.
      file = try await fileAtAddress(type, receiver) ?? file
    }
    // A copy of what is here already is not published: only what becomes a document is.
    if let original = file.original, await receiver.isOurs(original) { throw .ours(displayName) }
    return file
  }

  private func fileAtAddress(_ type: String, _ receiver: Receiver) async throws(ShareError) -> StagedItem
    .File?
  {
    do throws(ShareError) {
      return try await answer(to: nil, receiver) { requestFile(.address(type), receiver) }
    } catch {
      if error.isFinal { throw error }
      return nil
    }
  }

  private func requestFile(_ source: Offer.Source, _ receiver: Receiver) -> OneShot<StagedItem.File> {
    let naming = Naming(suggestedName: provider.suggestedName, type: fileType(of: source))
    let sender = displayName
    return request(receiver) { reception in
      switch source {
      case .picked(let url):
        // Coordinated reading waits, and the main thread must not.
        DispatchQueue.global().async {
          var naming = naming
          naming.isExact = true
          receiver.open(url, nil, from: sender, naming, for: reception)
        }
        return nil
      case .address(let type):
        // Under any other type only an object brings the right to read the file along.
        let isFile = UTType(type)?.conforms(to: .fileURL) == true
        provider.loadItem(forTypeIdentifier: type) { @Sendable item, error in
          let url = isFile ? Link.address(of: item) : (item as? NSURL).map { $0 as URL }
          receiver.open(url, error, from: sender, naming, for: reception)
        }
        return nil
      case .object(let type):
        provider.loadItem(forTypeIdentifier: type) { @Sendable item, error in
          receiver.take(image: item as? UIImage, error, from: sender, naming, for: reception)
        }
        return nil
      case .file(let type)
      where provider.registeredTypeIdentifiers(fileOptions: .openInPlace).contains(type):
        return provider.loadInPlaceFileRepresentation(forTypeIdentifier: type) {
          @Sendable url, isInPlace, error in
          if isInPlace {
            receiver.open(url, error, from: sender, naming, for: reception)
          } else {
            receiver.take(url, error, from: sender, naming, for: reception)
          }
        }
      case .file(let type):
        return provider.loadFileRepresentation(forTypeIdentifier: type) { @Sendable url, error in
          receiver.take(url, error, from: sender, naming, for: reception)
        }
      }
    }
  }

  /// The type that says what a file is; the address of a file says nothing.
  private func fileType(of source: Offer.Source) -> UTType? {
    if case .file(let type) = source { return UTType(type) }
    // The image is written as PNG.
    if case .object = source { return .png }
    for case .file(let type) in offer.document { return UTType(type) }
    return nil
  }

  private func link(_ type: String, _ receiver: Receiver) async throws(ShareError) -> URL {
    try await answer(to: early.link, receiver) { requestLink(type, receiver) }
  }

  private func requestLink(_ type: String, _ receiver: Receiver) -> OneShot<URL> {
    let sender = displayName
    return request(receiver) { reception in
      provider.loadItem(forTypeIdentifier: type) { @Sendable item, error in
        let url = Link.address(of: item)
        reception.receive { () throws(ShareError) in
          guard let url else { throw .of(sender, error) }
          return url
        }
      }
      return nil
    }
  }

  /// A text as it was registered, else as the object that the system makes of it. Not the other way: a text that the
  /// sender registered as an item cannot be had as a `String` (-1200).
  private func words(_ type: String, _ receiver: Receiver) async throws(ShareError) -> String {
    do throws(ShareError) {
      return try await answer(to: early.words, receiver) { requestWords(type, receiver) }
    } catch {
      if error.isFinal { throw error }
      return try await answer(to: nil, receiver) { requestWordsAsObject(receiver) }
    }
  }

  private func requestWords(_ type: String, _ receiver: Receiver) -> OneShot<String> {
    let sender = displayName
    return request(receiver) { reception in
      provider.loadItem(forTypeIdentifier: type) { @Sendable item, error in
        Self.receive(Words.text(of: item, type), error, from: sender, for: reception)
      }
      return nil
    }
  }

  private func requestWordsAsObject(_ receiver: Receiver) -> OneShot<String> {
    let sender = displayName
    return request(receiver) { reception in
      provider.loadObject(ofClass: NSString.self) { @Sendable object, error in
        Self.receive((object as? NSString).map { $0 as String }, error, from: sender, for: reception)
      }
    }
  }

  private nonisolated static func receive(
    _ text: String?, _ error: (any Error)?, from sender: String, for reception: OneShot<String>
  ) {
    reception.receive { () throws(ShareError) in
      // Longer text goes from file to file.
      guard let text, text.utf8.count <= Receiver.longestText else { throw .of(sender, error) }
      return text
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
}
