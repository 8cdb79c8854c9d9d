import Dispatch
import notify

/// Source between our processes that something changed: Darwin notifications, which have a name and nothing
/// else.
///
/// A notification may be lost, merged or come late, and nobody need be listening. That costs nothing: becoming
/// active and enumerating always look. See notify(3).
public struct ChangeNotifier: Sendable {
  /// Who changed what. There is one for each that changes Documents, so that nobody wakes itself.
  public enum Source: String, CaseIterable, Sendable {
    /// Something was delivered into the inbox.
    case inbox
    /// The app changed Documents.
    case app = "documents.app"
    /// The File Provider extension changed Documents.
    case provider = "documents.provider"
  }

  private let group: String?

  /// A notifier of an App Group. Nobody posts in a build without one.
  public init(group: String? = AppGroup.identifier) {
    self.group = group
  }

  /// The notification's name; below the App Group's, which is ours alone.
  public func name(of source: Source) -> String? { group.map { $0 + "." + source.rawValue } }

  /// Rings. Nobody listening is no error.
  public func post(_ source: Source) {
    if let name = name(of: source) { _ = notify_post(name) }
  }

  /// Hears some sources until what it returns is let go of.
  ///
  /// - Parameter heard: called on a queue of its own for each post; a few in a row may be one.
  public func listen(to sources: [Source], _ heard: @escaping @Sendable () -> Void) -> Listener {
    Listener(sources.compactMap(name), heard)
  }

  /// Some sources as they are heard, for as long as the task runs that iterates. Rings that come while nobody
  /// waits for the next are one.
  public func posts(_ sources: [Source]) -> AsyncStream<Void> {
    let (posts, post) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let listener = listen(to: sources) { post.yield() }
    post.onTermination = { _ in listener.stop() }
    return posts
  }

  /// Somebody who listens.
  public final class Listener: Sendable {
    private let tokens: Mutex<[Int32]>

    fileprivate init(_ names: [String], _ heard: @escaping @Sendable () -> Void) {
      let queue = DispatchQueue(label: "Intray.ChangeNotifier")
      tokens = Mutex(
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
