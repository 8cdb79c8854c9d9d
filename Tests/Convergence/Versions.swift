import Foundation

/// Every version that anybody wrote, by the word that it alone contains, and which of them somebody who saw it has
/// done away with.
final class Versions {
  private var written: Set<String> = []
  private var ended: Set<String> = []
  /// The tag of documents that are only moved, renamed and tagged, by their first word.
  private(set) var tags: [String: String] = [:]
  private var next = 0

  /// A new word.
  func make() -> String {
    next += 1
    written.insert("v\(next)")
    return "v\(next)"
  }

  /// Somebody removed or overwrote these on purpose.
  func end(_ words: some Sequence<String>) { ended.formUnion(words) }

  func tag(_ word: String, _ tag: String) { tags[word] = tag }

  /// What must be in some document.
  var living: Set<String> { written.subtracting(ended) }

  /// The words of a file.
  static func words(_ path: String) -> [String] {
    guard let data = FileManager.default.contents(atPath: path) else { return [] }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
