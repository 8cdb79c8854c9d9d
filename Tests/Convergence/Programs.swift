import Daemon
import Foundation
import TestSupport

/// Real programs at work in the replica, while parcels arrive: afterwards both sides are the same, and hold only
/// what the programs and the parcels made.
public struct Programs {
  private let path: String
  private let count: Int
  private let provider: LocalExtension
  private let daemon: Daemon
  private var parcels = 0

  /// How many files there are to copy.
  private init(_ path: String, count: Int) throws {
    self.path = path
    self.count = count
    try LocalExtension.makeRooms(at: path)
    provider = LocalExtension(path: path)
    daemon = try Daemon(
      files: path + "/Files", home: path + "/System", handover: path + "/Handover", provider: provider)
  }

  /// Plays all of it.
  ///
  /// - Parameters:
  ///   - count: how many files are copied and renamed.
  ///   - say: called with the seconds until each program's work was equal on both sides.
  /// - Returns: how many programs ran.
  /// - Throws: a ``Violation``.
  public static func run(count: Int, say: (String) -> Void = { _ in }) throws -> Int {
    let scratch = try Scratch(on: .memory)
    defer { try? scratch.remove() }
    var programs = try Programs(scratch.path, count: count)
    defer { programs.provider.kill() }
    var done = 0
    for (what, script) in programs.scripts {
      let start = Date()
      try programs.play(what, script)
      say(String(format: "  %@: %.1f s", what, Date().timeIntervalSince(start)))
      done += 1
    }
    return done
  }

  private var scripts: [(what: String, script: String)] {
    let (files, documents, other) = (path + "/Files", path + "/AppGroup/Documents", path + "/Other")
    let git = "git -c user.name=a -c user.email=a@example.com -c init.defaultBranch=main"
    return [
      (
        "cp -R of \(count) files",
        """
        mkdir '\(other)'; cd '\(other)'
        seq 1 \(count) | while read n; do d=$((n % 100)); [ -d $d ] || mkdir $d; echo $n > $d/$n.txt; done
        cp -R . '\(files)/tree'
        """
      ),
      ("mv of the folder", "mv '\(files)/tree' '\(files)/renamed'"),
      (
        "mv of each file",
        "cd '\(files)/renamed'; for f in */*.txt; do mv $f ${f%.txt}.md; done"
      ),
      (
        "rsync -a both ways",
        """
        rsync -a --delete '\(files)/renamed/' '\(other)/'
        cd '\(other)'; rm -r 7; for d in 1 2 3; do for f in $d/*; do echo more >> $f; done; done
        rsync -a --delete '\(other)/' '\(files)/renamed/'
        """
      ),
      (
        "git clone, commit, fsck",
        """
        \(git) init -q '\(path)/Origin'; cd '\(path)/Origin'
        for n in 1 2 3 4 5; do mkdir -p p$n; seq $n 50 > p$n/f; \(git) add -A; \(git) commit -qm $n; done
        \(git) clone -q '\(path)/Origin' '\(files)/clone'; cd '\(files)/clone'
        echo new > new; \(git) add -A; \(git) commit -qm new; \(git) gc -q
        """
      ),
      (
        "an editor that saves 200 times, in three ways",
        """
        cd '\(files)'; echo 0 > note.txt
        for n in $(seq 1 200); do
          case $((n % 3)) in
            0) echo $n > note.txt ;;
            1) echo $n > .note.swp; mv .note.swp note.txt ;;
            2) mv note.txt note.txt~; echo $n > note.txt; rm note.txt~ ;;
          esac
        done
        """
      ),
      ("rm -r", "rm -r '\(files)/renamed'; test -e '\(documents)/clone/new'"),
    ]
  }

  private mutating func play(_ what: String, _ script: String) throws {
    let program = try Shell(script, saying: path + "/said")
    while program.isRunning {
      try deliver()
      _ = try daemon.turn()
    }
    try program.finish()
    guard try daemon.settle(rounds: 100) else { throw Violation("\(what): no end") }
    if let rule = daemon.brokenRules.first { throw Violation("\(what): \(rule)") }
    do {
      try check()
    } catch {
      throw Violation("\(what): \(error)")
    }
  }

  /// The user shares something. The Share extension signals it.
  private mutating func deliver() throws {
    parcels += 1
    try LocalExtension.share("parcel \(parcels)\n", as: "shared.txt", at: path)
    provider.signal()
  }

  private func check() throws {
    let (files, documents) = (path + "/Files", path + "/AppGroup/Documents")
    try Shell.run("diff -r --no-dereference '\(files)' '\(documents)'")
    // Each share exists once, besides only the programs' files.
    try Shell.run(
      """
      cd '\(documents)'
      test "$(cat shared*.txt | sort | uniq | wc -l)" = \(parcels); test "$(ls shared*.txt | wc -l)" = \(parcels)
      test -z "$(ls -A | grep -vE '^(shared(-[0-9]+)?\\.txt|tree|renamed|clone|note\\.txt)$')"
      """)
    if FileManager.default.fileExists(atPath: documents + "/clone") {
      try Shell.run(
        """
        for side in '\(files)' '\(documents)'; do
          cd $side/clone; export GIT_OPTIONAL_LOCKS=0; git fsck --strict; test -z "$(git status --porcelain)"
        done
        """)
    }
    if FileManager.default.fileExists(atPath: documents + "/note.txt") {
      try Shell.run("test \"$(cat '\(documents)/note.txt')\" = 200")
    }
  }
}
