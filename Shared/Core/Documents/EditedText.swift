/// A text document as an editor opened it, or saved it last.
public struct EditedText: Hashable, Sendable {
  /// The text.
  public let text: String
  /// The document; after a conflict, the copy that has the text.
  public var path: DocumentPath { document.path }
  /// Whether it is a copy that a save made, because the document that was opened had changed.
  public var isConflictCopy = false
  fileprivate var document: DocumentInfo
  /// Its contents as the editor knows them.
  fileprivate var base: FileSnapshot
}

/// A text document that the user edits in the app.
extension Documents {
  /// The longest text that is edited, in bytes: the system's editor lays it out as a whole.
  private static let longestText = 1 << 20

  /// Reads a text for an editor. It changes nothing.
  /// - Returns: nil for what is no text in UTF-8, and for a text that is too long for an editor.
  /// - Throws: the errors of the disk.
  public func text(of path: DocumentPath) throws(DiskError) -> EditedText? {
    let document = try info(of: path)
    guard document.status.kind == .file, document.status.size <= Self.longestText else { return nil }
    let bytes = try head(of: path, count: Self.longestText)
    guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else { return nil }
    // One that was changed between the two looks differs from this when it is saved. A change of its attributes alone is none.
    return EditedText(text: text, document: document, base: FileSnapshot(document.status).renamed)
  }

  /// Saves a text over the version that the editor knows, wherever the document is by now: see
  /// ``replaceContents(of:with:expecting:)``. A document that was changed meanwhile stays, and the text is a conflict copy beside it.
  /// One that was deleted is there again.
  ///
  /// If the process is killed here, the document has the old text or the new one, or the new one is beside it. Between two calls what
  /// was typed is lost.
  /// - Parameter conflictWord: the word in the names of conflict copies, in the user's language.
  /// - Returns: the version to save over next.
  /// - Throws: the errors of the disk. Then the document has the old text or the new one.
  public func save(
    _ text: String, over version: EditedText, conflictWord: String
  ) throws(DiskError) -> EditedText {
    // One that is nowhere, or was deleted, is made again where it was.
    let found = try? info(following: version.document).path
    var path = found.flatMap { $0.directory == .documents ? $0 : nil } ?? version.path
    let staged = try stage(.bytes(Array(text.utf8)), as: path.documentName, replacing: path)
    var isConflictCopy = version.isConflictCopy
    // A rename changes no contents, and the base stays true.
    let base = try FileSnapshot(staged.status()).renamed
    do throws(DiskError) {
      switch try replaceContents(of: path, with: staged, expecting: version.base) {
      case .replaced, .replacedKeeping: break
      case .recreated(let new): path = new
      case .beside(let copy):
        (path, isConflictCopy) = (try mark(copy, staged.file, asConflictWith: path, conflictWord), true)
      }
    } catch {
      staged.tidy()
      throw error
    }
    // It is saved. One that has moved on at once is saved beside that the next time.
    var document = (try? info(of: path)) ?? version.document
    document.path = path
    return EditedText(text: text, isConflictCopy: isConflictCopy, document: document, base: base)
  }

  /// Gives a copy the name of a conflict copy, and notes of which document. One that cannot be marked is a document all the same.
  private func mark(
    _ copy: DocumentPath, _ file: FileID, asConflictWith path: DocumentPath, _ word: String
  ) throws(DiskError) -> DocumentPath {
    if let item = try? container.entry(path).identity()?.id {
      try? change(copy, expecting: file) { opened throws(DiskError) in
        try mark(opened, asConflictWith: item)
      }
    }
    let name = path.documentName.marked(word)
    return (try? move(copy, expecting: file, to: copy.parent, as: name)) ?? copy
  }
}
