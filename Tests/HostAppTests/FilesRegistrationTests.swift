import Foundation
import Shared
import Synchronization
import Testing

@testable import HostApp

/// Intray's place in Files, as the system has it registered.
@Suite struct FilesRegistrationTests {
  @Test(
    "The app registers the domain only when it is missing", arguments: [(false, 1), (true, 0)])
  func registration(isRegistered: Bool, expected: Int) async {
    let added = Mutex(0)
    var files = FilesRegistration()
    files.asksWhetherEnabled = { isRegistered ? true : nil }
    files.add = { added.withLock { $0 += 1 } }
    await files.register(isReachable: false)
    #expect(added.withLock { $0 } == expected)
  }

  @Test("The app registers the domain when the system does not answer")
  func noAnswer() async {
    let added = Mutex(0)
    var files = FilesRegistration()
    files.asksWhetherEnabled = { throw CocoaError(.xpcConnectionInterrupted) }
    files.add = { added.withLock { $0 += 1 } }
    await files.register(isReachable: false)
    #expect(added.withLock { $0 } == 1)
  }
}
