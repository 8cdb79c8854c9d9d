import Convergence
import Foundation
import TestSupport
import Testing

/// Real processes, killed where it hurts: at the first, second, fifth, fourteenth … call of one name. `make sweep` kills at every call.
@Suite(.enabled(if: (try? Shell.run("strace -V")) != nil, "strace is not installed"), .onPhone)
struct KilledProcessTests {
  let phone = TestPhone.current

  /// The calls by which anything of ours changes on disk.
  static let calls = ["mkdirat", "pwrite64", "fsync", "renameat2", "unlinkat"]

  @Test(arguments: calls) func aShareKilledAtAnyCallLosesAndDoublesNothing(call: String) throws {
    try phone.run("launch")
    let files = try ["a.txt", "b.txt", "a.txt"].enumerated().map {
      try phone.original($1, "contents \($0)")
    }
    for number in [1, 2, 5, 14, 41, 122, 365] {
      let outcome = try phone.run(["share"] + files, killedAt: call, number)
      let isWhole = try phone.names(in: "Inbox").count
      #expect(isWhole <= 1)
      let documents = try phone.launch().documents
      #expect(documents.count == isWhole * 3, "killed at \(call) \(number)")
      let contents = try Set(documents.map { try phone.document($0.path) })
      #expect(contents.count == documents.count)
      #expect(try phone.launch().imported.isEmpty)
      for document in documents {
        try FileManager.default.removeItem(atPath: phone.device + "/AppGroup/Documents/" + document.path)
      }
      if !outcome.wasKilled { return }
    }
    Issue.record("It never got past the last \(call).")
  }

  @Test(arguments: calls) func aLaunchKilledAtAnyCallLosesAndDoublesNothing(call: String) throws {
    try phone.run("launch")
    for number in [1, 2, 5, 14, 41, 122, 365] {
      try phone.run(["share"] + (0..<3).map { try phone.original("x.txt", "contents \($0)") })
      let outcome = try phone.run(["launch"], killedAt: call, number)
      let documents = try phone.launch().documents
      #expect(documents.map(\.path) == ["x-1.txt", "x-2.txt", "x.txt"], "killed at \(call) \(number)")
      let contents = try Set(documents.map { try phone.document($0.path) })
      #expect(contents == Set((0..<3).map { Data("contents \($0)".utf8) }))
      #expect(try phone.names(in: "Inbox").isEmpty)
      for document in documents {
        try FileManager.default.removeItem(atPath: phone.device + "/AppGroup/Documents/" + document.path)
      }
      if !outcome.wasKilled { return }
    }
    Issue.record("It never got past the last \(call).")
  }

  @Test(arguments: ["pwrite64", "unlink", "ftruncate"])
  func anAppKilledWhileItReadsDocumentsTouchesNoneAndFindsTheOthers(call: String) throws {
    let texts = (0..<3).map { "a zebra of number \($0)" }
    try phone.run(["share"] + texts.enumerated().map { try phone.original("\($0).txt", $1) })
    try phone.run("launch")
    for number in [1, 2, 5, 14, 41, 122, 365] {
      try? FileManager.default.removeItem(atPath: phone.device + "/App/Library/Caches")
      let outcome = try phone.run(["app", "search", "zebra"], killedAt: call, number)
      let found = try phone.run("app", "search", "zebra").text
      // The one that was being read counts as what ended the process.
      #expect(texts.count { found.contains($0) } >= 2, "killed at \(call) \(number)")
      #expect(try (0..<3).map { try phone.document("\($0).txt") } == texts.map { Data($0.utf8) })
      if !outcome.wasKilled { return }
    }
    Issue.record("It never got past the last \(call).")
  }
}

extension TestPhone {
  /// Runs a command whose processes are killed at the n-th call of a name.
  ///
  /// - Returns: the outcome; `wasKilled` says whether there was an n-th call at all.
  fileprivate func run(_ arguments: [String], killedAt call: String, _ number: Int) throws -> Outcome {
    let log = path + "/trace"
    let tracer = [
      "/usr/bin/env", "strace", "-f", "-qq", "-o", log, "-e", "trace=\(call)",
      "-e", "inject=\(call):signal=KILL:when=\(number)",
    ]
    var outcome = finish(try start(arguments, under: tracer))
    let trace = try String(contentsOfFile: log, encoding: .utf8)
    outcome.wasKilled = trace.contains("killed by SIGKILL")
    return outcome
  }
}
