import Foundation
import IntrayCore

/// Runs a closure with the rights of a user who is not root, on this thread alone; the folders become that user's first. A
/// process that is not root, as every process on a phone, just runs it.
public func asUnprivilegedUser(in test: TestContainer, _ body: () throws -> Void) throws {
  #if os(Linux)
    if geteuid() == 0 { return try leaveRoot(in: test, body) }
  #endif
  try body()
}

#if os(Linux)
  /// The user that everybody may become.
  private let nobody: UInt32 = 65534

  private func leaveRoot(in test: TestContainer, _ body: () throws -> Void) throws {
    try handOver(test.path)
    let set = try setter("setfsuid")
    let setGroup = try setter("setfsgid")
    _ = setGroup(nobody)
    _ = set(nobody)
    defer {
      _ = set(0)
      _ = setGroup(0)
    }
    try body()
  }

  private func handOver(_ path: String) throws {
    guard lchown(path, nobody, nobody) == 0 else { throw Violation("chown of \(path): errno \(errno)") }
    let places = FileManager.default.enumerator(atPath: path)
    while let place = places?.nextObject() as? String {
      guard lchown(path + "/" + place, nobody, nobody) == 0 else {
        throw Violation("chown of \(place): errno \(errno)")
      }
    }
  }

  // Glibc's module does not show <sys/fsuid.h>.
  private func setter(_ name: String) throws -> @convention(c) (UInt32) -> Int32 {
    guard let symbol = dlsym(nil, name) else { throw Violation("there is no \(name)") }
    return unsafeBitCast(symbol, to: (@convention(c) (UInt32) -> Int32).self)
  }
#endif
