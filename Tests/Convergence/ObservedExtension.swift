import Daemon
import Foundation
import Shared

/// Passes calls on to an extension, and says which versions go either way: of a version that is lost, the log tells who
/// had it last.
final class ObservedExtension: Extension {
  private let inner: LocalExtension
  private let path: String
  private let say: (String) -> Void

  init(_ inner: LocalExtension, path: String, say: @escaping (String) -> Void) {
    (self.inner, self.path, self.say) = (inner, path, say)
  }

  func ask(_ request: Call.Request, cancels: Bool) throws -> CallReply {
    if let note = note(request) { say("  " + note) }
    let answer = try inner.ask(request, cancels: cancels)
    if let contents = answer.contents { say("  out \(Versions.words(contents))") }
    return answer
  }

  private func note(_ request: Call.Request) -> String? {
    switch request {
    case .create(let wish, _, let contents, _), .modify(let wish, _, _, let contents, _):
      contents.map { "in \(Versions.words($0)) for \(wish.brief)" }
    case .delete(let id, _, let options): "to delete \(id.suffix(4)) (\(options)): \(words(of: id))"
    default: nil
    }
  }

  /// What is in the document of an identifier, which it carries itself; of a folder, with what is below it.
  private func words(of id: String) -> [String] {
    let rooms = [path + "/AppGroup/Documents", path + "/AppGroup/Trash"]
    for room in rooms {
      for name in FileManager.default.enumerator(atPath: room)?.compactMap({ $0 as? String }) ?? [] {
        let place = room + "/" + name
        // One that is gone by now is not the one.
        if (try? identifier(at: place)) == id { return [name] + Versions.below(place) }
      }
    }
    return []
  }

  private func identifier(at path: String) throws -> String? {
    let (folder, name) = try Folder.openParent(of: path, disk: .system)
    func read(_ file: Descriptor) throws(DiskError) -> String? {
      // One byte of format, then the identifier.
      try Disk.system.attribute(file, "app.intray.item").map { bytes in
        bytes.dropFirst().prefix(16).map { String(format: "%02x", $0) }.joined()
      }
    }
    guard try folder.status(name).kind == .folder else { return try folder.withFile(name, read) }
    let opened = try Disk.system.openRoot(path)
    // Only read from.
    defer { try? Disk.system.close(opened) }
    return try read(opened)
  }

  func kill() { inner.kill() }
  func killSoon(after delay: Int) { inner.killSoon(after: delay) }
  func suspend() { inner.suspend() }
  func rest() { inner.rest() }
  func takeResolved() -> Set<Int> { inner.takeResolved() }
  func takeSignal() -> Bool { inner.takeSignal() }
  func takeFaults() -> [String] { inner.takeFaults() }
}
