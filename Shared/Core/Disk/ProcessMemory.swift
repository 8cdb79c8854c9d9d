import Foundation
import os

/// The memory of this process.
public enum ProcessMemory {
  /// How many bytes the process may still use before the system ends it; nil if the system does not say.
  ///
  /// <https://developer.apple.com/documentation/os/3191911-os_proc_available_memory>
  public static var available: Int? {
    let bytes = os_proc_available_memory()
    // "If the calling process is not an app", says os/proc.h, it is zero. A process over its limit does not run.
    return bytes == 0 ? nil : bytes
  }
}
