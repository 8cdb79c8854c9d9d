import Foundation
import Testing

/// What `Tests/Proofs/Hazards.md`, the article on the system and the list of mutants claim.
struct HazardListTests {
  private func swiftFiles(_ folder: String) throws -> [String] {
    try swiftFileURLs(folder).map { try String(contentsOf: $0, encoding: .utf8) }
  }

  private func swiftFileURLs(_ folder: String) throws -> [URL] {
    let files = FileManager.default.enumerator(
      at: repository.appending(path: folder), includingPropertiesForKeys: nil)
    return (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "swift" }
  }

  @Test(arguments: ["Tests/Proofs/Hazards.md", "Shared/Documentation.docc/FilesAndTheSystem.md"])
  func everyTestThatTheListNamesIsThere(list: String) throws {
    let list = try String(contentsOf: repository.appending(path: list), encoding: .utf8)
    let named = list.matches(of: /`([A-Za-z]+Tests)\.([A-Za-z0-9]+)`/)
    #expect(named.count > 40)
    let files = try swiftFiles("Tests")
    for (suite, matches) in Dictionary(grouping: named, by: \.1) {
      let files = files.filter { $0.contains("struct \(suite) ") || $0.contains("extension \(suite) ") }
      for match in matches {
        #expect(files.contains { $0.contains("func \(match.2)(") }, "\(suite).\(match.2)")
      }
    }
  }

  @Test func everyFileThatAsksForTheTimeHasItsRow() throws {
    let list = try String(contentsOf: repository.appending(path: "Tests/Proofs/Hazards.md"), encoding: .utf8)
    let section = try #require(
      list.split(separator: "\n## ").first { $0.hasPrefix("The clock that the user") })
    let named = Set(
      section.split(separator: "\n").filter { $0.hasPrefix("| `") }.flatMap { row in
        row.split(separator: "|")[0].matches(of: /`([A-Za-z+]+)`/).map { String($0.1) }
      })
    // Also of clocks that no user sets, which the source does not name where the type is known. A key path is none.
    let uses = /Date\(\)|[^\\]\.now(?![A-Za-z])|CLOCK_REALTIME|timeIntervalSinceNow|ageClock\(/
    var found: Set<String> = []
    for folder in ["HostApp", "ShareExtension", "FileProviderExtension", "Shared"] {
      for file in try swiftFileURLs(folder) {
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        let isUse = lines.contains { line in
          !line.contains("///") && line.contains(uses)
        }
        if isUse { found.insert(file.deletingPathExtension().lastPathComponent) }
      }
    }
    #expect(found == named)
  }

  @Test func everyHazardHasItsRow() throws {
    let list = try String(contentsOf: repository.appending(path: "Tests/Proofs/Hazards.md"), encoding: .utf8)
    let rows = Set(list.matches(of: /\b([PDNW][0-9]+)\b/).map { String($0.1) })
    for (letter, count) in [("P", 25), ("D", 9), ("N", 19), ("W", 12)] {
      for number in 1...count { #expect(rows.contains("\(letter)\(number)"), "\(letter)\(number)") }
    }
  }

  /// `make mutants` takes minutes; that its list still fits the code is known at once.
  @Test func everyMutantStillApplies() throws {
    let list = try String(
      contentsOf: repository.appending(path: "Tests/Proofs/Mutants/mutants.txt"), encoding: .utf8)
    let mutants = list.trimmingCharacters(in: .newlines).components(separatedBy: "\n\n")
    #expect(mutants.count >= 30)
    for mutant in mutants {
      let lines = mutant.components(separatedBy: "\n")
      try #require(lines.count == 5, "\(mutant)")
      let source = try String(contentsOf: repository.appending(path: lines[1]), encoding: .utf8)
      let before = String(lines[2].dropFirst())
      #expect(source.components(separatedBy: "\n").count { $0 == before } == 1, "\(mutant)")
      #expect(lines[2].hasPrefix("-") && lines[3].hasPrefix("+") && lines[4].hasPrefix("= "), "\(mutant)")
    }
  }

  /// A process that is suspended while it holds a lock in a shared container is killed by iOS: 0xdead10cc.
  @Test func nothingInTheSharedContainerIsLocked() throws {
    let locks = ["flock(", "lockf(", "F_SETLK", "F_OFD_SETLK", "O_EXLOCK", "O_SHLOCK"]
    for text in try swiftFiles("Shared") + swiftFiles("ShareExtension") + swiftFiles("FileProviderExtension")
    {
      for lock in locks { #expect(!text.contains(lock), "\(lock)") }
    }
    // SQLite locks its files: they are in the provider's own container.
    let opened = try swiftFiles("FileProviderExtension").filter { $0.contains("Provider(container:") }
    #expect(opened.count == 1)
    #expect(opened.allSatisfy { $0.contains("home: home()") && $0.contains("NSHomeDirectory()") })
  }
}
