import Dispatch
import notify

/// Word between our processes that something changed: Darwin notifications, which have a name and nothing
/// else.
///
/// A notification may be lost, merged or come late, and nobody need be listening. That costs nothing: becoming
/// active and enumerating always look. See notify(3).
public struct Doorbell: Sendable {
  /// Who changed what. There is one for each that changes Documents, so that nobody wakes itself.
  public enum Word: String, CaseIterable, Sendable {
    /// Something was delivered into the inbox.
    case inbox
    /// The app changed Documents.
    case app = "documents.app"
    /// The File Provider extension changed Documents.
    case provider = "documents.provider"
  }

  private let group: String?

  /// A doorbell of an App Group. Nobody rings in a build without one.
  public init(group: String? = AppGroup.identifier) {
    self.group = group
  }

  /// The notification's name; below the App Group's, which is ours alone.
  public func name(of word: Word) -> String? { group.map { $0 + "." + word.rawValue } }

  /// Rings. Nobody listening is no error.
  public func ring(_ word: Word) {
    if let name = name(of: word) { _ = notify_post(name) }
  }

  /// Hears some words until what it returns is let go of.
  ///
  /// - Parameter heard: called on a queue of its own for each ring; a few in a row may be one.
  public func listen(to words: [Word], _ heard: @escaping @Sendable () -> Void) -> Listener {
    Listener(words.compactMap(name), heard)
  }

  /// Some words as they are heard, for as long as the task runs that iterates. Rings that come while nobody
  /// waits for the next are one.
  public func rings(_ words: [Word]) -> AsyncStream<Void> {
    let (rings, ring) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let listener = listen(to: words) { ring.yield() }
    ring.onTermination = { _ in listener.stop() }
    return rings
  }

  /// Somebody who listens.
  public final class Listener: Sendable {
    private let tokens: Locked<[Int32]>

    fileprivate init(_ names: [String], _ heard: @escaping @Sendable () -> Void) {
      let queue = DispatchQueue(label: "Intray.Doorbell")
      tokens = Locked(
        names.compactMap { name in
          // NOTIFY_TOKEN_INVALID is this.
          var token: Int32 = -1
          // Who cannot listen looks when it is active: see above.
          let status = notify_register_dispatch(name, &token, queue) { _ in heard() }
          return status == UInt32(NOTIFY_STATUS_OK) ? token : nil
        })
    }

    deinit { stop() }

    /// Listens no more.
    public func stop() {
      let tokens = tokens.withLock { tokens in
        defer { tokens = [] }
        return tokens
      }
      for token in tokens { notify_cancel(token) }
    }
  }
}
