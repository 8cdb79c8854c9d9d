import Shared

/// The functions of a ``Disk``, by name.
public enum DiskCall: String, CaseIterable, Hashable, Sendable {
  /// The functions that open, make and close.
  case openRoot, openFolder, openFile, createFile, close
  /// The functions that carry bytes.
  case read, write, clone, copyRange, dataRange, truncate
  /// The functions that look.
  case status, fileID, path, list
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
}

extension Disk {
  /// The same disk, asking a closure before each call. What the closure throws is the call's error.
  ///
  /// A `close` closes in any case, as the kernel does.
  public func asking(
    _ before: @escaping @Sendable (DiskRequest) throws(DiskError) -> Void
  ) -> Disk {
    let base = self
    var disk = self
    @Sendable func ask(
      _ call: DiskCall, _ descriptor: Descriptor? = nil, _ name: FileName? = nil
    ) throws(DiskError) {
      try before(DiskRequest(call: call, descriptor: descriptor, name: name))
    }
    disk.openRoot = { path throws(DiskError) in
      try ask(.openRoot)
      return try base.openRoot(path)
    }
    disk.openFolder = { folder, name throws(DiskError) in
      try ask(.openFolder, folder, name)
      return try base.openFolder(folder, name)
    }
    disk.openFile = { folder, name throws(DiskError) in
      try ask(.openFile, folder, name)
      return try base.openFile(folder, name)
    }
    disk.createFile = { folder, name throws(DiskError) in
      try ask(.createFile, folder, name)
      return try base.createFile(folder, name)
    }
    disk.close = { descriptor throws(DiskError) in
      var refusal: DiskError?
      do throws(DiskError) { try ask(.close, descriptor) } catch { refusal = error }
      try base.close(descriptor)
      if let refusal { throw refusal }
    }
    disk.read = { descriptor, buffer, offset throws(DiskError) in
      try ask(.read, descriptor)
      return try base.read(descriptor, buffer, offset)
    }
    disk.write = { descriptor, buffer, offset throws(DiskError) in
      try ask(.write, descriptor)
      return try base.write(descriptor, buffer, offset)
    }
    disk.clone = { source, folder, name throws(DiskError) in
      try ask(.clone, source, name)
      return try base.clone(source, folder, name)
    }
    disk.copyRange = { source, destination, offset, count throws(DiskError) in
      try ask(.copyRange, source)
      return try base.copyRange(source, destination, offset, count)
    }
    disk.dataRange = { descriptor, offset throws(DiskError) in
      try ask(.dataRange, descriptor)
      return try base.dataRange(descriptor, offset)
    }
    disk.truncate = { descriptor, size throws(DiskError) in
      try ask(.truncate, descriptor)
      try base.truncate(descriptor, size)
    }
    disk.status = { folder, name throws(DiskError) in
      try ask(.status, folder, name)
      return try base.status(folder, name)
    }
    disk.fileID = { folder, name throws(DiskError) in
      try ask(.fileID, folder, name)
      return try base.fileID(folder, name)
    }
    disk.path = { folder throws(DiskError) in
      try ask(.path, folder)
      return try base.path(folder)
    }
    disk.list = { folder, each throws(DiskError) in
      try ask(.list, folder)
      try base.list(folder, each)
    }
    disk.renameExclusive = { from, name, to, newName throws(DiskError) in
      try ask(.renameExclusive, from, name)
      try base.renameExclusive(from, name, to, newName)
    }
    disk.exchange = { from, name, to, otherName throws(DiskError) in
      try ask(.exchange, from, name)
      try base.exchange(from, name, to, otherName)
    }
    disk.makeFolder = { folder, name throws(DiskError) in
      try ask(.makeFolder, folder, name)
      try base.makeFolder(folder, name)
    }
    disk.makeLink = { target, folder, name throws(DiskError) in
      try ask(.makeLink, folder, name)
      try base.makeLink(target, folder, name)
    }
    disk.readLink = { folder, name throws(DiskError) in
      try ask(.readLink, folder, name)
      return try base.readLink(folder, name)
    }
    disk.removeFile = { folder, name throws(DiskError) in
      try ask(.removeFile, folder, name)
      try base.removeFile(folder, name)
    }
    disk.removeFolder = { folder, name throws(DiskError) in
      try ask(.removeFolder, folder, name)
      try base.removeFolder(folder, name)
    }
    disk.setMode = { folder, name, mode throws(DiskError) in
      try ask(.setMode, folder, name)
      try base.setMode(folder, name, mode)
    }
    disk.setModeOfOpen = { descriptor, mode throws(DiskError) in
      try ask(.setModeOfOpen, descriptor)
      try base.setModeOfOpen(descriptor, mode)
    }
    disk.unlock = { descriptor throws(DiskError) in
      try ask(.unlock, descriptor)
      try base.unlock(descriptor)
    }
    disk.setModified = { descriptor, time throws(DiskError) in
      try ask(.setModified, descriptor)
      try base.setModified(descriptor, time)
    }
    disk.setCreated = { descriptor, time throws(DiskError) in
      try ask(.setCreated, descriptor)
      try base.setCreated(descriptor, time)
    }
    disk.protect = { descriptor throws(DiskError) in
      try ask(.protect, descriptor)
      try base.protect(descriptor)
    }
    disk.excludeFromBackup = { folder throws(DiskError) in
      try ask(.excludeFromBackup, folder)
      try base.excludeFromBackup(folder)
    }
    disk.attributes = { descriptor throws(DiskError) in
      try ask(.attributes, descriptor)
      return try base.attributes(descriptor)
    }
    disk.attribute = { descriptor, name throws(DiskError) in
      try ask(.attribute, descriptor)
      return try base.attribute(descriptor, name)
    }
    disk.attributeSize = { descriptor, name throws(DiskError) in
      try ask(.attributeSize, descriptor)
      return try base.attributeSize(descriptor, name)
    }
    disk.setAttribute = { descriptor, name, value throws(DiskError) in
      try ask(.setAttribute, descriptor)
      try base.setAttribute(descriptor, name, value)
    }
    disk.removeAttribute = { descriptor, name throws(DiskError) in
      try ask(.removeAttribute, descriptor)
      try base.removeAttribute(descriptor, name)
    }
    disk.sync = { descriptor throws(DiskError) in
      try ask(.sync, descriptor)
      try base.sync(descriptor)
    }
    disk.flush = { descriptor throws(DiskError) in
      try ask(.flush, descriptor)
      try base.flush(descriptor)
    }
    return disk
  }
}
