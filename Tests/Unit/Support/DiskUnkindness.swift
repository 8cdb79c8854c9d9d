import Foundation
import Synchronization

@testable import IntrayCore

/// What the volume of an iPhone does, and the volumes on which the tests run do not.
public enum DiskUnkindness: String, CaseIterable, Hashable, Sendable {
  /// A clone comes with all attributes, the permissions and the dates of its original: clonefile(2),
  /// <https://github.com/apple-oss-distributions/xnu/blob/main/bsd/man/man2/clonefile.2>.
  case clonesWithAttributes
  /// A clone is refused. The same page names EPERM among no errors, and a sandbox answers with it.
  case refusesClones
  /// Only Intray's own attributes can be set: setxattr(2) lists EPERM.
  case refusesAttributes
  /// An attribute may be too large for the memory of an extension:
  /// <https://eclecticlight.co/2024/05/13/apfs-extended-attributes-revisited>.
  case hasLargeAttributes
  /// There is no room for anything, also not for a rename: rename(2) lists ENOSPC.
  case isFull
  /// Names with a character that the volume does not know are refused with EILSEQ:
  /// <https://github.com/yt-dlp/yt-dlp/issues/13303>. Here it knows none outside the Basic Multilingual Plane.
  case refusesNewCharacters
  /// The folder around a file that another app hands over cannot be opened.
  case sealsFolders
}

extension Disk {
  /// The same disk with an unkindness.
  ///
  /// - Parameter foreign: the absolute path of a folder of another app.
  public func with(_ unkindness: DiskUnkindness, foreign: String) -> Disk {
    switch unkindness {
    case .clonesWithAttributes: cloningWithAttributes()
    case .refusesClones: refusingClones()
    case .refusesAttributes: refusingAttributes()
    case .hasLargeAttributes: havingLargeAttributes()
    case .isFull: full { true }
    case .refusesNewCharacters: refusingNames { $0.contains { $0.value > 0xFFFF } }
    case .sealsFolders: sealing(foreign)
    }
  }

  /// The same disk, whose clones are like those of APFS.
  public func cloningWithAttributes() -> Disk {
    let base = self
    var disk = self
    disk.clone = { source, folder, name throws(DiskError) in
      let status = try base.status(source, nil)
      let copy = try base.createFile(folder, name)
      do throws(DiskError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        var offset: Int64 = 0
        while offset < status.size {
          let count = try base.read(source, buffer, offset)
          if count == 0 { break }
          offset += Int64(try base.write(copy, UnsafeRawBufferPointer(rebasing: buffer[..<count]), offset))
        }
        for attribute in try base.attributes(source) {
          if let value = try base.attribute(source, attribute) {
            try base.setAttribute(copy, attribute, value)
          }
        }
        try base.setModeOfOpen(copy, status.mode & 0o777 | 0o600)
        try base.setModified(copy, status.modified)
        return copy
      } catch {
        try base.close(copy)
        throw error
      }
    }
    return disk
  }

  /// The same disk, which clones nothing.
  public func refusingClones() -> Disk {
    asking { request throws(DiskError) in
      if request.call == .clone { throw .of(.denied, number: EPERM, call: "fclonefileat") }
    }
  }

  /// The same disk, which sets no attribute of another app or the system.
  public func refusingAttributes() -> Disk {
    let base = self
    var disk = self
    disk.setAttribute = { file, name, value throws(DiskError) in
      guard name.hasPrefix("app.intray.") else { throw .of(.denied, number: EPERM, call: "fsetxattr") }
      try base.setAttribute(file, name, value)
    }
    return disk
  }

  /// The name of an attribute that counts as 100 MB, however few bytes it has.
  public static let largeAttribute = "com.example.large"

  /// The same disk, on which ``largeAttribute`` has 100 MB. A process that reads it dies, as the test does.
  public func havingLargeAttributes() -> Disk {
    let base = self
    var disk = self
    disk.attributeSize = { file, name throws(DiskError) in
      try base.attributeSize(file, name).map { name == Self.largeAttribute ? 100 << 20 : $0 }
    }
    disk.attribute = { file, name throws(DiskError) in
      precondition(name != Self.largeAttribute, "an extension has 20 MB")
      return try base.attribute(file, name)
    }
    return disk
  }

  /// The same disk, without room as long as a closure says so.
  public func full(while isFull: @escaping @Sendable () -> Bool) -> Disk {
    let needRoom: Set<DiskCall> = [
      .createFile, .write, .clone, .truncate, .renameExclusive, .exchange, .makeFolder, .makeLink,
      .setAttribute,
    ]
    return asking { request throws(DiskError) in
      if needRoom.contains(request.call), isFull() { throw .of(.noSpace, number: ENOSPC) }
    }
  }

  /// The same disk, which gives nothing a name that a closure refuses.
  public func refusingNames(_ isRefused: @escaping @Sendable (String.UnicodeScalarView) -> Bool) -> Disk {
    let naming: Set<DiskCall> = [.createFile, .clone, .makeFolder, .makeLink, .renameExclusive]
    return asking { request throws(DiskError) in
      if naming.contains(request.call), let name = request.newName, isRefused(name.description.unicodeScalars)
      {
        throw .of(.failed, number: EILSEQ)
      }
    }
  }
}

/// A clock that is set back now and then. The kernel's clock is not: its times are translated.
public final class PlayedClock: Sendable {
  /// When it was set back, by the kernel's clock.
  private let jumps = Mutex<[FileTime]>([])
  private static let hour: Int64 = 3_600
  private let waited = Mutex(Duration.zero)

  /// A clock that was never set back.
  public init() {}

  /// Sets it back by an hour. It waits until files get times after that moment: the clock that stamps them lags behind.
  public func setBack() {
    let moment = FileTime.now
    jumps.withLock { $0.append(moment) }
    while ScanClock.system.now() <= moment { ScanClock.system.wait(1_000_000) }
  }

  /// The time of this clock at a moment of the kernel's.
  public func time(_ kernel: FileTime) -> FileTime {
    let count = jumps.withLock { $0.count { $0 < kernel } }
    return FileTime(seconds: kernel.seconds - Int64(count) * Self.hour, nanoseconds: kernel.nanoseconds)
  }

  /// The clock of a scan.
  public var forScans: ScanClock {
    ScanClock(
      now: { [self] in time(ScanClock.system.now()) },
      wait: { [self] nanoseconds in
        let time = ContinuousClock().measure { ScanClock.system.wait(nanoseconds) }
        waited.withLock { $0 += time }
      })
  }

  /// How many seconds scans have waited until a later change gets another time.
  public var secondsWaited: Double { waited.withLock { $0 } / .seconds(1) }
}

extension Disk {
  /// The same disk, whose changes have the times of a clock. Modification times of files stay, because programs set them.
  public func keepingTime(of clock: PlayedClock) -> Disk {
    let base = self
    var disk = self
    disk.status = { folder, name throws(DiskError) in
      var status = try base.status(folder, name)
      status.changed = clock.time(status.changed)
      if status.kind == .folder { status.modified = clock.time(status.modified) }
      return status
    }
    return disk
  }
}
