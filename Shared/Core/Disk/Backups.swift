import Foundation

extension Folder {
  /// Leaves this folder and everything below it out of backups. Where the platform cannot do that, backups are larger,
  /// and nothing is lost.
  func excludeFromBackup() {
    try? opened.call(nil, disk.excludeFromBackup)
  }
}

/// Marks a folder for the platform's backups. In a file of its own: the Darwin disk uses no Foundation.
func markForBackups(at path: String) throws(DiskError) {
  var (url, values) = (URL(filePath: path, directoryHint: .isDirectory), URLResourceValues())
  values.isExcludedFromBackup = true
  do {
    try url.setResourceValues(values)
  } catch {
    throw DiskError(.failed, at: path)
  }
}
