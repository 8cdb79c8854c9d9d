import IntrayCore
import UniformTypeIdentifiers

/// The words that the user reads in a file of text, for a search in contents. Nothing in it is run or loaded.
public enum TextExtraction {
  /// How many bytes of a text are read for its words.
  ///
  /// An archive of a page ends with the places of what is in it, so it is read as a whole. Rich text is taken apart by expressions.
  public static func mostBytes(of type: UTType) -> Int {
    if type.conforms(to: .webArchive) { return 16 << 20 }
    if type.conforms(to: .rtf) { return 256 << 10 }
    return ContentIndex.longestText
  }

  /// The words in the bytes of a file, which may be cut at ``mostBytes(of:)``.
  public static func words(in bytes: [UInt8], of type: UTType) -> String {
    if type.conforms(to: .webArchive) { return Title.page(inArchive: bytes)?.words ?? "" }
    if type.conforms(to: .rtf) { return Title.richText(bytes, wantsTitle: false).text }
    let text = Title.text(bytes, guesses: true)
    return type.conforms(to: .html) ? Markup(text).words : text
  }
}
