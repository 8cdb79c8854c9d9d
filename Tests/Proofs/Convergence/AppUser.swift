import Foundation
import IntrayCore
import TestSupport

/// A simulated user in the app: renames, moves, throws away, puts back, deletes for good, drains.
final class AppUser {
  private let container: Container
  private let versions: Versions
  private let say: (String) -> Void
  private var random = Seeded(0)

  init(_ path: String, versions: Versions, say: @escaping (String) -> Void) {
    container = Container(path: path)
    self.versions = versions
    self.say = say
  }

  private var documents: Documents { Documents(container) }

  /// Does one thing.
  func act(seed: UInt64) {
    random = Seeded(seed)
    do {
      try act()
    } catch {
      // A folder does not go into itself, for instance: the app says so, and nothing has changed.
      say("app: \(error)")
    }
  }

  /// Moves something into a folder of Documents.
  /// - Returns: where it was below Documents; nil when nothing was moved.
  func moveOne(into folder: String, seed: UInt64) -> String? {
    random = Seeded(seed)
    do {
      let entries = try list(DocumentPath())
      guard let entry = pick(entries), let name = entry.path.names.last,
        let target = entries.first(where: { $0.path.description == folder })
      else { return nil }
      try move(entry.path, to: target.path, as: DocumentName(name))
      return entry.path.description
    } catch {
      say("app: \(error)")
      return nil
    }
  }

  private func act() throws {
    let (entries, thrownAway) = (try list(DocumentPath()), try list(.trash))
    let folders = [DocumentPath()] + entries.filter { $0.kind == .folder }.map(\.path)
    switch random.next() % 10 {
    case 0, 1:
      guard let entry = pick(entries) else { return }
      try move(entry.path, to: entry.path.parent, as: name())
    case 2, 3:
      guard let entry = pick(entries), let folder = pick(folders) else { return }
      try move(entry.path, to: folder, as: entry.path.names.last.map { DocumentName($0) } ?? name())
    case 4, 5:
      guard let entry = pick(entries) else { return }
      say("app: trash \(entry.path)")
      _ = try documents.trash(entry.path, expecting: identify(entry.path))
    case 6, 7:
      guard let entry = pick(thrownAway.filter { $0.path.names.count == 1 }) else { return }
      say("app: put back \(entry.path)")
      _ = try documents.putBack(entry.path, expecting: identify(entry.path))
    case 8:
      guard let entry = pick(thrownAway.filter { $0.path.names.count == 1 }) else { return }
      let files = try documents.files(of: entry.path)
      let words = Versions.below(place(entry.path))
      // The words are those of other files if Files has changed one meanwhile.
      guard try documents.files(of: entry.path) == files else { return }
      say("app: delete \(entry.path) \(words)")
      versions.end(words)
      try documents.remove(entry.path, consistingOf: files)
    default:
      say("app: drain")
      try Drain(container).run { say("app: drained \($0)") }
    }
  }

  private func move(_ path: DocumentPath, to folder: DocumentPath, as name: DocumentName) throws {
    say("app: mv \(path) \(folder.appending(name.fileName))")
    _ = try documents.move(path, expecting: identify(path), to: folder, as: name)
  }

  private func name() -> DocumentName { DocumentName(["a.txt", "b.txt", "d", "r"][Int(random.next() % 4)]) }

  private func pick<Value>(_ values: [Value]) -> Value? {
    values.isEmpty ? nil : values[Int(random.next() % UInt64(values.count))]
  }

  private func identify(_ path: DocumentPath) throws -> FileID {
    try container.folder(at: path.parent)[path.names.last ?? ""].status().file
  }

  private func place(_ path: DocumentPath) -> String {
    ([container.path(of: path.directory)] + path.names.map(\.description)).joined(separator: "/")
  }

  private struct Entry {
    var path: DocumentPath
    var kind: FileKind
  }

  /// Everything below a folder, in an order that does not depend on the file system.
  private func list(_ path: DocumentPath) throws -> [Entry] {
    guard FileManager.default.fileExists(atPath: place(path)) else { return [] }
    let entries = try container.folder(at: path).entries().sorted {
      $0.name.bytes.lexicographicallyPrecedes($1.name.bytes)
    }
    return try entries.flatMap { name, kind in
      let own = Entry(path: path.appending(name), kind: kind)
      return kind == .folder ? [own] + (try list(own.path)) : [own]
    }
  }
}
