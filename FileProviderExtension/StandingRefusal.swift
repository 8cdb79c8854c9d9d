import FileProvider
import Foundation

/// What the system waits for since it was refused: it asks again only when it is told that this is over.
///
/// It is in a file, because the process that succeeds is mostly another one. The file has no protection class, so that it can be
/// written before the first unlock. If it cannot be written, the system waits until the app is opened.
struct StandingRefusal: Sendable {
  enum Kind: String {
    /// Nothing could be opened. The system asks for nothing until it is told that this very error is resolved.
    case closed
    /// There was no anchor. The system asks for one again when it is signalled.
    case anchor
  }

  private let path: String?

  /// Kept in a folder; nil keeps nothing.
  init(in folder: String?) { path = folder.map { $0 + "/refusal" } }

  /// Notes a refusal.
  ///
  /// - Returns: whether none stood before, and this one is noted.
  func note(_ kind: Kind) -> Bool {
    guard let path else { return false }
    let isNew = !FileManager.default.fileExists(atPath: path)
    let isKept = FileManager.default.createFile(
      atPath: path, contents: Data(kind.rawValue.utf8),
      attributes: [.protectionKey: FileProtectionType.none])
    return isNew && isKept
  }

  /// Forgets the refusal that stands, and returns it; nil if there is none, or if it still holds: any answer ends that nothing
  /// could be opened, and only an anchor ends that there was none.
  func take(after question: RequestQueue.Question) -> Kind? {
    // Mostly there is none.
    guard let path, let data = FileManager.default.contents(atPath: path),
      let kind = Kind(rawValue: String(decoding: data, as: UTF8.self))
    else { return nil }
    if kind == .anchor, question != .anchor { return nil }
    // If it stays, the next success says it once more.
    try? FileManager.default.removeItem(atPath: path)
    return kind
  }
}
