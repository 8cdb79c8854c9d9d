import Foundation
import Intake
import Observation
import Shared
import SwiftUI

/// Takes in what the user picks, drops or pastes.
///
/// All of one gesture is one parcel, which records its target folder and is then drained like any other. If the app is
/// killed before it publishes the parcel, nothing is saved; if later, the next drain goes on. Originals are only read.
@MainActor
@Observable
final class Importer {
  /// One gesture's worth, while it is being copied.
  struct Work: Identifiable {
    let id = UUID()
    /// The name of the first item.
    let subject: String
    /// From 0 to 1.
    var fraction = 0.0
  }

  /// What is under way, oldest first.
  private(set) var works: [Work] = []
  /// The items of the last import or of earlier shares that were not saved, with the reasons.
  private(set) var problems: [String] = []
  /// Takes in what was deposited.
  @ObservationIgnored var drain: () async -> Void = {}

  private var tasks: [UUID: Task<Void, Never>] = [:]
  private let library: DocumentLibrary
  private let files: FilesRegistration
  private let unsaved: UnsavedShares

  init(library: DocumentLibrary, files: FilesRegistration, unsaved: UnsavedShares = .kept) {
    self.library = library
    self.files = files
    self.unsaved = unsaved
  }

  /// The user dropped items on the list, or pasted them.
  ///
  /// Requests the contents before it returns: the system grants no later request for dropped items.
  func take(_ providers: [NSItemProvider], into folder: DocumentPath) {
    if providers.isEmpty { return problems = [String(localized: "There’s nothing to paste.")] }
    problems = []
    let share = share(of: providers)
    begin { await self.deposit(share, into: folder) }
  }

  /// Saves words that the user wrote.
  ///
  /// - Returns: whether they are in Intray. If not, ``problems`` says why, and the words are the caller's to keep.
  func save(note: String, into folder: DocumentPath) async -> Bool {
    problems = []
    let share = share(of: [NSItemProvider(note: note)])
    var isSaved = false
    await begin { isSaved = await self.deposit(share, into: folder) }.value
    return isSaved
  }

  private func share(of providers: [NSItemProvider]) -> Share {
    Share(
      dropped: providers, container: library.container, unnamed: String(localized: "Untitled")
    ) { [library, files] url in
      await library.importRoute(of: url, files) == .ours
    }
  }

  /// The user picked files and folders, or the system could not show the picker.
  func pick(_ result: Result<[URL], any Error>, into folder: DocumentPath) {
    problems = []
    switch result {
    case .success(let urls):
      begin {
        let originals = await self.originals(among: urls)
        if originals.isEmpty { return await self.drain() }
        await self.deposit(
          Share(files: originals.map { PickedFile($0) }, container: self.library.container), into: folder)
      }
    // Closing the picker is no failure.
    case .failure(CocoaError.userCancelled): break
    case .failure(let error): problems = [error.localizedDescription]
    }
  }

  /// Ends everything that is under way. Of a gesture that is ended nothing is saved.
  func stop() {
    for task in tasks.values { task.cancel() }
  }

  /// Tells the user which shares a sheet had no time to save.
  func tellOfUnsavedShares() { problems += Messages.notSaved(unsaved.take()) }

  /// The user has read what was not saved.
  func dismiss() { problems = [] }

  /// Waits until nothing is under way.
  func finish() async {
    while let task = tasks.values.first { await task.value }
  }

  @discardableResult
  private func begin(_ body: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
    let id = UUID()
    let task = Task {
      await body()
      tasks[id] = nil
    }
    tasks[id] = task
    let activity = BackgroundActivity("Saving documents") { task.cancel() }
    Task {
      await task.value
      activity.end()
    }
    return task
  }

  /// The files to copy. The others are reported with their reason.
  private func originals(among urls: [URL]) async -> [URL] {
    var originals: [URL] = []
    for url in urls {
      switch await library.importRoute(of: url, files) {
      case .original: originals.append(url)
      case .ours: problems.append(Messages.notSaved(.ours(url.lastPathComponent)))
      case .refused(let refusal): problems.append(Messages.notSaved(url.lastPathComponent, refusal))
      // It comes in by itself.
      case .inbox, .finder, .underWay: break
      }
    }
    return originals
  }

  /// - Returns: whether something of it is in Intray now, or was before.
  @discardableResult
  private func deposit(_ share: Share, into folder: DocumentPath) async -> Bool {
    let work = Work(subject: share.names.first ?? "")
    works.append(work)
    let clock = Task { await follow(share, work.id) }
    var (isPublished, isKnown) = (false, false)
    do throws(ShareError) {
      let loaded = try await share.load()
      isKnown = await leaveOutKnown(loaded, of: share)
      if !isKnown {
        if Task.isCancelled {
          await share.discard(loaded)
          throw .cancelled
        }
        try await share.publish(loaded, to: Destination(folder))
        isPublished = true
      }
      problems += Messages.notSaved(loaded.failures)
    } catch {
      problems += Messages.notSaved([error])
    }
    clock.cancel()
    works.removeAll { $0.id == work.id }
    if isPublished { await drain() }
    return isPublished || isKnown
  }

  /// Leaves out what Intray has already, and says where that is, when this is the user's answer. When the user wants to be
  /// asked, everything is saved, and ``HostModel`` says what of it was there.
  ///
  /// - Returns: whether nothing is left to publish.
  private func leaveOutKnown(_ loaded: Share.Loaded, of share: Share) async -> Bool {
    guard library.preferences().duplicateAnswer == .skip else { return false }
    let known = await share.counterparts(of: loaded)
    if known.isEmpty { return false }
    problems += known.map(Messages.known)
    return await share.leaveOut(known, of: loaded)
  }

  /// Looks how far it is, until it is through: ten times a second looks smooth.
  private func follow(_ share: Share, _ id: UUID) async {
    while !Task.isCancelled {
      if let index = works.firstIndex(where: { $0.id == id }) {
        works[index].fraction = share.tally.fraction
      }
      // Sleeping ends early when there is nothing to follow any more.
      guard (try? await Task.sleep(for: .milliseconds(100))) != nil else { return }
    }
  }
}

extension Importer {
  /// What is being saved, the way to end it, and what was not saved.
  var banners: [Banner] {
    var banners = works.map { work in
      Banner(
        id: "\(work.id)", text: Text("Saving “\(work.subject)”"), mark: .progress(work.fraction),
        actions: [.init(title: "Stop", role: .cancel, perform: stop)])
    }
    for (index, problem) in problems.enumerated() {
      banners.append(.problem(problem, id: "not saved \(index)", dismiss: nil))
    }
    if !problems.isEmpty { banners[banners.count - 1].actions = [.init(title: "OK", perform: dismiss)] }
    return banners
  }
}

extension DocumentLibrary {
  /// The import route of an item that the user picked or dropped.
  func importRoute(of url: URL, _ files: FilesRegistration) async -> ImportRoute {
    // The system may have to read the item to find out which provider owns it.
    let isScoped = url.startAccessingSecurityScopedResource()
    defer { if isScoped { url.stopAccessingSecurityScopedResource() } }
    let isOwnItem = await files.isOwnItem(url)
    return ImportRoute(of: url, sandbox: sandbox, container: container, isOwnItem: isOwnItem)
  }
}
