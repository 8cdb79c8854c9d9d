import Foundation
import Shared

/// A web address as a document: the property list that Safari writes and opens, `.webloc`.
enum Link {
  static func contents(of url: URL) throws -> Data {
    try PropertyListSerialization.data(
      fromPropertyList: ["URL": url.absoluteString], format: .xml, options: 0)
  }

  static func name(of url: URL, title: String?) -> DocumentName {
    let title = title.map(Snippet.firstLine) ?? ""
    return DocumentName((title.isEmpty ? url.host() ?? url.absoluteString : title) + ".webloc")
  }
}

/// Text as a document: UTF-8, named by its title or its first words.
enum Snippet {
  /// So much of a text says what it is; more does not fit a line of Files.
  private static let longestTitle = 60

  static func name(of text: String, title: String?) -> DocumentName {
    let given = firstLine(title ?? "")
    let own = given.isEmpty ? firstLine(text) : given
    return DocumentName((own.isEmpty ? DocumentName("").text : own) + ".txt")
  }

  static func firstLine(_ text: String) -> String {
    let line =
      text.split(whereSeparator: \.isNewline).lazy
      .map { $0.trimmingCharacters(in: .whitespaces) }.first { !$0.isEmpty } ?? ""
    if line.count <= longestTitle { return line }
    let cut = line.prefix(longestTitle)
    // At a word, if there is one.
    let end = cut.lastIndex(where: \.isWhitespace) ?? cut.endIndex
    return cut[..<end].trimmingCharacters(in: .whitespaces)
  }
}
