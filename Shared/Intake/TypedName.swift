import Foundation
import IntrayCore
import UniformTypeIdentifiers

/// A name that the user typed over that of a document, which keeps its extension unless the user means another.
public struct TypedName {
  /// What was typed, without the blanks around it.
  public let text: String
  /// The extension that was typed in place of the document's own, with its dot: a known one. What stands behind any other
  /// dot is a word.
  public let otherExtension: String?
  private let fileExtension: String

  /// - Parameter fileExtension: that of the document, with its dot; nothing if it has none.
  public init(_ text: String, keeping fileExtension: String) {
    self.text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    self.fileExtension = fileExtension
    let typed = DocumentName(self.text).fileExtension
    let isOther = !fileExtension.isEmpty && typed.lowercased() != fileExtension.lowercased()
    otherExtension = isOther && UTType.declared(typed.dropFirst()) != nil ? typed : nil
  }

  /// Whether it is no name: nothing, or only the extension.
  public var isEmpty: Bool { text.isEmpty || text.lowercased() == fileExtension.lowercased() }

  /// The extension that the document gets: the chosen one of the two, else the typed one if it means the same kind, else its
  /// own.
  public func fileExtension(chosen: String?) -> String {
    guard let otherExtension else { return fileExtension }
    return [fileExtension, otherExtension].first { $0 == chosen }
      ?? (isSameKind ? otherExtension : fileExtension)
  }

  /// Whether a document of the other extension is of the same kind: both are plain text, or one is a form of the other.
  private var isSameKind: Bool {
    guard let one = UTType.declared(fileExtension.dropFirst()),
      let other = otherExtension.flatMap({ UTType.declared($0.dropFirst()) })
    else { return false }
    return one.conforms(to: other) || other.conforms(to: one)
      || one.conforms(to: .plainText) && other.conforms(to: .plainText)
  }

  /// The whole name, with one of the two extensions in the place of the other.
  public func name(with fileExtension: String) -> String {
    if text.lowercased().hasSuffix(fileExtension.lowercased()) { return text }
    return String(text.dropLast(otherExtension?.count ?? 0)) + fileExtension
  }
}
