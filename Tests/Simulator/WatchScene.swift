import Foundation
import Shared

/// Follows folders in the app's process, and tells each difference on a line of its own.
enum WatchScene {
  /// - Parameters:
  ///   - paths: the folders; none are those that the app follows.
  ///   - seconds: how long; nil is until the caller ends the process.
  static func play(_ paths: [String], seconds: Double?, on device: Device) async {
    let (container, sandbox) = (Container(path: device.appGroup), Sandbox(path: device.app))
    let own: Set = [container.path(of: .documents), container.path(of: .inbox)]
    let watcher =
      paths.isEmpty
      ? DirectoryWatcher(own, arriving: [sandbox.documentsPath, sandbox.inboxPath])
      : DirectoryWatcher([], arriving: Set(paths))
    let following = Task {
      for await report in watcher { tell(report) }
    }
    if let seconds {
      // No code cancels this task.
      try? await Task.sleep(for: .seconds(seconds))
      following.cancel()
    }
    await following.value
  }

  /// One line: what happened to what.
  private struct Line: Encodable {
    enum Event: String, Encodable {
      case watching, added, removed, renamed, changed, quiet, unreadable, polling
    }

    var event: Event
    var path: String
    var to: String?
    var size: Int64?
    var entries: Int?
    var reason: String?

    var text: String {
      switch event {
      case .watching: "watching \(path) (\(entries ?? 0))"
      case .added: "+ \(path)"
      case .removed: "- \(path)"
      case .renamed: "> \(path) -> \(to ?? "")"
      case .changed: "~ \(path)"
      case .quiet: "= \(path)"
      case .unreadable: "! \(path): \(reason ?? "")"
      case .polling: "? \(path) is only looked at every few seconds: \(reason ?? "")"
      }
    }
  }

  private static func tell(_ report: DirectoryReport) {
    for line in lines(of: report) {
      SystemEvent.show(line.text).send()
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      // A struct of strings and numbers always has a JSON form.
      if let json = try? encoder.encode(line) {
        SystemEvent.result(String(decoding: json, as: UTF8.self)).send()
      }
    }
  }

  private static func lines(of report: DirectoryReport) -> [Line] {
    func place(_ name: FileName) -> String { report.path + "/" + name.description }
    var lines: [Line] = []
    switch report.event {
    case .listing(let listing):
      lines.append(Line(event: .watching, path: report.path, entries: listing.entries.count))
    case .difference(let changes):
      lines += changes.map { change in
        switch change {
        case .added(let name, let status): Line(event: .added, path: place(name), size: status.size)
        case .removed(let name): Line(event: .removed, path: place(name))
        case .renamed(let old, to: let name, let status):
          Line(event: .renamed, path: place(old), to: place(name), size: status.size)
        case .changed(let name, let status): Line(event: .changed, path: place(name), size: status.size)
        }
      }
    // The simulator has no folder noticed.
    case .noticed: break
    case .unreadable(let error):
      lines.append(Line(event: .unreadable, path: report.path, reason: error.code.rawValue))
    }
    lines += report.settled.map { Line(event: .quiet, path: place($0)) }
    if let error = report.polling {
      lines.append(Line(event: .polling, path: report.path, reason: error.code.rawValue))
    }
    return lines
  }
}
