import Foundation
import TestSupport

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "work" { exit(Work.run(Array(arguments.dropFirst()))) }
do {
  exit(try await Sweep.run(arguments) ? 0 : 1)
} catch {
  say("sweep: \(error)")
  exit(2)
}
