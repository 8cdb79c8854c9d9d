import Foundation
import IntrayCore
import Synchronization
import Testing

@testable import HostApp

/// Intray's place in Files, as the system has it registered.
@Suite struct FilesRegistrationTests {
  @Test(
    "The app registers the domain only when it is missing, or the system does not answer",
    arguments: [("missing", 1), ("registered", 0), ("no answer", 1)])
  func registration(state: String, expected: Int) async {
    let added = Mutex(0)
    var files = FilesRegistration()
    files.asksWhetherEnabled = {
      if state == "no answer" { throw CocoaError(.xpcConnectionInterrupted) }
      return state == "registered" ? true : nil
    }
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
    let isThere = Flag(true)
    files.asksWhetherEnabled = { isThere.isOn ? true : nil }
    files.remove = {
      calls.withLock { $0.append("remove") }
      isThere.isOn = false
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
}
