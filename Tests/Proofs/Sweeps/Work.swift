import Foundation
import Shared
import TestSupport

@testable import Convergence

/// What a worker process does, by its arguments; it is the one that is killed.
enum Work {
  static func run(_ arguments: [String]) -> Int32 {
    guard arguments.count >= 2 else { return 64 }
    if arguments[0] == "watcher" { WatchSweep.watch(Array(arguments.dropFirst(2)), says: arguments[1]) }
    let world = TestContainer(path: arguments[1])
    // It tries the volumes, which is none of the work.
    _ = TestSupport.Volume.timesEachChange
    // Where the start-up ends and the work begins, for the sweep that counts system calls.
    guard chdir(world.path) == 0 else { return 65 }
    do {
      switch arguments[0] {
      case "recover": try world.recover()
      case "scan": try ScanFault.work(in: world.path)
      case "exchange": try WritersTrial.exchange(at: arguments[1], seed: UInt64(arguments[2]) ?? 0)
      case "depositor": try Race.deposit(arguments)
      case "drainer": try Race.drain(arguments)
      default:
        let journeys = Journey.all + Journey.intruded + Journey.providerCalls
        guard let journey = journeys.first(where: { $0.name == arguments[0] }) else { return 64 }
        try journey.act(world, .system)
      }
      return 0
    } catch {
      return 1
    }
  }
}
