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
  /// What is under way, oldest first: one for each gesture, with the name of its first item.
  private(set) var works: [LongWork] = []
  /// The items of the last import or of earlier shares that were not saved, with the reasons.
  private(set) var problems: [String] = []
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

  /// The user dropped items on the list, or pasted them. Requests the contents before it returns: the system grants no later
  /// request for dropped items.
  func take(_ providers: [NSItemProvider], into folder: DocumentPath) {
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
        var originals: [PickedFile] = []
        for url in urls {
          switch await self.library.importRoute(of: url, self.files) {
          case .original: originals.append(PickedFile(url))
          case .ours: self.problems.append(Messages.notSaved(.ours(url.lastPathComponent)))
          case .refused(let refusal):
            self.problems.append(Messages.notSaved(url.lastPathComponent, Messages.refusal(refusal)))
          // It comes in by itself.
          case .inbox, .finder, .underWay: break
          }
        }
        if originals.isEmpty { return await self.drain() }
        await self.deposit(Share(files: originals, container: self.library.container), into: folder)
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

  /// - Returns: whether something of it is in Intray now, or was before.
  @discardableResult
  private func deposit(_ share: Share, into folder: DocumentPath) async -> Bool {
    let first = share.names.first ?? ""
    let work = LongWork(title: String(localized: "Saving “\(first)”"), part: 0, stop: stop)
    works.append(work)
    let clock = Task { await follow(share, work.id) }
    var (isPublished, isKnown) = (false, false)
    do throws(ShareError) {
      let loaded = try await share.load()
      // When the user wants to be asked, everything is saved, and ``HostModel`` says what of it was there.
      if library.preferences().duplicateAnswer == .skip {
        let known = await share.counterparts(of: loaded)
        problems += known.map { Messages.known($0.name.text, $0.path) }
        if !known.isEmpty { isKnown = await share.leaveOut(known, of: loaded) }
      }
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

  /// Looks how far it is, until it is through: ten times a second looks smooth.
  private func follow(_ share: Share, _ id: UUID) async {
    while !Task.isCancelled {
      if let index = works.firstIndex(where: { $0.id == id }) {
        works[index].part = share.tally.fraction
      }
      // Sleeping ends early when there is nothing to follow any more.
      guard (try? await Task.sleep(for: .milliseconds(100))) != nil else { return }
    }
  }

  /// What is being saved, the way to end it, and what was not saved.
  var banners: [Banner] {
    var banners = works.map(\.banner)
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

extension NSItemProvider {
  convenience init(note: String) { self.init(Data(note.utf8), .utf8PlainText) }

  convenience init(link: URL) { self.init(link.dataRepresentation, .url) }

  private convenience init(_ data: Data, _ type: UTType) {
    self.init()
    registerDataRepresentation(forTypeIdentifier: type.identifier, visibility: .ownProcess) {
      $0(data, nil)
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
    if await importer.save(note: text, into: folder) { done() } else { problems = importer.problems }
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
