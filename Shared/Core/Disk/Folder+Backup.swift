extension Folder {
  /// Leaves this folder and everything below it out of backups. Where the platform cannot do that, backups are larger,
  /// and nothing is lost.
  func excludeFromBackup() {
    try? withDescriptor { folder throws(DiskError) in try disk.excludeFromBackup(folder) }
  }
}
