import Foundation
import IntrayCore
import Synchronization
import TestSupport

/// Every version that a user wrote, by the word that it alone contains, and which of them a user who saw it has
/// removed.
final class Versions: Sendable {
  private struct State {
    var written: Set<String> = []
    var ended: Set<String> = []
    var tags: [String: String] = [:]
  }

  private let state = Mutex(State())

  /// The tag of documents that are only moved, renamed and tagged, by their first word.
  var tags: [String: String] { state.withLock(\.tags) }

  /// A new word.
  func make() -> String {
    state.withLock { state in
      let word = "v\(state.written.count + 1)"
      state.written.insert(word)
      return word
    }
  }

  /// A user removed or overwrote these on purpose.
  func end(_ words: some Sequence<String>) {
    let words = Array(words)
    state.withLock { $0.ended.formUnion(words) }
  }

  func tag(_ word: String, _ tag: String) { state.withLock { $0.tags[word] = tag } }

  /// How many were written.
  var count: Int { state.withLock(\.written.count) }

  /// What must be in some document.
  var living: Set<String> { state.withLock { $0.written.subtracting($0.ended) } }

  /// The versions in a file, or in everything below a folder. That of a symbolic link is its target. No user has seen the
  /// contents of a placeholder, whose target is a path.
  static func below(_ path: String) -> [String] {
    ([path] + names(below: path).map { path + "/" + $0 }).flatMap { place in
      // What is no link throws.
      (try? FileManager.default.destinationOfSymbolicLink(atPath: place)).map { [$0] } ?? words(place)
    }.filter { $0.hasPrefix("v") }
  }

  /// The version that is all of a file; nil when it has several, or none.
  static func only(_ path: String) -> String? {
    let words = below(path)
    return words.count == 1 ? words.first : nil
  }

  /// The words of a file.
  static func words(_ path: String) -> [String] {
    guard let data = FileManager.default.contents(atPath: path) else { return [] }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

/// Every path below a folder, in an order that does not depend on the file system.
func names(below path: String) -> [String] {
  (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []).sorted()
}

/// What is at a path, of the kinds of lstat(2); 0 when nothing is.
func kind(_ path: String) -> mode_t {
  var status = stat()
  return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
}
