import Foundation
import IntrayCore
import IntrayIntake
import Observation
import SwiftUI
import UniformTypeIdentifiers

/// Takes in what the user picks, drops or pastes.
///
/// All of one gesture is one parcel, which records its target folder and is then drained like any other. If the app is
/// killed before it publishes the parcel, nothing is saved; if later, the next drain goes on. Originals are only read.
@MainActor
@Observable
final class Importer {
  /// Has what was saved taken in, and answers whether it could be.
  @ObservationIgnored var drain: () async -> Bool = { true }
  /// What is under way, one for each gesture.
  private var tasks: [UUID: Task<Void, Never>] = [:]
  private let queue: WorkQueue
  private let library: DocumentLibrary
  private let files: FilesRegistration
  private let unsaved: UnsavedShares

  init(
    library: DocumentLibrary, files: FilesRegistration, queue: WorkQueue, unsaved: UnsavedShares = .kept
  ) {
    self.queue = queue
    self.library = library
    self.files = files
    self.unsaved = unsaved
  }

  /// The user dropped items on the list, or pasted them. Requests the contents before it returns: the system grants no later
  /// request for dropped items.
  func take(_ providers: [NSItemProvider], into folder: DocumentPath) {
    queue.problems = []
    let share = share(of: providers)
    begin { await self.deposit(share, into: folder) }
  }

  /// Saves words that the user wrote.
  ///
  /// - Returns: whether they are in Intray. If not, the queue says why, and the words are the caller's to keep.
  func save(note: String, into folder: DocumentPath) async -> Bool {
    queue.problems = []
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
    queue.problems = []
    switch result {
    case .success(let urls):
      begin {
        var originals: [PickedFile] = []
        for url in urls {
          switch await self.library.importRoute(of: url, self.files) {
          case .original: originals.append(PickedFile(url))
          case .ours: self.queue.problems.append(ShareError.ours(url.lastPathComponent).localizedDescription)
          case .refused(let refusal):
            self.queue.problems.append(Messages.notSaved(url.lastPathComponent, Messages.refusal(refusal)))
          // It comes in by itself.
          case .inbox, .finder, .underWay: break
          }
        }
        if originals.isEmpty {
          _ = await self.drain()
          return
        }
        await self.deposit(Share(files: originals, container: self.library.container), into: folder)
      }
    // Closing the picker is no failure.
    case .failure(CocoaError.userCancelled): break
    case .failure(let error): queue.problems = [Messages.picker(error)]
    }
  }

  /// Tells the user which shares a sheet had no time to save.
  func tellOfUnsavedShares() { queue.problems += Messages.notSaved(unsaved.take()) }

  /// What could not be saved, for a sheet that shows it itself.
  func takeProblems() -> [String] {
    defer { queue.problems = [] }
    return queue.problems
  }

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
    return task
  }

  /// - Returns: whether something of it is in Intray now, or was before.
  @discardableResult
  private func deposit(_ share: Share, into folder: DocumentPath) async -> Bool {
    let first = share.names.first ?? ""
    let result = await queue.run(
      String(localized: "Saving “\(first)”"), reason: "Saving documents"
    ) { [library] tell in
      let clock = Task { await Self.follow(share, tell) }
      defer { clock.cancel() }
      return await Self.publish(share, into: folder, library)
    }
    guard let result else { return false }
    queue.problems += result.problems
    // It is safe, and comes in by itself: a second try would double it.
    if result.isPublished, await !drain() {
      queue.problems.append(
        String(localized: "“\(first)” is saved and will be added later. You don’t need to add it again."))
    }
    return result.isPublished || result.isKnown
  }

  private struct Outcome: Sendable {
    var isPublished = false
    /// Whether Intray had all of it.
    var isKnown = false
    var problems: [String] = []
  }

  private static func publish(
    _ share: Share, into folder: DocumentPath, _ library: DocumentLibrary
  ) async -> Outcome {
    var outcome = Outcome()
    do throws(ShareError) {
      let loaded = try await share.load()
      // When the user wants to be asked, everything is saved, and ``RecentsModel`` says what of it was there.
      if library.preferences().duplicateAnswer == .skip {
        let known = await share.counterparts(of: loaded)
        outcome.problems += known.map { Messages.known($0.name.text, $0.path) }
        if !known.isEmpty { outcome.isKnown = await share.leaveOut(known, of: loaded) }
      }
      if !outcome.isKnown {
        if Task.isCancelled {
          await share.discard(loaded)
          throw .cancelled
        }
        if try await share.publish(loaded, to: Destination(folder)) != nil {
          outcome.problems.append(ShareError.mayBeLost)
        }
        outcome.isPublished = true
      }
      outcome.problems += Messages.notSaved(loaded.failures)
    } catch {
      outcome.problems += Messages.notSaved([error])
    }
    return outcome
  }

  /// Looks how far it is, until it is through: ten times a second looks smooth.
  private static func follow(_ share: Share, _ tell: (Double) -> Void) async {
    while !Task.isCancelled {
      tell(share.tally.fraction)
      // Sleeping ends early when there is nothing to follow any more.
      guard (try? await Task.sleep(for: .milliseconds(100))) != nil else { return }
    }
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

extension NSItemProvider {
  convenience init(note: String) { self.init(.utf8PlainText) { Data(note.utf8) } }

  convenience init(link: URL) { self.init(.url) { link.dataRepresentation } }

  /// Makes the data when it is asked for it, off the main thread.
  convenience init(_ type: UTType, named name: String? = nil, _ make: @escaping @Sendable () -> Data?) {
    self.init()
    suggestedName = name
    registerDataRepresentation(forTypeIdentifier: type.identifier, visibility: .ownProcess) {
      $0(make(), nil)
      return nil
    }
  }
}

/// Asks for the words of a new text note, and stays until they are saved. Its first line becomes its name.
struct NoteView: View {
  let importer: Importer
  let folder: DocumentPath
  let done: @MainActor () -> Void
  @State private var text = ""
  @State private var problems: [String] = []

  var body: some View {
    NavigationStack {
      VStack {
        ForEach(problems, id: \.self) { Label($0, systemImage: "exclamationmark.triangle") }
        TextEditor(text: $text)
      }
      .sheetBar(Text("New Text Note"), cancel: done) {
        Button("Save") { Task { await save() } }
          .disabled(text.allSatisfy(\.isWhitespace))
      }
    }
    .interactiveDismissDisabled(!text.isEmpty)
  }

  private func save() async {
    if await importer.save(note: text, into: folder) { done() } else { problems = importer.takeProblems() }
  }
}

/// Adds what the user copied to the top of Documents, with the system's own button: when an app reads the pasteboard in code,
/// the system asks the user. The system disables the button while there is nothing to paste.
struct PasteView: View {
  let importer: Importer
  let done: @MainActor () -> Void

  var body: some View {
    NavigationStack {
      VStack {
        Text("Adds what you copied to Documents. The button is available when you’ve copied something.")
          .multilineTextAlignment(.center)
        PasteButton(supportedContentTypes: DropModel.types) {
          importer.take($0, into: DocumentPath())
          done()
        }
      }
      .padding()
      .navigationTitle("Paste")
      .navigationBarTitleDisplayMode(.inline)
      .toolbar {
        ToolbarItem(placement: .cancellationAction) { Button("Cancel", action: done) }
      }
    }
    .presentationDetents([.medium])
  }
}
