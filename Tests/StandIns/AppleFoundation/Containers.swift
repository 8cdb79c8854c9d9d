import Foundation

/// The simulator's side: what a stand-in cannot know by itself.
public enum StandIn {
  /// The folders of the App Groups that this process is entitled to.
  public enum Containers {
    private static let lock = NSLock()
    nonisolated(unsafe) private static var folders: [String: URL] = [:]

    /// The folder of a group; nil is a group that the process is not entitled to.
    public static subscript(group group: String) -> URL? {
      get { lock.withLock { folders[group] } }
      set { lock.withLock { folders[group] = newValue } }
    }
  }
}

extension FileManager {
  /// The folder that the members of an App Group share; nil without the entitlement.
  public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
    StandIn.Containers[group: groupIdentifier]
  }
}

extension URL {
  /// Makes what a security-scoped URL names accessible; false for a URL without such a scope, and no URL
  /// here has one.
  ///
  /// <https://developer.apple.com/documentation/foundation/nsurl/startaccessingsecurityscopedresource()>
  public func startAccessingSecurityScopedResource() -> Bool { false }

  /// <https://developer.apple.com/documentation/foundation/nsurl/stopaccessingsecurityscopedresource()>
  public func stopAccessingSecurityScopedResource() {}
}
