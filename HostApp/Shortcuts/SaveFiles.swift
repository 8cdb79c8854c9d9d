import AppIntents
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
    title: "Files", supportedTypeIdentifiers: ["public.item"],
    inputConnectionBehavior: .connectToPreviousIntentResult)
  var files: [IntentFile]

  func perform() async throws -> some IntentResult & ProvidesDialog {
    let library = try ShortcutProblem.library()
    let incoming = files.map { file in
      // Only what has no file comes as bytes, and is in memory already.
      Incoming(name: file.filename, contents: file.fileURL.map { .file($0) } ?? .bytes(file.data))
    }
    let results = try await library.performShortcut(depositing: incoming)
    try ShortcutProblem.check(results)
    return .result(dialog: "\(incoming.count) documents saved in Intray.")
  }
}
