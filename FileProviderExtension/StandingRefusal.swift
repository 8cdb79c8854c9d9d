import FileProvider
import Foundation

/// The last refusal that the system waits with, until it is told that this very error is resolved. It waits ever longer.
///
/// It is in a file, because the process that succeeds is mostly another one. The file has no protection class, so that it can be
/// written before the first unlock. If it cannot be written, the system waits until the app is opened.
struct StandingRefusal: Sendable {
  private let path: String?

  /// Kept in a folder; nil keeps nothing.
  init(in folder: String?) { path = folder.map { $0 + "/refusal" } }

  /// Notes an error.
  ///
  /// - Parameter question: what was refused.
  /// - Returns: whether none stood before, and this one is noted.
  func note(_ error: NSError, of question: RequestQueue.Question) -> Bool {
    guard let path else { return false }
    let isNew = !FileManager.default.fileExists(atPath: path)
    let isKept = FileManager.default.createFile(
      atPath: path, contents: Data("\(error.domain) \(error.code) \(question.key)".utf8),
      attributes: [.protectionKey: FileProtectionType.none])
    return isNew && isKept
  }

  /// Forgets the error that stands, and returns it; nil if there is none, or if it still holds.
  ///
  /// That the same question was answered ends it. Another one, such as a folder that can be listed, says nothing of a folder that
  /// cannot, and the system would ask for that without end. But any answer ends that nothing could be opened.
  func take(after question: RequestQueue.Question) -> NSError? {
    // Mostly there is none.
    guard let path, let data = FileManager.default.contents(atPath: path) else { return nil }
    let words = String(decoding: data, as: UTF8.self).split(separator: " ", maxSplits: 2).map(String.init)
    guard words.count == 3, let code = Int(words[1]) else { return nil }
    let error = NSError(domain: words[0], code: code)
    let wasClosed = error.code == NSFileProviderError.Code.serverUnreachable.rawValue
    if !wasClosed, words[2] != question.key { return nil }
    // If it stays, the next success says it once more.
    try? FileManager.default.removeItem(atPath: path)
    return error
  }
}
