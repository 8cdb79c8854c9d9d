import AppIntents
import Intake
import Shared

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

  func perform() async throws -> some IntentResult & ProvidesDialog {
    let library = try ShortcutProblem.library()
    let files = files.map { file in
      // Only what has no file comes as bytes, and is in memory already.
      file.fileURL.map { PickedFile($0, name: file.filename) } ?? PickedFile(file.data, name: file.filename)
    }
    let name = try newFolderName()
    let path = try await library.path(of: folder ?? .root)
    try await library.addWaiting(depositing: files, into: path, creating: name)
    guard let place = name?.text ?? folder?.name else {
      return .result(dialog: "\(files.count) documents saved in Intray.")
    }
    return .result(dialog: "\(files.count) documents saved in “\(place)”.")
  }

  /// The name of the folder to make; nil for none.
  ///
  /// - Throws: a ``ShortcutProblem`` when no folder can have it.
  private func newFolderName() throws -> DocumentName? {
    guard let newFolder, !newFolder.allSatisfy(\.isWhitespace) else { return nil }
    let name = DocumentName(newFolder)
    guard name.text == newFolder else {
      throw ShortcutProblem(sentence: Messages.problem(.illegal(nearest: name)))
    }
    return name
  }
}
