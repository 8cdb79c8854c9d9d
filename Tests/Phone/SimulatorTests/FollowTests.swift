import Foundation
import TestSupport
import Testing

/// Commands that stay, and tell what changes as it happens.
// What is never told would be waited for for ever; a busy machine needs a minute.
@Suite(.timeLimit(.minutes(5)), .onPhone) struct FollowTests {
  let phone = TestPhone.current

  @Test func aShareAppearsInTheOpenApp() async throws {
    try await phone.following("launch", "--for", "3600") { told in
      try await told.read(until: "Nothing Here Yet")
      try phone.run("share", phone.original("first.txt", "one"))
      try await told.read(until: "first.txt")
    }
  }

  @Test func aChangeByFilesDeepInAFolderAppearsInTheOpenApp() async throws {
    try phone.registerPlace()
    try await phone.following("launch", "--json", "--for", "3600") { told in
      try await told.read(until: "\"documents\":[]")
      try phone.run("files", "mkdir", "Folder")
      try await told.read(until: "\"path\":\"Folder\"")
      // The app does not watch that folder: the provider's notification makes it look.
      try phone.run("files", "put", phone.original("deep.txt", "deep"), "Folder")
      try await told.read(until: "\"path\":\"Folder/deep.txt\"")
    }
  }

  @Test func theAppClosesAfterTheGivenTime() throws {
    let outcome = try phone.run("launch", "--for", "0.1")
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("Nothing Here Yet"))
    #expect(try phone.run("launch", "--for", "long").status == 64)
  }
}

extension TestPhone {
  /// Passes the output of a running command to a closure, and ends the command afterwards.
  func following(_ arguments: String..., body: (inout CommandOutput) async throws -> Void) async throws {
    let (process, output, complaints) = try start(arguments)
    defer {
      // A child of one of these threads has SIGTERM blocked; and the bundle's process goes with its parent.
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      withExtendedLifetime(complaints) {}
    }
    var told = CommandOutput(output.fileHandleForReading)
    try await body(&told)
  }
}

/// What a running command says. Waiting for it keeps no thread from other tests.
struct CommandOutput {
  private var pieces: AsyncStream<Data>.Iterator
  private var rest = ""

  init(_ handle: FileHandle) {
    let (stream, piece) = AsyncStream.makeStream(of: Data.self)
    handle.readabilityHandler = { handle in
      let data = handle.availableData
      if !data.isEmpty { return _ = piece.yield(data) }
      handle.readabilityHandler = nil
      piece.finish()
    }
    pieces = stream.makeAsyncIterator()
  }

  /// Waits until one of these texts is printed, and drops the output before it.
  mutating func read(until texts: String...) async throws {
    while true {
      if let found = texts.compactMap({ rest.range(of: $0) }).first {
        rest.removeSubrange(..<found.upperBound)
        return
      }
      guard let more = await pieces.next() else {
        throw Violation("It ended before it said \(texts): \(rest)")
      }
      rest += String(decoding: more, as: UTF8.self)
    }
  }
}
