import Synchronization

/// An open file or folder. It closes itself. Every call refers to this file, even after another process has renamed it.
public final class OpenFile: Sendable {
  /// What is done to an open file beside its contents.
  public typealias Change = (OpenFile) throws(DiskError) -> Void

  /// Its path when it was opened, for messages. It is put together only then, because a scan opens a hundred thousand files.
  public var path: String { name.map { folderPath + "/" + $0.description } ?? folderPath }
  private let folderPath: String
  private let name: FileName?
  let disk: Disk
  // Private: once the file is closed, the descriptor is invalid or stands for another file.
  private let descriptor: Descriptor
  private let isClosed = Atomic(false)

  init(_ descriptor: Descriptor, path: String, disk: Disk) {
    (self.descriptor, folderPath, name, self.disk) = (descriptor, path, nil, disk)
  }

  /// An open file in a folder.
  init(_ descriptor: Descriptor, _ name: FileName, in folder: Folder) {
    (self.descriptor, folderPath, self.name, disk) = (descriptor, folder.path, name, folder.disk)
  }

  deinit {
    // A file that was only read loses nothing by a failing close. One that was written is closed by `close()`.
    if !isClosed.load(ordering: .relaxed) { try? disk.close(descriptor) }
  }

  /// Closes a file that was written. No other call may follow.
  /// - Throws: the error of the disk: written bytes may be lost then.
  func close() throws(DiskError) {
    isClosed.store(true, ordering: .relaxed)
    try call(nil, disk.close)
  }

  /// Passes the descriptor, and what else a call takes, to a call of the disk.
  /// - Parameter name: of which entry of this folder the call is; nil if it is of the folder or the file itself.
  /// - Throws: the error of the call, with the path.
  func call<each Argument, Answer>(
    _ name: FileName? = nil,
    _ function: (Descriptor, repeat each Argument) throws(DiskError) -> Answer,
    _ arguments: repeat each Argument
  ) throws(DiskError) -> Answer {
    // Without this, the compiler could release the file, and close the descriptor, before the call has run.
    defer { withExtendedLifetime(self) {} }
    do throws(DiskError) {
      return try function(descriptor, repeat each arguments)
    } catch {
      throw error.at(name.map { path + "/" + $0.description } ?? path)
    }
  }

  /// Passes this descriptor and that of another file to a call of the disk.
  /// - Throws: the error of the call, with the path of this file, or of its entry with a name.
  func call<Answer>(
    _ name: FileName? = nil, with other: OpenFile,
    _ body: (Descriptor, Descriptor) throws(DiskError) -> Answer
  ) throws(DiskError) -> Answer {
    defer { withExtendedLifetime(other) {} }
    return try call(name, body, other.descriptor)
  }

  /// Its status.
  public func status() throws(DiskError) -> FileStatus { try call(nil, disk.status, nil) }

  /// Which file it is, in its present state.
  public func snapshot() throws(DiskError) -> FileSnapshot { FileSnapshot(try status()) }

  /// The names of all extended attributes, without the platform's prefix.
  public func attributes() throws(DiskError) -> [String] { try call(nil, disk.attributes) }

  /// One extended attribute; nil when there is none of that name.
  public func attribute(_ name: String) throws(DiskError) -> [UInt8]? { try call(nil, disk.attribute, name) }

  /// How many bytes an extended attribute has; nil when there is none of that name.
  func attributeSize(_ name: String) throws(DiskError) -> Int? { try call(nil, disk.attributeSize, name) }

  /// Sets an extended attribute, or removes it if the value is nil. To remove one that is not there is no error.
  public func setAttribute(_ name: String, _ value: [UInt8]?) throws(DiskError) {
    if let value {
      try call(nil, disk.setAttribute, name, value)
    } else {
      try call(nil, disk.removeAttribute, name)
    }
  }

  /// Sets the modification time; nil is now.
  public func setModified(_ time: FileTime?) throws(DiskError) { try call(nil, disk.setModified, time) }

  /// Sets the creation time where the platform can; elsewhere it does nothing.
  public func setCreated(_ time: FileTime) throws(DiskError) { try call(nil, disk.setCreated, time) }

  /// Sets the permission bits.
  public func setMode(_ mode: UInt16) throws(DiskError) { try call(nil, disk.setModeOfOpen, mode) }

  /// Takes the locks off.
  func unlock() throws(DiskError) { try call(nil, disk.unlock) }

  /// Gives it the protection class of documents: see ``Disk/protect``.
  func protect() throws(DiskError) { try call(nil, disk.protect) }

  /// Sends all of its data to the drive. A failed sync must not be repeated: see `DiskError.isOfSync`.
  public func sync() throws(DiskError) { try call(nil, disk.sync) }

  /// Reads until the buffer is full or the file ends.
  /// - Returns: how many bytes were read.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(DiskError) -> Int {
    var done = 0
    while done < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let count = try call(nil, disk.read, rest, offset + Int64(done))
      if count == 0 { break }
      done += count
    }
    return done
  }

  /// Writes all of a buffer, in as many calls as it takes.
  func write(_ bytes: UnsafeRawBufferPointer, at start: Int64) throws(DiskError) {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count = try call(nil, disk.write, rest, start + Int64(done))
      // write(2) returns 0 for a regular file only on a faulty medium.
      guard count > 0 else { throw DiskError(.failed, call: "pwrite", at: path) }
      done += count
    }
  }
}
