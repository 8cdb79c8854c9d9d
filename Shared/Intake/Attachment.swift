import Foundation
import IntrayCore
import UIKit
import UniformTypeIdentifiers

/// One attachment of a share: what to ask its sender for, and in which order. Files go from file to file; only addresses
/// and text pass through memory.
@MainActor
struct Attachment {
  let provider: NSItemProvider
  let offer: Offer
  /// What to call it when it could not be saved.
  let displayName: String
  let receiver: Receiver
  /// What is known before anything is loaded: the item that it belongs to, what that is called, what is written with it.
  let known: StagedItem
  /// What was asked for before a task waited for it.
  private let early = Early()

  private final class Early {
    var files: [(source: Offer.Way, reception: OneShot<StagedItem.File>)] = []
    var link: OneShot<URL>?
    var words: OneShot<String>?
  }

  /// - Parameter item: what it belongs to; what the user drops here or pastes stands by itself.
  init(
    _ provider: NSItemProvider, of item: NSExtensionItem = NSExtensionItem(), number: Int, unnamed: String,
    _ receiver: Receiver
  ) {
    (self.provider, self.receiver) = (provider, receiver)
    let suggestedName = provider.suggestedName.map(DocumentName.shortened)
    offer = Offer(types: provider.registeredTypeIdentifiers, suggestedName: suggestedName)
    let title = (item.attributedTitle?.string).map(DocumentName.shortened)
    displayName = suggestedName ?? title ?? unnamed
    // What no name has room for is a remark.
    let long = [item.attributedTitle?.string, provider.suggestedName].compactMap { $0 }
      .filter { $0.utf8.count > DocumentName.longest }
    known = StagedItem(
      item: number, isLinkFirst: offer.isLinkFirst, title: title,
      itemText: item.attributedContentText?.string, suggestedName: suggestedName, remarks: long)
  }

  /// A file that the user picked.
  init(_ file: PickedFile, number: Int, _ receiver: Receiver) {
    self.receiver = receiver
    provider = NSItemProvider()
    provider.suggestedName = file.name
    (offer, displayName) = (Offer(document: [.picked(file)]), file.name)
    known = StagedItem(item: number, suggestedName: file.name)
  }

  /// Asks at once for what ``load()`` asks for, each thing in its best form: what is dropped can be asked for only
  /// while the drop is being handled.
  ///
  /// <https://developer.apple.com/documentation/swiftui/dropinfo/itemproviders(for:)-7xi0s>
  func begin() {
    early.files = [offer.document.first, offer.film.first].compactMap { $0 }
      .map { ($0, requestFile($0)) }
    if let type = offer.link { early.link = requestLink(type) }
    if offer.document.isEmpty, let type = offer.text { early.words = requestWords(type) }
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
  func load() async throws(ShareError) -> StagedItem {
    var piece = known
    var failure: ShareError?
    if let type = offer.script {
      // Without the script's answer the page is still an address.
      var unheard: ShareError?
      piece.page =
        try await aside(&unheard) { () throws(ShareError) in try await answer(requestPage(type)) } ?? nil
    }
    try await loadDocument(offer.document, into: &piece, &failure)
    if let failure, failure.isFinal, piece.file == nil { throw failure }
    let hasStill = piece.file != nil
    try await loadFilm(into: &piece, &failure)
    if let type = offer.link { try await loadLink(type, into: &piece, &failure) }
    if let type = offer.text, piece.file?.naming.takesCaption != false {
      piece.text = try await aside(&failure) { () throws(ShareError) in try await words(type) }
      if piece.file == nil, let url = piece.text.flatMap({ URL(string: $0) }),
        let contents = WebLink.contents(in: url)
      {
        piece.text = nil
        try await take(contents, into: &piece)
      }
    }
    if let failure, failure.isFinal, piece.isEmpty { throw failure }
    if piece.file == nil, let object = offer.object {
      try await loadDocument([object], into: &piece, &failure)
    }
    if piece.isEmpty { try await loadDocument(offer.otherwise, into: &piece, &failure) }
    if piece.isEmpty { throw failure ?? .nothingToSave(displayName) }
    // An address or words in the place of a document, a film in that of its still, and a picture in that of its film are
    // kept, but not without a word.
    let isHalf = !hasStill && !offer.film.isEmpty || offer.isFilm && piece.file?.naming.isStill == true
    if !offer.document.isEmpty, piece.file == nil || isHalf { piece.failure = failure }
    return piece
  }

  /// Tries one way after the other, but not after an error that another way would only repeat.
  private func loadDocument(
    _ sources: [Offer.Way], into piece: inout StagedItem, _ failure: inout ShareError?
  ) async throws(ShareError) {
    for source in sources where piece.file == nil && failure?.isFinal != true {
      do throws(ShareError) {
        piece.file = try await file(source)
        piece.film = piece.file?.others.first
      } catch .cancelled {
        throw .cancelled
      } catch {
        failure = failure.flatMap { error.isFinal ? nil : $0 } ?? error
      }
    }
  }

  /// Loads the film of a Live Photo beside the still, or instead of it when that cannot be had. A still without its film
  /// is kept, but not without a word.
  private func loadFilm(into piece: inout StagedItem, _ failure: inout ShareError?) async throws(ShareError) {
    if piece.file == nil { return try await loadDocument(offer.film, into: &piece, &failure) }
    var missing: ShareError?
    for source in offer.film where piece.film == nil && missing?.isFinal != true {
      piece.film = try await aside(&missing) { () throws(ShareError) in try await file(source) }
    }
    if piece.film == nil { piece.failure = missing }
  }

  private func loadLink(
    _ type: String, into piece: inout StagedItem, _ failure: inout ShareError?
  ) async throws(ShareError) {
    let url = try await aside(&failure) { () throws(ShareError) in
      try await answer(early.link ?? requestLink(type))
    }
    guard let url else { return }
    if let contents = WebLink.contents(in: url) {
      if piece.file == nil { try await take(contents, into: &piece) }
    } else if !url.isFileURL {
      piece.link = url
    } else if piece.file == nil {
      // An app that offers a file as if it were a page.
      try await loadDocument([.address(type)], into: &piece, &failure)
    }
  }

  /// Takes what an address holds: a text, or a file.
  private func take(
    _ contents: (data: Data, type: UTType), into piece: inout StagedItem
  ) async throws(ShareError) {
    if contents.type.conforms(to: .plainText), let text = String(data: contents.data, encoding: .utf8) {
      piece.text = text
    } else {
      piece.file = try await answer(take(contents))
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

  private func file(_ source: Offer.Way) async throws(ShareError) -> StagedItem.File {
    let begun = early.files.first { $0.source == source }?.reception
    var file = try await answer(begun ?? requestFile(source))
    if file.isAddress, case .file(let type) = source {
      // The sender provided the URL as an object. When the app loads that, the system also lets it read the file. If
      // the sender does not provide a file, the property list itself is the document.
      do throws(ShareError) {
        file = try await answer(requestFile(.address(type)))
      } catch {
        if error.isFinal { throw error }
      }
    }
    if let original = file.original, await receiver.isOurs(original) { throw .ours(displayName) }
    return file
  }

  /// A text as it was registered, else as the object that the system makes of it. Not the other way: a text that the
  /// sender registered as an item cannot be had as a `String` (-1200).
  private func words(_ type: String) async throws(ShareError) -> String {
    do throws(ShareError) {
      return try await answer(early.words ?? requestWords(type))
    } catch {
      if error.isFinal { throw error }
      return try await answer(requestWordsAsObject())
    }
  }

  /// Asks, unless that was done, and waits until the sender answers, the user cancels, or nothing moves for too long.
  private func answer<Value: Sendable>(
    _ asked: @autoclosure () -> OneShot<Value>
  ) async throws(ShareError) -> Value {
    // No request is begun after a cancel.
    if Task.isCancelled { throw .cancelled }
    let reception = asked()
    let watch = Task { [displayName] in await receiver.watch(reception, displayName) }
    defer { watch.cancel() }
    let result = await withTaskCancellationHandler {
      await reception.result
    } onCancel: {
      reception.giveUp(.cancelled)
    }
    return try result.get()
  }
}
