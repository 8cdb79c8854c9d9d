import Foundation

extension StandIn {
  /// The system's side: how many bytes a volume has room for, with what the system could purge.
  public enum VolumeCapacity {
    /// nil where the system does not know it.
    @TaskLocal public static var forImportantUsage: Int64?
  }
}

extension URLResourceKey {
  /// The room for what the user asked for.
  ///
  /// <https://developer.apple.com/documentation/foundation/urlresourcekey/volumeavailablecapacityforimportantusagekey>
  public static let volumeAvailableCapacityForImportantUsageKey = URLResourceKey(
    rawValue: "NSURLVolumeAvailableCapacityForImportantUsageKey")
}

extension URLResourceValues {
  /// The room for what the user asked for; nil where the volume does not say it.
  ///
  /// <https://developer.apple.com/documentation/foundation/urlresourcevalues/volumeavailablecapacityforimportantusage>
  public var volumeAvailableCapacityForImportantUsage: Int64? { StandIn.VolumeCapacity.forImportantUsage }
}
