import Foundation
import Testing

@testable import IntrayCore

@Suite struct SystemCallTests {
  @Test func aCallThatASignalInterruptsIsRepeated() throws {
    var calls = 0
    let answer = try result("call") {
      calls += 1
      errno = EINTR
      return calls < 3 ? -1 : 7
    }
    #expect(answer == 7 && calls == 3)
    calls = 0
    let bytes = try result("call") {
      calls += 1
      errno = EINTR
      return calls < 3 ? -1 : 0
    }
    #expect(bytes == 0 && calls == 3)
  }

  @Test(arguments: [
    (ENOENT, DiskError.Code.notFound), (EEXIST, .exists), (EACCES, .denied), (EPERM, .denied),
    (ENOSPC, .noSpace), (EDQUOT, .noSpace), (EROFS, .readOnly), (EMFILE, .tooManyOpen),
    (ENFILE, .tooManyOpen), (ENAMETOOLONG, .nameTooLong), (EFBIG, .tooLarge), (ENOTDIR, .notAFolder),
    (ENOTEMPTY, .notEmpty), (EXDEV, .otherVolume), (ELOOP, .link), (ENXIO, .special),
    (ENOSYS, .unsupported), (ENOTSUP, .unsupported), (EOPNOTSUPP, .unsupported), (EIO, .failed),
    (EINVAL, .failed), (ENOMEM, .failed),
  ])
  func everyErrnoMapsToItsCode(number: Int32, code: DiskError.Code) throws {
    let error = #expect(throws: DiskError.self) {
      try result("call", "name") { _ in
        errno = number
        return -1
      }
    }
    #expect(error == DiskError(code, call: "call", number: number, at: "name"))
  }

  @Test func aFailingCloseIsReported() {
    let error = #expect(throws: DiskError.self) { () throws in try Disk.system.close(-1) }
    #expect(error?.number == EBADF)
  }

  @Test func aRenameOntoAFullFolderReportsExistsAndAnUnknownFlagUnsupported() throws {
    for (number, code) in [(ENOTEMPTY, DiskError.Code.exists), (EINVAL, .unsupported)] {
      let error = #expect(throws: DiskError.self) {
        try result("renameat2") {
          errno = number
          return -1
        }
      }
      #expect(error?.code == code)
    }
  }

  @Test func anAttributeThatGrowsBetweenCallsIsReadWhole() throws {
    var calls = 0
    let value = try attributeBytes("fgetxattr", missing: ENODATA) { buffer, size in
      calls += 1
      if buffer == nil { return calls < 3 ? 1 : 3 }
      if size < 3 {
        errno = ERANGE
        return -1
      }
      for index in 0..<3 { buffer?[index] = CChar(index) }
      return 3
    }
    #expect(value == [0, 1, 2])
  }

  /// As getxattr(2) reads a resource fork: as much as fits.
  @Test(arguments: [0, 1, 255, 256, 257, 5_000])
  func anAttributeOfWhichTheCallReadsAPartIsReadWhole(length: Int) throws {
    let value = try attributeBytes("fgetxattr", missing: ENODATA) { buffer, size in
      guard let buffer else { return length }
      for index in 0..<min(size, length) { buffer[index] = CChar(truncatingIfNeeded: index) }
      return min(size, length)
    }
    #expect(value == (0..<length).map { UInt8(truncatingIfNeeded: $0) })
  }

  @Test func aMissingAttributeIsNil() throws {
    for number in [ENODATA, ENOTSUP, EOPNOTSUPP] {
      let value = try attributeBytes("fgetxattr", missing: ENODATA) { _, _ in
        errno = number
        return -1
      }
      #expect(value == nil)
    }
  }
}
