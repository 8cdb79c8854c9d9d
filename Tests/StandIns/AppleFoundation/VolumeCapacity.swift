import Foundation

extension StandIn {
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
