import Foundation
import IntrayCore
import Synchronization
import Testing

@testable import HostApp

/// Intray's place in Files, as the system has it registered.
@Suite struct FilesRegistrationTests {
  @Test(
    "The app registers the domain only when it is missing or called otherwise, or the system does not answer",
    arguments: [("missing", 1), ("registered", 0), ("renamed", 1), ("no answer", 1)])
  func registration(state: String, expected: Int) async {
    let added = Mutex(0)
    var files = FilesRegistration()
    files.asksForName = {
      if state == "no answer" { throw CocoaError(.xpcConnectionInterrupted) }
      return ["registered": FilesDomain.displayName, "renamed": "Earlier"][state]
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
    // The place is gone, and could not be added. The second try finds nothing to remove, or what the system does not list.
    await reconnection.addAnew()
    #expect(reconnection.phase == .failed)
    await reconnection.addAnew()
    #expect(reconnection.phase == .done)
    #expect(
      calls.withLock { $0 } == ["reimport", "signal", "remove", "add", "signal", "remove", "add", "signal"])
  }

  @Test(
    "Of a place that the system does not list, reconnecting adds a new one, whether or not there is one to remove",
    arguments: [true, false])
  @MainActor
  func orphan(isHeld: Bool) async {
    let calls = Mutex<[String]>([])
    let state = Mutex((isHeld: isHeld, isListed: false))
    var files = FilesRegistration()
    files.asksForName = { state.withLock(\.isListed) ? FilesDomain.displayName : nil }
    files.asksWhetherEnabled = { state.withLock(\.isListed) ? true : nil }
    files.reimport = { throw CocoaError(.featureUnsupported) }
    files.remove = {
      calls.withLock { $0.append("remove") }
      try state.withLock { state in
        if !state.isHeld { throw CocoaError(.fileNoSuchFile) }
        state.isHeld = false
      }
    }
    files.add = {
      calls.withLock { $0.append("add") }
      try state.withLock { state in
        if state.isHeld { throw CocoaError(.fileWriteFileExists) }
        state.isListed = true
      }
    }
    files.signal = {}
    if isHeld {
      await files.register(isReachable: true)
      #expect(await files.visibility() == .missing)
      #expect(calls.withLock { $0.removeFirst() } == "add")
    }
    let reconnection = FilesReconnection(files)
    await reconnection.reconnect()
    #expect(reconnection.phase == .done)
    #expect(await files.visibility() == .shown)
    #expect(calls.withLock { $0 } == ["remove", "add"])
  }
}
