import Dispatch
import Synchronization
import notify

/// Notifies the app's other processes of a change by Darwin notifications, which carry only a name.
///
/// A notification may be lost, merged or late (notify(3)), and no process may be listening. Every enumeration, and a
/// process that becomes active, reads the folders in any case.
public struct ChangeNotifier: Sendable {
  /// Which process changed what. The app posts nothing: it signals the system, which asks the provider.
  public enum Post: String, CaseIterable, Sendable {
    /// Something was delivered into the inbox.
    case inbox
    /// The File Provider extension changed Documents.
    case provider = "documents.provider"
    /// Nothing changed: the app asks the File Provider extension for its ``ExtensionReport``.
    case check
  }

  private let group: String?

  /// A notifier of an App Group. In a build without one it posts nothing.
  public init(group: String? = AppGroup.identifier) { self.group = group }

  /// The notification's name. It begins with the App Group's identifier, which no other developer can use.
  public func name(of source: Post) -> String? { group.map { $0 + "." + source.rawValue } }

  /// Posts a notification. It is no error when no process listens.
  public func post(_ source: Post) {
    if let name = name(of: source) { _ = notify_post(name) }
  }

  /// Listens to some sources until the returned listener is released.
  ///
  /// - Parameter heard: called on its own queue for each post; several posts in a row may cause one call.
  public func listen(to sources: [Post], _ heard: @escaping @Sendable () -> Void) -> Listener {
    Listener(sources.compactMap(name), heard)
  }

  /// The posts of some sources. Posts that arrive while the iterating task does not wait are merged into one.
  public func posts(_ sources: [Post]) -> AsyncStream<Void> {
    let (posts, post) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let listener = listen(to: sources) { post.yield() }
    post.onTermination = { _ in listener.stop() }
    return posts
  }

  /// A registration for notifications, until it is stopped or released.
  public final class Listener: Sendable {
    private let tokens: Mutex<[Int32]>

    fileprivate init(_ names: [String], _ heard: @escaping @Sendable () -> Void) {
      let queue = DispatchQueue(label: AppIdentity.current.name + ".ChangeNotifier")
      tokens = Mutex(
        names.compactMap { name in
          // NOTIFY_TOKEN_INVALID is this.
          var token: Int32 = -1
          // A process that cannot listen still reads the folders when it becomes active.
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
