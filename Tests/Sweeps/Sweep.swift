import Foundation
import TestSupport

/// The sweeps by name, and how far each goes.
enum Sweep {
  static let usage = """
    usage: sweep [--long] [--as-nobody] [--on build|tmpfs|xfs|btrfs] [kill] [race] …
    """

  /// - Returns: whether nothing was violated.
  static func run(_ arguments: [String]) throws -> Bool {
    var names: [String] = []
    var places: [String] = []
    var isLong = false
    var rest = arguments[...]
    while let word = rest.popFirst() {
      switch word {
      case "--long": isLong = true
      case "--as-nobody": try becomeNobody()
      case "--on": places += [rest.popFirst() ?? ""]
      case "kill", "race": names.append(word)
      default: throw Trouble(usage)
      }
    }
    if names.isEmpty { names = ["kill", "race"] }
    if places.isEmpty { places = ["build", "tmpfs", "xfs", "btrfs"] }
    let volumes = Volume.all(places)
    defer { for volume in volumes { volume.remove() } }
    say(geteuid() == 0 ? "As root:" : "As user \(geteuid()):")
    Tally.printHead()
    var tallies: [Tally] = []
    for name in names {
      for volume in volumes {
        switch name {
        case "kill":
          if let obstacle = Trace.obstacle {
            say("SKIPPED  kill: \(obstacle)")
          } else {
            tallies += try Kill.sweep(on: volume, nested: isLong || volume.name == "tmpfs")
          }
        default:
          tallies.append(try Race.run(on: volume, documents: isLong ? 1_000_000 : 20_000))
        }
      }
    }
    return tallies.allSatisfy { !$0.hasViolations }
  }

  /// Gives up root's rights for good.
  private static func becomeNobody() throws {
    guard geteuid() == 0 else { throw Trouble("only root can become somebody else") }
    let nobody: UInt32 = 65534
    guard setgroups(0, nil) == 0, setgid(nobody) == 0, setuid(nobody) == 0 else {
      throw Trouble("cannot become nobody: errno \(errno)")
    }
    guard access(Program.path, X_OK) == 0 else {
      throw Trouble("nobody may not run \(Program.path)")
    }
  }
}
