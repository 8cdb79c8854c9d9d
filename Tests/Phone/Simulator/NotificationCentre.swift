import Foundation
import Glibc

/// Carries Darwin notifications between the bundles' processes, each of which has a simulator of its own. Who
/// hears has a pipe with a name on the device; who posts writes into all of them but its own.
final class NotificationCentre {
  private let folder: String
  private var own: String?

  init(_ device: Device) {
    folder = device.system + "/Notifications"
  }

  /// Carries every notification that is posted from now on to a process, as lines.
  func hear(_ process: FileHandle) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = folder + "/" + UUID().uuidString
    // Open for writing as well, so that it does not end when a writer goes.
    guard mkfifo(path, 0o600) == 0, case let pipe = open(path, O_RDWR | O_CLOEXEC), pipe >= 0 else {
      throw SimulatorError("Cannot make \(path): \(String(cString: strerror(errno))).")
    }
    own = path
    let ear = FileHandle(fileDescriptor: pipe)
    Thread.detachNewThread {
      while case let lines = ear.availableData, !lines.isEmpty {
        // A process that has ended hears nothing.
        guard (try? process.write(contentsOf: lines)) != nil else { return }
      }
    }
  }

  /// Brings a notification to everybody else who hears.
  func post(_ name: String) {
    // If the folder is not there, no process has ever listened.
    for ear in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      let path = folder + "/" + ear
      guard path != own else { continue }
      let pipe = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      if pipe < 0 {
        // No process reads it any more: its simulator was killed.
        if errno == ENXIO { unlink(path) }
        continue
      }
      // A pipe that is full has enough to say already; a line of this length is written whole: pipe(7).
      let line = Array((name + "\n").utf8)
      _ = write(pipe, line, line.count)
      close(pipe)
    }
  }

  /// Hears no more.
  func stop() {
    if let own { unlink(own) }
  }
}
