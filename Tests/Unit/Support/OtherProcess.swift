import IntrayCore

extension Disk {
  /// The same disk as another process sees it, as far as the product can tell: what this process remembers
  /// of its own records in `Displaced` does not apply, because they seem to have other names.
  public var ofAnotherProcess: Disk {
    let base = self
    var disk = self
    disk.openFolder = { folder, name throws(DiskError) in
      try base.openFolder(folder, name.asAnotherRecord)
    }
    disk.makeFolder = { folder, name throws(DiskError) in
      try base.makeFolder(folder, name.asAnotherRecord)
    }
    disk.removeFolder = { folder, name throws(DiskError) in
      try base.removeFolder(folder, name.asAnotherRecord)
    }
    disk.status = { folder, name throws(DiskError) in
      try base.status(folder, name?.asAnotherRecord)
    }
    disk.setMode = { folder, name, mode throws(DiskError) in
      try base.setMode(folder, name.asAnotherRecord, mode)
    }
    disk.list = { folder, each throws(DiskError) in
      try base.list(folder) { name, kind in each(name.asAnotherRecord, kind) }
    }
    return disk
  }

  /// The same disk without the waits for the drive, which no process can see, for tests of many runs.
  public var withoutSyncs: Disk {
    var disk = self
    disk.sync = { _ in }
    disk.flush = { _ in }
    return disk
  }
}

extension FileName {
  /// `<32 digits>.<a>.<b>`, and perhaps `.both`, with the digits the other way round, which is its own inverse. A parcel that a sweep has claimed
  /// has such a name, too, and is no record.
  fileprivate var asAnotherRecord: FileName {
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3 || parts.count == 4 && hasSuffix(".both"), parts[0].count == 32,
      !hasSuffix(".swept")
    else { return self }
    return FileName(bytes: Array(parts[0].reversed()) + bytes.dropFirst(32))
  }
}
