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

  @Test(
    "Files reads everything again when the user wants it, and is removed only after that failed",
    arguments: [true, false])
  @MainActor
  func reconnection(isRefused: Bool) async {
    let calls = Mutex<[String]>([])
    var files = FilesRegistration()
    files.reimport = {
      calls.withLock { $0.append("reimport") }
      if isRefused { throw CocoaError(.featureUnsupported) }
    }
    let isThere = Mutex(true)
    files.asksWhetherEnabled = { isThere.withLock { $0 } ? true : nil }
    files.remove = {
      calls.withLock { $0.append("remove") }
      isThere.withLock { $0 = false }
    }
    let adds = Mutex(0)
    files.add = {
      calls.withLock { $0.append("add") }
      let isFirst = adds.withLock { adds in
        adds += 1
        return adds == 1
      }
      if isFirst { throw CocoaError(.xpcConnectionInterrupted) }
    }
    files.signal = { calls.withLock { $0.append("signal") } }
    let reconnection = FilesReconnection(files)
    #expect(reconnection.phase == .idle)
    await reconnection.reconnect()
    #expect(reconnection.phase == (isRefused ? .failed : .done))
    #expect(calls.withLock { $0 } == ["reimport", "signal"])
    guard isRefused else { return }
    // The place is gone, and could not be added: the second try has nothing to remove.
    await reconnection.addAnew()
    #expect(reconnection.phase == .failed)
    await reconnection.addAnew()
    #expect(reconnection.phase == .done)
    #expect(calls.withLock { $0 } == ["reimport", "signal", "remove", "add", "signal", "add", "signal"])
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
