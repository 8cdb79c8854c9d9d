import Foundation
import IntrayCore
import UIKit

/// One share: all its attachments into one parcel, which appears whole or not at all.
///
/// The module Intake:
/// - For: what another app hands over, which becomes documents of one parcel.
/// - Guarantees: the user sees what was kept and what was not; bytes go from file to file, not through memory.
/// - After a crash: what was not published is removed from `Staging` some days later. The sender was not answered.
/// - Never: tell the user that something was kept before it was published; hold a whole file in memory.
@MainActor
public struct Share {
  private let receiver: Receiver
  private let attachments: [Attachment]
  /// Items that are nothing but text.
  private let texts: [StagedItem]
  private let areApart: Bool
  private let unnamed: String
  /// How far it is.
  public var tally: ShareProgress { receiver.tally }

  /// What another app shares.
  ///
  /// - Parameters:
  ///   - items: the extension's input items.
  ///   - unnamed: what the user sees as the name of something that has none.
  ///   - patience: how long a sender may be silent.
  public init(
    _ items: [Any], container: Container?, unnamed: String = "", patience: Duration = .seconds(60)
  ) {
    let receiver = Receiver(into: container, patience: patience)
    let items = items.compactMap { $0 as? NSExtensionItem }.enumerated()
    let texts: [StagedItem] = items.compactMap { number, item in
      let said = [item.attributedContentText?.string, item.attributedTitle?.string].compactMap { $0 }
      guard (item.attachments ?? []).isEmpty, let text = said.first(where: { !$0.isEmpty }) else {
        return nil
      }
      return StagedItem(item: number, text: text, remarks: said)
    }
    let attachments = items.flatMap { number, item in
      (item.attachments ?? []).map { Attachment($0, of: item, number: number, unnamed: unnamed, receiver) }
    }
    self.init(receiver, attachments, texts, areApart: false, unnamed)
  }

  /// What the user drops or pastes: each item stands alone, and is asked for at once, because nothing can be asked for
  /// after the drop.
  ///
  /// - Parameter isOurs: whether the user sees an item of ours at a URL: that is not taken in again.
  public init(
    dropped providers: [NSItemProvider], container: Container?, unnamed: String,
    isOurs: @escaping @Sendable (URL) async -> Bool
  ) {
    let receiver = Receiver(into: container, isOurs: isOurs)
    let attachments = providers.enumerated().map { Attachment($1, number: $0, unnamed: unnamed, receiver) }
    self.init(receiver, attachments, areApart: true, unnamed)
    if container == nil { return }
    for attachment in attachments where !attachment.offer.isObscure { attachment.begin() }
  }

  /// Files that the user picks, or an action of Shortcuts hands over, each under its own name.
  public init(files: [PickedFile], container: Container?) {
    let receiver = Receiver(into: container)
    self.init(receiver, files.enumerated().map { Attachment($1, number: $0, receiver) }, areApart: true)
  }

  private init(
    _ receiver: Receiver, _ attachments: [Attachment], _ texts: [StagedItem] = [], areApart: Bool,
    _ unnamed: String = ""
  ) {
    (self.receiver, self.attachments, self.texts) = (receiver, attachments, texts)
    (self.areApart, self.unnamed) = (areApart, unnamed)
    receiver.tally.expect(attachments: attachments.count)
  }

  /// The names of the shared items.
  public var names: [String] {
    attachments.map(\.displayName)
      + texts.compactMap(\.text).map { text in
        let words = Words.firstWords(text)
        return words.isEmpty ? Words.firstLine(text) : words
      }
  }

  /// What the user says of a share.
  public struct Remarks: Sendable {
    /// The tags that each document gets.
    public var tags: [DocumentTag] = []
    /// What its comment begins with; empty is nothing.
    public var comment = ""
    /// Whether there is neither.
    public var isEmpty: Bool { tags.isEmpty && comment.isEmpty }

    /// Nothing.
    public init() {}
  }

  /// What a share comes to when its attachments are loaded.
  public struct Loaded: Sendable {
    /// The parcel, not yet published.
    fileprivate let deposit: Deposit
    /// The names of the documents in it, in the order in which they were shared.
    public let names: [DocumentName]
    /// Why other attachments are not in it.
    public let failures: [ShareError]
    /// What is not in it because it says nothing of its own.
    public let leftOut: LeftOut
  }

  /// Loads everything into a parcel that is not yet published.
  ///
  /// Dies in it: nothing was saved, and nothing is left to be seen. A cancelled task ends every load.
  /// - Returns: what could be loaded; at least one document.
  /// - Throws: when nothing could be, or the task was cancelled; nothing is left then.
  public func load() async throws(ShareError) -> Loaded {
    if receiver.container == nil { throw .noContainer }
    guard !(attachments.isEmpty && texts.isEmpty) else { throw .nothingToSave(unnamed) }
    let deposit = try await onDisk("No parcel can be staged for a share:") { () throws(DiskError) in
      try receiver.deposit()
    }
    let tally = tally
    defer { tally.end() }
    var items = await withTaskCancellationHandler {
      await receiver.load(attachments.filter { !$0.offer.isObscure })
    } onCancel: {
      tally.cancel()
    }
    if items.allSatisfy(\.isEmpty), texts.isEmpty {
      // Better something that only its sender can read than nothing.
      items += await receiver.load(attachments.filter(\.offer.isObscure))
    }
    var pieces = items.filter { !$0.isEmpty } + texts
    // What advertises something that could not be had is nothing either.
    if pieces.count < items.count, pieces.allSatisfy(\.isAdvertisement) { pieces = [] }
    // The words of what could not be had are kept with the rest.
    if !areApart, !pieces.isEmpty { pieces = items + texts }
    let (documents, leftOut) = await Self.composed(pieces, areApart: areApart, in: deposit)
    do throws(ShareError) {
      let missing = pieces.compactMap(\.missingFile)
      if !missing.isEmpty, missing.count == pieces.count { throw .of(missing.map { .sender($0, nil) }) }
      let files = pieces.compactMap(\.file)
      let (names, unsaved) = try await onDisk("What was shared cannot be named:") {
        () throws(DiskError) in try Self.setNames(documents, in: deposit)
      }
      if Task.isCancelled { throw .cancelled }
      // The address of a file that is there is that file.
      let failures =
        items.filter { item in item.absent.map { name in !files.contains { $0.isCalled(name) } } ?? true }
        .compactMap(\.failure) + unsaved
      if names.isEmpty { throw failures.isEmpty ? .nothingToSave(unnamed) : .of(failures) }
      // Where nothing was offered, nothing is missing.
      return Loaded(
        deposit: deposit, names: names,
        failures: failures.filter { if case .nothingToSave = $0 { false } else { true } }, leftOut: leftOut)
    } catch {
      await discard(Loaded(deposit: deposit, names: [], failures: [], leftOut: leftOut))
      throw error
    }
  }

  /// Adds the preview that was left out, because the user wants it.
  ///
  /// Dies in it: nothing was saved. After an error of the disk it is as before.
  public func keepPreview(of loaded: Loaded) async throws(ShareError) -> Loaded {
    guard let preview = loaded.leftOut.preview else { return loaded }
    let name = try await onDisk("A preview cannot be kept:") { () throws(DiskError) in
      let name = try loaded.deposit.add(preview.bytes, as: preview.name)
      try loaded.deposit.note(whereFrom: preview.whereFrom, on: name)
      return name
    }
    var leftOut = loaded.leftOut
    leftOut.preview = nil
    return Loaded(
      deposit: loaded.deposit, names: loaded.names + [name], failures: loaded.failures, leftOut: leftOut)
  }

  /// Publishes the parcel: see ``Deposit/publish(to:)``.
  ///
  /// Dies before the rename: nothing was saved. Dies after it: everything was saved.
  /// - Parameters:
  ///   - name: the name that the user typed; nil keeps the names that the documents have.
  ///   - remarks: what is noted on each document. Words for which one has no room are a document, too.
  /// - Returns: as ``Deposit/publish(to:)``: the error of the medium. Then it is saved, but perhaps not for good, and the user
  ///   must be told.
  /// - Throws: when nothing was saved; nothing is left then.
  public func publish(
    _ loaded: Loaded, as name: String? = nil, with fileExtension: String? = nil,
    noting remarks: Remarks = Remarks(), to destination: Destination = Destination()
  ) async throws(ShareError) -> DiskError? {
    do throws(ShareError) {
      let error = try await onDisk("A share is not published:") { () throws(DiskError) in
        if let name { try Self.rename(loaded, to: name, with: fileExtension) }
        for words in try loaded.deposit.note(remarks.tags, comment: remarks.comment).sorted() {
          try loaded.deposit.add(words.utf8, as: Words.name(of: words, title: nil))
        }
        return try loaded.deposit.publish(to: destination)
      }
      if let error { Log.intake.error("A share is published, and may not be on the medium:", error) }
      return error
    } catch {
      await discard(loaded)
      throw error
    }
  }

  /// Changes the folder of what was just published: see ``Deposit/redirect(to:)``.
  ///
  /// - Returns: whether it goes there now.
  @concurrent
  public nonisolated func redirect(_ loaded: Loaded, to destination: Destination) async -> Bool {
    do throws(DiskError) {
      return try loaded.deposit.redirect(to: destination)
    } catch {
      Log.intake.error("The folder of a share is not changed:", error)
      return false
    }
  }

  /// Discards the loaded documents, which may be thousands of files. What stays, because the disk refuses or the process
  /// dies, is invisible, and the sweep removes it some days later.
  @concurrent
  public nonisolated func discard(_ loaded: Loaded) async { try? loaded.deposit.discard() }

  /// The loaded documents that the app has already, with the same bytes. A search that is cancelled or fails finds
  /// nothing: then the documents are saved.
  @concurrent
  public nonisolated func counterparts(of loaded: Loaded) async -> [Counterpart] {
    guard let container = receiver.container else { return [] }
    do throws(DiskError) {
      return try Documents(container).counterparts(
        of: loaded.deposit, isPackage: \.isPackage, isCancelled: { Task.isCancelled })
    } catch {
      if error.code != .cancelled { Log.intake.error("What is already a document is not found:", error) }
      return []
    }
  }

  /// What all loaded documents have in common, for the folder that is offered; nil where that is nothing, or cannot be read now.
  @concurrent
  public nonisolated func likeness(of loaded: Loaded) async -> Likeness? { try? loaded.deposit.likeness() }

  /// Removes from the parcel what the app still has with the same bytes. The rest waits to be published.
  ///
  /// Dies in it: nothing was saved, and every document is where it was.
  /// - Returns: whether nothing is left. Then the parcel is discarded, and there is nothing to publish.
  @concurrent
  public nonisolated func leaveOut(_ counterparts: [Counterpart], of loaded: Loaded) async -> Bool {
    // After an error, publishing decides what becomes of the parcel.
    guard let container = receiver.container,
      (try? Documents(container).leaveOut(counterparts, of: loaded.deposit)) == true
    else { return false }
    await discard(loaded)
    return true
  }

  /// Calls the disk off the main actor. Its errors are the whole share's.
  ///
  /// - Parameter failure: what an error means, for the log.
  @concurrent
  private nonisolated func onDisk<Answer: Sendable>(
    _ failure: StaticString, _ body: @Sendable () throws(DiskError) -> Answer
  ) async throws(ShareError) -> Answer {
    do throws(DiskError) {
      return try body()
    } catch {
      Log.intake.error(failure, error)
      throw .disk(attachments.first?.displayName ?? "", error)
    }
  }

  /// Gives everything in the parcel its name, in the order in which it was shared, so that of two with one name the
  /// first keeps it. The halves of a Live Photo get the same number. What has no name is removed.
  ///
  /// - Throws: when that cannot be removed; then nothing may be published.
  private nonisolated static func setNames(
    _ documents: [PlannedDocument], in deposit: Deposit
  ) throws(DiskError) -> ([DocumentName], [ShareError]) {
    var failures: [ShareError] = []
    var named: [DocumentName] = []
    var documents = documents
    for index in documents.indices {
      if documents.indices.contains(index + 1), documents[index + 1].isFilm {
        let together = deposit.names(together: documents[index...index + 1].map(\.name))
        (documents[index].name, documents[index + 1].name) = (together[0], together[1])
      }
      let document = documents[index]
      do throws(DiskError) {
        named += try setName(document, in: deposit)
      } catch {
        failures.append(.disk(document.name.text, error))
      }
    }
    try deposit.removeAll(except: named)
    return (named, failures)
  }

  /// What the pieces become. Not on the main actor: there may be thousands, and megabytes of text.
  @concurrent
  private nonisolated static func composed(
    _ pieces: [StagedItem], areApart: Bool, in deposit: Deposit
  ) async -> (documents: [PlannedDocument], leftOut: LeftOut) {
    Composition.documents(of: areApart ? pieces : compared(pieces, in: deposit), areApart: areApart)
  }

  /// Marks the files that have the same bytes, and the picture that may be a preview. Files that cannot be compared count as
  /// different, because two documents are better than none.
  private nonisolated static func compared(_ pieces: [StagedItem], in deposit: Deposit) -> [StagedItem] {
    var pieces = pieces
    var seen: [Int64: [DocumentName]] = [:]
    func same(_ file: StagedItem.File) -> DocumentName? {
      // An empty file may be anything.
      guard let size = try? deposit.size(of: file.staged), size > 0 else { return nil }
      let twin = seen[size]?.first { other in
        (try? deposit.haveSameBytes(file.staged, other, isCancelled: { Task.isCancelled })) == true
      }
      if twin == nil { seen[size, default: []].append(file.staged) }
      return twin ?? file.staged
    }
    for index in pieces.indices {
      if let file = pieces[index].file { pieces[index].file?.contents = same(file) }
      if let film = pieces[index].film { pieces[index].film?.contents = same(film) }
    }
    let files = pieces.indices.filter { pieces[$0].file != nil }
    if files.count == 1, let file = pieces[files[0]].file, file.naming.isPreview {
      pieces[files[0]].file?.preview = preview(file, in: deposit)
    }
    return pieces
  }

  /// The bytes of a picture that is small enough to be a preview: services make them so. One that cannot be read is none.
  private nonisolated static func preview(_ file: StagedItem.File, in deposit: Deposit) -> Data? {
    guard let size = try? deposit.size(of: file.staged), size <= 300_000,
      let bytes = try? deposit.head(of: file.staged, count: Int(size))
    else { return nil }
    // It reads the size, and decodes no pixel.
    let sides = UIImage(data: Data(bytes))?.size ?? .zero
    return max(sides.width, sides.height) <= 1_200 ? Data(bytes) : nil
  }

  private nonisolated static func setName(
    _ document: PlannedDocument, in deposit: Deposit
  ) throws(DiskError) -> [DocumentName] {
    let name: DocumentName
    switch document.contents {
    case .staged(let staged): name = try deposit.rename(staged, to: document.name)
    case .link(let url): name = try deposit.add(WebLink.contents(of: url), as: document.name)
    case .text(let text): name = try deposit.add(text.utf8, as: document.name)
    }
    let lost = try deposit.note(
      whereFrom: document.whereFrom, title: document.title, comment: document.comment, on: name)
    // What no attribute keeps is a document.
    return try [name]
      + lost.filter { !document.holds($0) }.map { words throws(DiskError) in
        guard words != document.comment, let url = URL(string: words) else {
          return try deposit.add(words.utf8, as: Words.name(of: words, title: document.title))
        }
        return try deposit.add(WebLink.contents(of: url), as: WebLink.name(of: url, title: document.title))
      }
  }

  private nonisolated static func rename(
    _ loaded: Loaded, to name: String, with chosen: String?
  ) throws(DiskError) {
    guard let only = loaded.names.first, loaded.names.count == 1 else {
      return try loaded.deposit.rename(allTo: name)
    }
    let typed = TypedName(name, keeping: only.fileExtension)
    let new = DocumentName(typed.name(with: typed.fileExtension(chosen: chosen)))
    if !typed.isEmpty, new != only { _ = try loaded.deposit.rename(only, to: new) }
  }
}
