import Foundation
import Synchronization

/// The simulator's side: what a stand-in cannot know by itself.
public enum StandIn {
  /// The folders of the App Groups that this process is entitled to.
  public enum Containers {
    private static let folders = Mutex<[String: URL]>([:])

    /// The folder of a group; nil is a group that the process is not entitled to.
    public static subscript(group group: String) -> URL? {
      get { folders.withLock { $0[group] } }
      set { folders.withLock { $0[group] = newValue } }
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

extension StandIn {
  /// The system's side: how warm the device is.
  public enum Temperature {
    @TaskLocal public static var state = ProcessInfo.ThermalState.nominal
  }

  /// The system's side: how many bytes a volume has room for, with what the system could purge.
  public enum VolumeCapacity {
    /// nil where the system does not know it.
    @TaskLocal public static var forImportantUsage: Int64?
  }
}

extension URLResourceKey {
  public static let volumeAvailableCapacityForImportantUsageKey = URLResourceKey(
    rawValue: "NSURLVolumeAvailableCapacityForImportantUsageKey")
}

extension URLResourceValues {
  /// The room for what the user asked for; nil where the volume does not say it.
  public var volumeAvailableCapacityForImportantUsage: Int64? { StandIn.VolumeCapacity.forImportantUsage }
}

extension ProcessInfo {
  /// How warm the device is.
  ///
  /// <https://developer.apple.com/documentation/foundation/processinfo/thermalstate-swift.enum>
  public enum ThermalState: Int, Sendable { case nominal, fair, serious, critical }

  public var thermalState: ThermalState { StandIn.Temperature.state }

  /// Asks for time to do something when the process is about to be suspended: the block runs with false on
  /// another thread, and again with true when the time is over.
  public func performExpiringActivity(
    withReason reason: String, using block: @escaping @Sendable (Bool) -> Void
  ) {
    StandIn.ExpiringActivities.system.begin(block)
  }
}

extension StandIn {
  /// The system's side of what runs while it asks for time. A test has a system of its own.
  public final class ExpiringActivities: @unchecked Sendable {
    // Unchecked because of the blocks, which are behind a lock.
    /// The system of the task that asks.
    @TaskLocal public static var system = ExpiringActivities()

    private let lock = NSLock()
    private var blocks: [UUID: @Sendable (Bool) -> Void] = [:]

    /// Makes a system in which nothing runs.
    public init() {}

    /// How many are under way.
    public var count: Int { lock.withLock { blocks.count } }

    /// The time is over for all of them. Returns when each has said that it has come to an end.
    public func expire() {
      let running = lock.withLock { Array(blocks.values) }
      for block in running { block(true) }
    }

    fileprivate func begin(_ block: @escaping @Sendable (Bool) -> Void) {
      let id = UUID()
      lock.withLock { blocks[id] = block }
      // A thread of its own: it may stay in the block for as long as the work takes.
      Thread.detachNewThread { [self] in
        block(false)
        lock.withLock { blocks[id] = nil }
      }
    }
  }
}
