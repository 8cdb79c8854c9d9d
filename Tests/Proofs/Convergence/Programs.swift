import Daemon
import Foundation
import TestSupport

/// Real programs at work in the replica, while parcels arrive and the system is unkind to the extension: afterwards both
/// sides are the same, and hold only what the programs and the parcels made.
public final class Programs {
  private let path: String
  private let count: Int
  private let unkindness: Set<Unkindness>
  private let exchange: Exchange
  private let log = Log()
  private var parcels = 0

  private init(_ path: String, count: Int, _ unkindness: Set<Unkindness>) throws {
    (self.path, self.count, self.unkindness) = (path, count, unkindness)
    exchange = try Exchange(path, unkindness) { [log] line in log.lines = log.lines.suffix(60) + [line] }
    exchange.random = Seeded(1)
  }

  private final class Log {
    /// What was said last.
    var lines: [String] = []
  }

  /// Plays all of it.
  ///
  /// - Parameters:
  ///   - count: how many files are copied and renamed.
  ///   - only: the one thing that the simulated system does to the extension; nil is all.
  ///   - say: called with the seconds until each program's work was equal on both sides.
  /// - Returns: how many programs ran.
  /// - Throws: a ``Violation``.
  public static func run(
    count: Int, only: String? = nil, say: (String) -> Void = { _ in }
  ) throws -> Int {
    let scratch = try Scratch(on: .memory)
    defer { try? scratch.remove() }
    let unkindness = only.map { Set([$0].compactMap(Unkindness.init)) } ?? .all
    let programs = try Programs(scratch.path, count: count, unkindness)
    for (what, script, outcome) in programs.scripts {
      let start = Date()
      do { try programs.play(script, outcome) } catch {
        programs.log.lines.forEach(say)
        throw Violation("\(what): \(error)")
      }
      say(String(format: "  %@: %.1f s", what, Date().timeIntervalSince(start)))
    }
    return programs.scripts.count
  }

  /// Each program, its script, and one that fails unless its work is there and nothing else.
  private var scripts: [(what: String, script: String, outcome: String)] {
    let (files, documents, other) = (path + "/Files", path + "/AppGroup/Documents", path + "/Other")
    let git = "git -c user.name=a -c user.email=a@example.com -c init.defaultBranch=main"
    return [
      (
        "cp -R of \(count) files",
        """
        mkdir '\(other)'; cd '\(other)'
        seq 1 \(count) | while read n; do d=$((n % 100)); [ -d $d ] || mkdir $d; echo $n > $d/$n.txt; done
        cp -R . '\(files)/tree'
        """, "diff -r '\(other)' '\(documents)/tree'"
      ),
      (
        "mv of the folder", "mv '\(files)/tree' '\(files)/renamed'",
        "diff -r '\(other)' '\(documents)/renamed'"
      ),
      (
        "mv of each file",
        "cd '\(files)/renamed'; for f in */*.txt; do mv $f ${f%.txt}.md; done",
        "test $(find '\(documents)/renamed' -name '*.md' | wc -l) = $(find '\(documents)/renamed' -type f | wc -l)"
      ),
      (
        "rsync -a both ways",
        """
        rsync -a --delete '\(files)/renamed/' '\(other)/'
        cd '\(other)'; rm -r 7; for d in 1 2 3; do for f in $d/*; do echo more >> $f; done; done
        rsync -a --delete '\(other)/' '\(files)/renamed/'
        """, "diff -r '\(other)' '\(documents)/renamed'"
      ),
      (
        "git clone, commit, fsck",
        """
        \(git) init -q '\(path)/Origin'; cd '\(path)/Origin'
        for n in 1 2 3 4 5; do mkdir -p p$n; seq $n 50 > p$n/f; \(git) add -A; \(git) commit -qm $n; done
        \(git) clone -q '\(path)/Origin' '\(files)/clone'; cd '\(files)/clone'
        echo new > new; \(git) add -A; \(git) commit -qm new; \(git) gc -q
        """, "test -e '\(documents)/clone/new'"
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
        """, "test $(cat '\(documents)/note.txt') = 200"
      ),
      // A folder that the extension may not delete yet, because the deletion of a file in it was cancelled, comes back.
      ("rm -r", "rm -r '\(files)/renamed'", "true"),
    ]
  }

  private func play(_ script: String, _ outcome: String) throws {
    var rates = FaultInjector.Rates.usual(unkindness)
    // A program that opens a file has the system fetch its contents, which this folder cannot.
    rates.evict = 0
    // Without its record the system cannot know that a file was renamed meanwhile, and keeps both.
    rates.reimport = 0
    exchange.chaos.resume(rates, seed: exchange.random.next())
    let program = try Shell(script, saying: path + "/said")
    while program.isRunning {
      // The user shares something. The Share extension signals it.
      parcels += 1
      try LocalExtension.share("parcel \(parcels)\n", as: "shared.txt", at: path)
      exchange.provider.signal()
      try exchange.play()
    }
    try program.finish()
    try exchange.makePeace(rounds: 100)
    try check()
    try Shell.run(outcome)
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
  }
}
