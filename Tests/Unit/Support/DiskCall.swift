import IntrayCore

/// The functions of a ``Disk``, by name.
public enum DiskCall: String, CaseIterable, Hashable, Sendable {
  /// The functions that open, make and close.
  case openRoot, openFolder, openFile, createFile, close
  /// The functions that carry bytes.
  case read, write, clone, dataRange, truncate
  /// The functions that look.
  case status, path, list
  /// The functions that change folders.
  case renameExclusive, exchange, makeFolder, makeLink, readLink, removeFile, removeFolder
  /// The functions that change what belongs to a file.
  case setMode, setModeOfOpen, unlock, setModified, setCreated, protect, excludeFromBackup
  /// The functions of extended attributes.
  case attributes, attribute, attributeSize, setAttribute, removeAttribute
  /// The functions that wait for the drive.
  case sync, flush
}

/// One call that the code under test is about to make.
public struct DiskRequest: Hashable, Sendable {
  /// Which function.
  public var call: DiskCall
  /// The descriptor that it works on; the source's where there are two.
  public var descriptor: Descriptor?
  /// The name that it works on; the old one where there are two.
  public var name: FileName?
  /// The name that it gives, or the only one.
  public var newName: FileName?

  fileprivate init<each Argument>(_ call: DiskCall, _ arguments: repeat each Argument) {
    self.call = call
    for argument in repeat each arguments {
      if let argument = argument as? Descriptor { descriptor = descriptor ?? argument }
      if let argument = argument as? FileName { (name, newName) = (name ?? argument, argument) }
    }
    // The target of a link comes first, and is no name.
    if call == .makeLink { name = newName }
  }
}

extension Disk {
  /// The same disk, asking a closure before each call. What the closure throws is the call's error.
  ///
  /// A `close` closes in any case, as the kernel does.
  public func asking(
    _ before: @escaping @Sendable (DiskRequest) throws(DiskError) -> Void
  ) -> Disk {
    @Sendable func asking<each Argument, Answer>(
      _ call: DiskCall, _ function: @escaping @Sendable (repeat each Argument) throws(DiskError) -> Answer
    ) -> @Sendable (repeat each Argument) throws(DiskError) -> Answer {
      { (arguments: repeat each Argument) throws(DiskError) in
        try before(DiskRequest(call, repeat each arguments))
        return try function(repeat each arguments)
      }
    }
    let base = self
    var disk = self
    disk.openRoot = asking(.openRoot, openRoot)
    disk.openFolder = asking(.openFolder, openFolder)
    disk.openFile = asking(.openFile, openFile)
    disk.createFile = asking(.createFile, createFile)
    disk.close = { descriptor throws(DiskError) in
      var refusal: DiskError?
      do throws(DiskError) { try before(DiskRequest(.close, descriptor)) } catch { refusal = error }
      try base.close(descriptor)
      if let refusal { throw refusal }
    }
    disk.read = asking(.read, read)
    disk.write = asking(.write, write)
    disk.clone = asking(.clone, clone)
    disk.dataRange = asking(.dataRange, dataRange)
    disk.truncate = asking(.truncate, truncate)
    disk.status = asking(.status, status)
    disk.path = asking(.path, path)
    disk.list = { folder, each throws(DiskError) in
      try before(DiskRequest(.list, folder))
      try base.list(folder, each)
    }
    disk.renameExclusive = asking(.renameExclusive, renameExclusive)
    disk.exchange = asking(.exchange, exchange)
    disk.makeFolder = asking(.makeFolder, makeFolder)
    disk.makeLink = asking(.makeLink, makeLink)
    disk.readLink = asking(.readLink, readLink)
    disk.removeFile = asking(.removeFile, removeFile)
    disk.removeFolder = asking(.removeFolder, removeFolder)
    disk.setMode = asking(.setMode, setMode)
    disk.setModeOfOpen = asking(.setModeOfOpen, setModeOfOpen)
    disk.unlock = asking(.unlock, unlock)
    disk.setModified = asking(.setModified, setModified)
    disk.setCreated = asking(.setCreated, setCreated)
    disk.protect = asking(.protect, protect)
    disk.excludeFromBackup = asking(.excludeFromBackup, excludeFromBackup)
    disk.attributes = asking(.attributes, attributes)
    disk.attribute = asking(.attribute, attribute)
    disk.attributeSize = asking(.attributeSize, attributeSize)
    disk.setAttribute = asking(.setAttribute, setAttribute)
    disk.removeAttribute = asking(.removeAttribute, removeAttribute)
    disk.sync = asking(.sync, sync)
    disk.flush = asking(.flush, flush)
    return disk
  }
}
