import AppIntents
import Foundation
import IntrayCore
import IntrayIntake
import UniformTypeIdentifiers

/// An action of Shortcuts: hands the documents that came or changed last to the next action, the latest first.
struct GetLatestDocuments: AppIntent {
  static let title: LocalizedStringResource = "Get Latest Documents"
  /// What it answers or changes is for the eyes of the owner, so a locked device asks to be unlocked.
  static let authenticationPolicy = IntentAuthenticationPolicy.requiresAuthentication
  static let description = IntentDescription(
    "Gets the documents that were added or changed last, newest first. Items that wait are added first."
  )

  @Parameter(title: "Number", default: 1, inclusiveRange: (1, 100))
  var count: Int

  static var parameterSummary: some ParameterSummary {
    Summary("Get the latest \(\.$count) documents")
  }

  func perform() async throws -> some IntentResult & ReturnsValue<[IntentFile]> {
    let library = try ShortcutProblem.library()
    try await library.addWaiting()
    let latest = try await library.latest(count).mapError(ShortcutProblem.error).get()
    return .result(value: latest.map { IntentFile(fileURL: library.url(of: $0)) })
  }
}

/// An action of Shortcuts: hands the files of documents to the next action, for instance to one of another app.
struct GetDocumentFiles: AppIntent {
  static let title: LocalizedStringResource = "Get Files of Documents"
  static let authenticationPolicy = IntentAuthenticationPolicy.requiresAuthentication
  static let description = IntentDescription(
    "Gets documents as files, for an action that takes files.")

  @Parameter(title: "Documents", inputConnectionBehavior: .connectToPreviousIntentResult)
  var documents: [DocumentEntity]

  static var parameterSummary: some ParameterSummary {
    Summary("Get the files of \(\.$documents)")
  }

  func perform() async throws -> some IntentResult & ReturnsValue<[IntentFile]> {
    let library = try ShortcutProblem.library()
    return .result(
      value: try await library.documents(of: documents).map {
        IntentFile(fileURL: library.url(of: $0), type: $0.type)
      })
  }
}

/// An action of Shortcuts: shows a document in the app, or goes into a folder.
struct OpenDocument: OpenIntent {
  static let title: LocalizedStringResource = "Open Document"
  static let authenticationPolicy = IntentAuthenticationPolicy.requiresAuthentication
  static let description = IntentDescription("Opens a document in Intray.")

  @Parameter(title: "Document")
  var target: DocumentEntity

  static var parameterSummary: some ParameterSummary {
    Summary("Open \(\.$target)")
  }

  func perform() async throws -> some IntentResult {
    let found = try await ShortcutProblem.library().documents(of: [target])
    await MainActor.run { WindowRequest.shared.wanted = .open(found[0]) }
    return .result()
  }
}

/// An action of Shortcuts: files from an earlier action are saved as if they had been shared.
///
/// They travel as every document does: one parcel, published whole, then a drain. Killed on the way, all of them
/// come in later or none does.
struct SaveFiles: AppIntent {
  static let title: LocalizedStringResource = "Save Files in Intray"
  static let description = IntentDescription(
    "Saves files under their own names. Nothing that is there is ever replaced.")

  @Parameter(
    title: "Files", supportedContentTypes: [.item],
    inputConnectionBehavior: .connectToPreviousIntentResult)
  var files: [IntentFile]

  @Parameter(title: "Folder")
  var folder: FolderEntity?

  @Parameter(title: "New Folder")
  var newFolder: String?

  static var parameterSummary: some ParameterSummary {
    Summary("Save \(\.$files) in \(\.$folder)") { \.$newFolder }
  }

  func perform() async throws -> some IntentResult & ReturnsValue<[DocumentEntity]> & ProvidesDialog {
    let library = try ShortcutProblem.library()
    let files = files.map { file in
      // Only what has no file comes as bytes, and is in memory already.
      file.fileURL.map { PickedFile($0, name: file.filename) } ?? PickedFile(file.data, name: file.filename)
    }
    var name: DocumentName?
    if let newFolder, !newFolder.allSatisfy(\.isWhitespace) {
      let nearest = DocumentName(newFolder)
      guard nearest.text == newFolder else {
        throw ShortcutProblem(sentence: Messages.problem(.illegal(nearest: nearest)))
      }
      name = nearest
    }
    let path = try await library.path(of: folder ?? .root)
    let saved = try await library.save(into: path, creating: name) {
      Share(files: files, container: library.container)
    }
    guard let place = name?.text ?? folder?.name else {
      return .result(value: saved, dialog: "\(files.count) documents saved in Intray.")
    }
    return .result(value: saved, dialog: "\(files.count) documents saved in “\(place)”.")
  }
}

/// An action of Shortcuts: saves a link, which opens where it leads.
struct SaveLink: AppIntent {
  static let title: LocalizedStringResource = "Save Link"
  static let description = IntentDescription("Saves a link as a document that opens it.")

  @Parameter(title: "Link", inputConnectionBehavior: .connectToPreviousIntentResult)
  var link: URL

  @Parameter(title: "Folder")
  var folder: FolderEntity?

  static var parameterSummary: some ParameterSummary {
    Summary("Save \(\.$link) in \(\.$folder)")
  }

  func perform() async throws -> some IntentResult & ReturnsValue<[DocumentEntity]> {
    return .result(value: try await save(in: folder) { [link] in NSItemProvider(link: link) })
  }
}

/// An action of Shortcuts: saves words as a text document, whose name is their first line.
struct SaveText: AppIntent {
  static let title: LocalizedStringResource = "Save Text"
  static let description = IntentDescription("Saves text as a document. Its first line becomes its name.")

  @Parameter(title: "Text", inputConnectionBehavior: .connectToPreviousIntentResult)
  var text: String

  @Parameter(title: "Folder")
  var folder: FolderEntity?

  static var parameterSummary: some ParameterSummary {
    Summary("Save \(\.$text) in \(\.$folder)")
  }

  func perform() async throws -> some IntentResult & ReturnsValue<[DocumentEntity]> {
    return .result(value: try await save(in: folder) { [text] in NSItemProvider(note: text) })
  }
}

extension AppIntent {
  /// Saves what another app would offer, and hands on the documents that it is now.
  fileprivate func save(
    in folder: FolderEntity?, _ provider: @escaping @MainActor @Sendable () -> NSItemProvider
  ) async throws -> [DocumentEntity] {
    let library = try ShortcutProblem.library()
    let path = try await library.path(of: folder ?? .root)
    return try await library.save(into: path) {
      Share(dropped: [provider()], container: library.container, unnamed: String(localized: "Untitled")) {
        _ in
        // Neither a link nor words are an item of ours.
        false
      }
    }
  }
}

/// An action of Shortcuts: moves documents to a folder. A name that is taken there becomes the next free one.
struct MoveDocuments: AppIntent {
  static let title: LocalizedStringResource = "Move Documents"
  static let authenticationPolicy = IntentAuthenticationPolicy.requiresAuthentication
  static let description = IntentDescription(
    "Moves documents to a folder of Intray. Nothing that is there is ever replaced.")

  @Parameter(title: "Documents", inputConnectionBehavior: .connectToPreviousIntentResult)
  var documents: [DocumentEntity]

  @Parameter(title: "Folder")
  var folder: FolderEntity

  static var parameterSummary: some ParameterSummary {
    Summary("Move \(\.$documents) to \(\.$folder)")
  }

  func perform() async throws -> some IntentResult & ReturnsValue<[DocumentEntity]> & ProvidesDialog {
    let library = try ShortcutProblem.library()
    let parent = try await library.path(of: folder)
    let known = try await library.documents(of: documents)
    let results = try await DocumentLibrary.inBackground {
      await library.run { $0.move(known.map(\.seen), to: parent, isCancelled: { Task.isCancelled }) }
    }
    var (moved, failures): ([DocumentEntity], [ActionFailure]) = ([], [])
    for (document, result) in zip(known, results) {
      switch result {
      case .success(let path):
        var document = document
        (document.folder, document.name) = (path.parent, path.names.last ?? document.name)
        moved.append(DocumentEntity(document))
      case .failure(let error):
        failures.append(.init(path: document.path, folder: parent, error: error))
      }
    }
    if !moved.isEmpty { await FilesRegistration().signal() }
    let problem = Messages.failures(failures, of: known.count)
    if moved.isEmpty, let problem { throw ShortcutProblem(sentence: problem) }
    let sentence = String(localized: "\(moved.count) documents moved to “\(folder.name)”.")
    return .result(value: moved, dialog: IntentDialog(stringLiteral: problem ?? sentence))
  }
}

/// An action of Shortcuts: adds every waiting item to the documents, without opening the app.
struct AddWaitingDocuments: AppIntent {
  static let title: LocalizedStringResource = "Add Waiting Items"
  static let description = IntentDescription(
    "Adds items that wait: those that were shared, opened in Intray, or copied by a computer.")

  func perform() async throws -> some IntentResult & ReturnsValue<Int> & ProvidesDialog {
    let results = try await ShortcutProblem.library().addWaiting()
    let count = results.outcomes.count(where: \.isImport)
    return .result(value: count, dialog: "\(count) items added.")
  }
}
