import Foundation
import Shared
import Testing

@testable import HostApp

/// Intray's place in Files, as the system has it registered.
@Suite struct FilesRegistrationTests {
  @Test(
    "The app registers the domain when it is missing, and again when an older system registered it",
    arguments: [(FilesRegistration.Registration.missing, 1), (.withoutTrash, 1), (.whole, 0)])
  func registration(known: FilesRegistration.Registration, expected: Int) async {
    let added = Mutex(0)
    var files = FilesRegistration()
    files.registration = { known }
    files.add = { added.withLock { $0 += 1 } }
    await files.register(isReachable: false)
    #expect(added.withLock { $0 } == expected)
  }

  @Test("The app registers the domain when the system does not answer")
  func noAnswer() async {
    let added = Mutex(0)
    var files = FilesRegistration()
    files.registration = { throw CocoaError(.xpcConnectionInterrupted) }
    files.add = { added.withLock { $0 += 1 } }
    await files.register(isReachable: false)
    #expect(added.withLock { $0 } == 1)
  }
}
