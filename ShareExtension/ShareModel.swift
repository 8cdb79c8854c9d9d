import Foundation
import IntrayCore
import IntrayIntake
import Observation
import UIKit

/// What the sheet shows of a request, and what its buttons do.
@MainActor
@Observable
final class ShareModel {
  let request: ShareRequest
  /// The folders to choose from.
  let folders: FolderModel
  /// The shares that earlier sheets had no time to save, with the reasons.
  private(set) var earlier: [String] = []
  /// Whether the sheet says that there is Quick Save: once, when the user knows the sheet.
  let offersQuickSave: Bool
  /// The tags that are offered: those in use, then those that were typed here.
  private(set) var tags: [DocumentTag]
  /// What the user says of what is shared.
  var remarks = Share.Remarks()
  var typedTag = ""
  /// Whether there was no room for the last tag.
  private(set) var lacksRoom = false
  private let usualFolder: (Likeness) -> DocumentPath?
  private let savesAtOnce: Bool
  private let usesUsualFolder: Bool
  private let answer: Preferences.DuplicateAnswer
  private var typed: String?
  /// Which of two extensions the user chose. It may be none of those that a later name has.
  private var chosenExtension: String?
  /// What Intray has already; nil while it is looked for.
  private var found: [Counterpart]?

  /// - Parameters:
  ///   - answer: the user's answer for all that Intray has already.
  ///   - savesAtOnce: whether the sheet saves at once, into the last folder.
  ///   - tags: those that are in use.
  ///   - usualFolder: where the last documents of a likeness lie.
  ///   - usesUsualFolder: whether the sheet that saves at once saves there.
  init(
    _ request: ShareRequest, answer: Preferences.DuplicateAnswer = Preferences.current.duplicateAnswer,
    savesAtOnce: Bool = Preferences.savesAtOnce, tags: [DocumentTag] = Preferences.usedTags,
    usualFolder: @escaping (Likeness) -> DocumentPath? = Preferences.usualFolder,
    usesUsualFolder: Bool = Preferences.usesUsualFolder
  ) {
    (self.request, self.answer, self.savesAtOnce, self.tags) = (request, answer, savesAtOnce, tags)
    (self.usualFolder, self.usesUsualFolder) = (usualFolder, usesUsualFolder)
    offersQuickSave = !savesAtOnce && Preferences.savedShares == Self.sharesBeforeOffer
    folders = FolderModel(request.container, choosingLast: savesAtOnce)
  }

  var state: ShareRequest.State { request.state }
  /// The names that the documents will have, in order; nothing until all of them are known.
  var names: [DocumentName] { request.names }
  /// The name of the first document that is being saved; nil until it is known.
  var subject: String? { names.first?.text }
  /// How many there are beside it.
  var others: Int { max(names.count - 1, 0) }
  /// Whether the user can give it a name: it is one document, or those of one stem, as the halves of a Live Photo.
  var canRename: Bool { Set(names.map(\.withoutExtension)).count == 1 }
  /// The name in the field, without the extension that it keeps; empty where the sender gave none.
  var name: String {
    get { typed ?? givenName }
    set { typed = newValue }
  }
  /// The name in the field, for one document.
  private var typedName: TypedName? {
    others > 0 ? nil : names.first.map { TypedName(name, keeping: $0.fileExtension) }
  }
  /// The extension that was typed in the place of the document's own, with its dot; nil if there is none.
  var otherExtension: String? { typedName?.otherExtension }
  /// The extension that the one document gets.
  var fileExtension: String {
    get { typedName?.fileExtension(chosen: chosenExtension) ?? "" }
    set { chosenExtension = newValue }
  }
  /// Whether Files will not show some of it.
  var isHidden: Bool {
    (canRename ? [DocumentName(name)] : names).contains(where: \.fileName.isHidden)
  }
  /// What the sender called it, without the extension; nothing where it has no name.
  private var givenName: String {
    guard canRename, let name = names.first?.withoutExtension, name != DocumentName("") else { return "" }
    return name.text
  }
  /// Whether everything is loaded, while the user chooses.
  var isLoaded: Bool { if case .choosing(_?) = state { true } else { false } }
  /// What is left out of what is loaded, while the user chooses.
  var leftOut: LeftOut? { if case .choosing(let loaded?) = state { loaded.leftOut } else { nil } }
  /// Whether everything is saved.
  var isSaved: Bool { if case .saved = state { true } else { false } }
  /// What Intray has already, once it is found.
  var known: [Counterpart] { found ?? [] }
  /// Whether the search for it has ended.
  var isSearched: Bool { found != nil }
  /// Whether the button in the bar already saves what it will save to the end. When the user wants nothing again, the search
  /// decides that: Save could become Done under the user’s finger.
  var canSave: Bool { answer != .skip || isSearched }
  /// Whether Intray has all of it.
  var isAllKnown: Bool { !known.isEmpty && known.count == names.count }

  /// What VoiceOver reads without being asked; nil is nothing.
  var announcement: String? {
    switch state {
    case .known: String(localized: "Already in Intray")
    case .saved(let saved) where saved.change == .offered:
      // VoiceOver pauses at the end of a line.
      saved.title + "\n" + String(localized: "Change…")
    case .saved(let saved): saved.title
    default: nil
    }
  }

  /// Loads everything, while the user chooses. Once: a sheet that appears again begins nothing again.
  func start() async {
    guard let loading = request.begin() else { return }
    earlier = request.unsaved.take().compactMap(\.errorDescription)
    await folders.look()
    // A user who must read something first taps Save.
    if savesAtOnce, earlier.isEmpty { await save(skippingKnown: answer == .skip, isQuick: true) }
    await loading.value
  }

  /// Looks for what Intray has already, once everything is loaded. A user who saves before it has ended gets another copy.
  func look() async {
    guard case .choosing(let loaded?) = state else { return }
    let found = answer == .keep ? [] : await request.share.counterparts(of: loaded)
    await offerUsualFolder(for: loaded)
    if isLoaded { self.found = found }
  }

  private func offerUsualFolder(for loaded: Share.Loaded) async {
    guard let likeness = await request.share.likeness(of: loaded), let folder = usualFolder(likeness)
    else { return }
    await folders.offer(folder, for: likeness.site)
  }

  /// Chooses the folder in which the last documents like these lie, if there is one.
  private func chooseUsualFolder(for loaded: Share.Loaded) async -> FolderChoice {
    await offerUsualFolder(for: loaded)
    if let usual = folders.usual { folders.choose(FolderChoice(folder: usual.folder)) }
    return folders.chosen
  }

  /// The user chooses a tag, or no longer.
  func set(_ tag: DocumentTag, to isSet: Bool) {
    let others = remarks.tags.filter { $0.name != tag.name }
    lacksRoom = isSet && !DocumentTag.fit(others + [tag])
    if !lacksRoom { remarks.tags = others + (isSet ? [tag] : []) }
  }

  /// The user has typed a tag. It stays in the field when there is no room for it.
  func addTag() {
    guard let typed = DocumentTag(named: typedTag) else { return typedTag = "" }
    let tag = tags.first { $0.name == typed.name } ?? typed
    set(tag, to: true)
    guard !lacksRoom else { return }
    typedTag = ""
    if !tags.contains(tag) { tags.append(tag) }
  }

  /// The user has chosen.
  ///
  /// - Parameters:
  ///   - skippingKnown: whether only what Intray does not have yet is saved.
  ///   - isQuick: whether the sheet saves at once.
  func save(skippingKnown: Bool = false, isQuick: Bool = false) async {
    addTag()
    // The sheet says why.
    guard typedTag.isEmpty else { return }
    var choice = ShareRequest.Choice(
      name: canRename && name != givenName ? name : nil,
      fileExtension: chosenExtension, folder: folders.chosen, remarks: remarks, known: known,
      skipsKnown: skippingKnown, isQuick: isQuick)
    if isQuick, usesUsualFolder {
      choice.findFolder = { [weak self] loaded in await self?.chooseUsualFolder(for: loaded) }
    }
    await request.save(choice)
  }

  /// After so many shares the user knows the sheet.
  private static let sharesBeforeOffer = 3
}
