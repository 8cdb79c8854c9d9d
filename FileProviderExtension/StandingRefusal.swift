import FileProvider
import Foundation

/// The error that the system got last for a listing, or because nothing could be opened, until it is told that this very error is
/// resolved. Until then it waits, ever longer.
///
/// It is in a file, because the process that succeeds is mostly another one. The file has no protection class, so that it can be
/// written before the first unlock. If it cannot be written, the system waits until the app is opened.
struct StandingRefusal: Sendable {
  private let path: String?

  /// Kept in a folder; nil keeps nothing.
  init(in folder: String?) { path = folder.map { $0 + "/refusal" } }

  /// Notes an error.
  ///
  /// - Returns: whether none stood before, and this one is noted.
  func note(_ error: NSError) -> Bool {
    guard let path else { return false }
    let isNew = !FileManager.default.fileExists(atPath: path)
    let isKept = FileManager.default.createFile(
      atPath: path, contents: Data("\(error.domain) \(error.code)".utf8),
      attributes: [.protectionKey: FileProtectionType.none])
    return isNew && isKept
  }

  /// Forgets the error that stands, and returns it; nil if there is none.
  ///
  /// - Parameter isListing: whether a listing has succeeded. That a request for one item did resolves only that nothing could
  ///   be opened.
  func take(isListing: Bool) -> NSError? {
    // Mostly there is none.
    guard let path, let data = FileManager.default.contents(atPath: path) else { return nil }
    let words = String(decoding: data, as: UTF8.self).split(separator: " ")
    guard words.count == 2, let code = Int(words[1]) else { return nil }
    let error = NSError(domain: String(words[0]), code: code)
    if !isListing, error.code != NSFileProviderError.Code.serverUnreachable.rawValue { return nil }
    // If it stays, the next success says it once more.
    try? FileManager.default.removeItem(atPath: path)
    return error
  }
}
