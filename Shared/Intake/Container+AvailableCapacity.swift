import Foundation
import Shared
import UIKit

extension Container {
  /// The number of bytes that its volume can still take, with what the system could purge for something that the user asked
  /// for; nil where that is not known. Then the disk says when it is full.
  ///
  /// <https://developer.apple.com/documentation/foundation/urlresourcevalues/volumeavailablecapacityforimportantusage>
  public var availableCapacity: Int64? {
    let url = URL(filePath: path, directoryHint: .isDirectory)
    let values = try? url.resourceValues(forKeys: [.volumeAvailableCapacityForImportantUsageKey])
    // Where the system cannot say what it could purge, it says 0.
    if let capacity = values?.volumeAvailableCapacityForImportantUsage, capacity > 0 { return capacity }
    let attributes = try? FileManager.default.attributesOfFileSystem(forPath: path)
    return (attributes?[.systemFreeSize] as? NSNumber)?.int64Value
  }
}
