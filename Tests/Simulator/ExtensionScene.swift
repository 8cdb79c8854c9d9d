import Daemon
import Foundation
import Shared

/// The extension's own process: it answers the calls that come in, a line each, until there are no more.
@MainActor
enum ExtensionScene {
  static func play(_ scene: Scene) async throws {
    let host = ExtensionHost(try FilesReplica.makeExtension(scene))
    await withCheckedContinuation { (end: CheckedContinuation<Void, Never>) in
      Thread.detachNewThread {
        while let line = readLine() {
          guard let call = try? JSONDecoder().decode(Call.self, from: Data(line.utf8)) else {
            SystemEvent.complain("What is this? \(line)").send()
            continue
          }
          host.perform(call) { answer in
            Preferences.store?.synchronize()
            SystemEvent.answer(answer).send()
          }
        }
        end.resume()
      }
    }
    host.invalidate()
  }
}
