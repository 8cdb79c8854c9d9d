import Daemon
import Foundation
import IntrayCore
import LinuxCalls
import TestSupport

/// A simulated user with all kinds of programs: the device's user in the replica, or other programs in Documents.
final class SimulatedUser {
  private let root: String
  private let trash: String?
  private let name: String
  private let touches: Bool
  private let versions: Versions
  private let unkindness: Set<Unkindness>
  private var random = Seeded(0)
  private let say: (String) -> Void

  /// - Parameters:
  ///   - trash: where he throws things away; nil when he only deletes.
  ///   - touches: whether he touches a folder after he has changed something in place in it, as our processes do.
  init(
    _ name: String, in root: String, trash: String? = nil, touches: Bool, versions: Versions,
    unkindness: Set<Unkindness>, say: @escaping (String) -> Void
  ) {
    self.name = name
    self.root = root
    self.trash = trash
    self.touches = touches
    self.versions = versions
    self.unkindness = unkindness
    self.say = say
  }

  /// Does one thing.
  func act(seed: UInt64) {
    random = Seeded(seed)
    let folders = [root] + everything.filter { kind($0) == S_IFDIR }
    let files = everything.filter { kind($0) == S_IFREG }
    let folder = pick(folders) ?? root
    let choice = Int(random.next() % 100)
    guard let file = pick(files), choice >= 12 || files.count > 40 else {
      return choice % 4 == 3 ? makeFolder(in: folder) : create(in: folder)
    }
    switch choice {
    case 12..<55:
      save(file, way: Int(random.next() % 11))
      touchFolder(of: file)
    case 55..<63: move(file, to: folder)
    case 63..<70: move(pick(folders) ?? file, to: folder)
    case 70..<77: copy(file, to: folder)
    case 77..<84: remove(file)
    case 84..<87: remove(pick(folders.filter { $0 != root }) ?? file)
    case 87..<90:
      let links = everything.filter(isLink)
      if unkindness.contains(.retargetsLinks), let link = pick(links), random.next().isMultiple(of: 2) {
        retarget(link)
      } else {
        self.link(in: folder)
      }
    case 90..<93:
      setAttribute(file)
      touchFolder(of: file)
    case 93:
      if unkindness.contains(.sendsUserFields), random.next().isMultiple(of: 2) {
        use(file)
      } else {
        tag(file)
      }
    case 94: throwAway(pick(everything) ?? file)
    case 95: takeBack(to: folder)
    case 96:
      setMode(file, random.next().isMultiple(of: 2) ? 0o700 : 0o600)
      touchFolder(of: file)
    default: makeFolder(in: folder)
    }
  }

  /// Saves a file, or one of a folder, if it is there.
  func edit(_ path: String, seed: UInt64) {
    random = Seeded(seed)
    let place = root + "/" + path
    guard
      let file = pick(everything.filter { ($0 == place || $0.hasPrefix(place + "/")) && kind($0) == S_IFREG })
    else { return }
    save(file, way: Int(random.next() % 11))
    touchFolder(of: file)
  }

  // MARK: What is there

  private var everything: [String] { names(below: root).map { root + "/" + $0 } }

  /// Whether it is a symbolic link, and no placeholder.
  private func isLink(_ path: String) -> Bool {
    // What goes meanwhile is none.
    (try? FileManager.default.destinationOfSymbolicLink(atPath: path)).map { !$0.hasPrefix("/") } ?? false
  }

  private func pick(_ paths: [String]) -> String? {
    paths.isEmpty ? nil : paths[Int(random.next() % UInt64(paths.count))]
  }

  /// Few names, so that they meet.
  private func free(in folder: String) -> String {
    let names = ["a.txt", "b.txt", "c.txt", "report.pdf", "d", "A.txt", "x.tar.gz", "é.txt"]
    var path = folder + "/" + names[Int(random.next() % UInt64(names.count))]
    // On the volume of a phone both Unicode forms of a name are one name, as for this comparison.
    let taken = Set((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    while taken.contains((path as NSString).lastPathComponent) { path += "+" }
    return path
  }

  // MARK: What is done

  /// - Parameter size: a size to exceed. If a document has the date and size of the last scan again at the next one, and moved
  ///   or was saved twice meanwhile, the catalogue cannot detect the edit. Its own sweep covers what can be detected.
  private func write(_ path: String, _ words: [String], above size: Int = 0) {
    do {
      // Of many lengths.
      var text = (words + [String(repeating: ".", count: Int(random.next() % 40))]).joined(separator: "\n")
      if text.utf8.count <= size { text += String(repeating: ".", count: size + 1 - text.utf8.count) }
      let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      guard file >= 0 else { throw Violation("cannot write \(path)") }
      _ = text.withCString { Glibc.write(file, $0, strlen($0)) }
      close(file)
    } catch { versions.end(words) }
  }

  private func tell(_ what: String, _ paths: String...) {
    say("\(name): \(what) \(paths.map { $0.dropFirst(root.count + 1) }.joined(separator: " "))")
  }

  private func create(in folder: String) {
    let path = free(in: folder)
    let word = versions.make()
    tell("create \(word)", path)
    write(path, [word])
  }

  private func makeFolder(in folder: String) {
    let path = folder + "/" + ["p", "q", "r"][Int(random.next() % 3)]
    tell("mkdir", path)
    mkdir(path, 0o700)
  }

  private func move(_ path: String, to folder: String) {
    guard path != root else { return }
    let target = free(in: folder)
    tell("mv", path, target)
    // Into itself, for instance, it will not go.
    rename(path, target)
  }

  private func touchFolder(of path: String) {
    // It may be gone meanwhile.
    if touches { chmod((path as NSString).deletingLastPathComponent, 0o700) }
  }

  private func copy(_ path: String, to folder: String) {
    let target = free(in: folder)
    let word = versions.make()
    tell("cp, and write \(word)", path, target)
    write(target, [word])
  }

  private func link(in folder: String) {
    let path = free(in: folder)
    let word = versions.make()
    tell("ln -s \(word)", path)
    symlink(word, path)
  }

  /// Gives a link another target, as ln(1) does it with `-sf`: by a new link under the name of the old one.
  private func retarget(_ path: String) {
    guard let old = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { return }
    let word = versions.make()
    tell("ln -sf \(word) over \(old)", path)
    if random.next().isMultiple(of: 2) {
      unlink(path)
      symlink(word, path)
    } else {
      symlink(word, path + ".new")
      rename(path + ".new", path)
    }
    versions.end([old])
  }

  /// Opens a document in Files, or makes it a favourite: no program has changed it.
  private func use(_ path: String) {
    guard trash != nil else { return }
    if random.next().isMultiple(of: 2) {
      let seconds = 1_000_000_000 + random.next() % 1000
      tell("open at \(seconds)", path)
      // Seconds and nanoseconds, the least significant byte first.
      set(
        Attribute.lastUsed,
        withUnsafeBytes(of: seconds.littleEndian, Array.init) + [UInt8](repeating: 0, count: 8), on: path)
    } else {
      let rank = random.next() % 100
      tell("favourite \(rank)", path)
      set(Attribute.favourite, Array("\(rank)".utf8), on: path)
    }
  }

  /// The attributes that TreeSummary looks at.
  enum Attribute {
    static let lastUsed = "com.apple.lastuseddate#PS"
    static let favourite = "files.favourite"
  }

  private func setAttribute(_ path: String) {
    tell("setxattr", path)
    set("note#S", Array("\(random.next() % 10)".utf8), on: path)
    // One of this device alone.
    if unkindness.contains(.dropsAttributes) { set("local", [UInt8(random.next() % 10)], on: path) }
  }

  private func set(_ attribute: String, _ value: [UInt8], on path: String) {
    // Gone meanwhile, perhaps.
    let name = FileName((path as NSString).lastPathComponent)
    try? Folder.openParent(of: path, disk: .system).folder[name].open(.file).setAttribute(attribute, value)
  }

  /// Tags a document that is only one version.
  private func tag(_ path: String) {
    guard let word = Versions.only(path), trash != nil else { return }
    let tag = "tag \(random.next() % 1000)"
    tell("tag \(word) with \(tag)", path)
    set("files.tags", Self.archive(tag), on: path)
    versions.tag(word, tag)
  }

  /// What Files hands over is a keyed archive: <https://github.com/alecdwm/sshdrive>, docs/quirks/macos.md, MQ-042. Here it is
  /// written by hand, because Foundation makes no property list in a program that is linked statically.
  private static func archive(_ tag: String) -> [UInt8] {
    Array(
      """
      <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>
      <key>$archiver</key><string>NSKeyedArchiver</string><key>$version</key><integer>100000</integer>
      <key>$top</key><dict><key>root</key><dict><key>CF$UID</key><integer>1</integer></dict></dict>
      <key>$objects</key><array><string>$null</string>
      <dict><key>NS.objects</key><array><dict><key>CF$UID</key><integer>2</integer></dict></array></dict>
      <string>\(tag)</string></array></dict></plist>
      """.utf8)
  }

  private func throwAway(_ path: String) {
    guard let trash else { return }
    let target = free(in: trash)
    tell("trash", path)
    rename(path, target)
  }

  private func takeBack(to folder: String) {
    guard let trash, let names = try? FileManager.default.contentsOfDirectory(atPath: trash).sorted(),
      let name = pick(names)
    else { return }
    let target = free(in: folder)
    tell("take back \(name) to", target)
    rename(trash + "/" + name, target)
  }

  private func setMode(_ path: String, _ mode: mode_t) {
    tell("chmod \(String(mode, radix: 8))", path)
    chmod(path, mode)
  }

  private static func versions(_ path: String) -> [String] {
    Versions.words(path).filter { $0.hasPrefix("v") }
  }

  private func remove(_ path: String) {
    guard path != root, !hasPlaceholder(path) else { return }
    tell("rm -r", path)
    versions.end(Versions.below(path))
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Whether a placeholder is below. A user who removes it has not seen its contents.
  private func hasPlaceholder(_ path: String) -> Bool {
    names(below: path).contains {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: path + "/" + $0))?.hasPrefix("/not")
        ?? false
    }
  }

  /// The eleven ways in which editors save.
  private func save(_ path: String, way: Int) {
    let (fresh, backup) = (path + ".new", path + "~")
    // If a placeholder, which is a link, has the backup's name, make no backup: the user has not seen its contents.
    if [2, 3].contains(way), (try? FileManager.default.destinationOfSymbolicLink(atPath: backup)) != nil {
      return
    }
    let word = versions.make()
    let old = Self.versions(path)
    tell("save \(word) over \(old.joined(separator: ",")) (way \(way))", path)
    var kept = false
    switch way {
    case 0: write(path, [word])
    case 1:
      write(fresh, [word])
      rename(fresh, path)
    case 2:
      versions.end(Self.versions(backup))
      rename(path, backup)
      write(path, [word])
      kept = true
    case 3:
      versions.end(Self.versions(backup))
      rename(path, backup)
      write(path, [word])
      unlink(backup)
    case 4:
      write(fresh, [word])
      _ = linux_rename_exchange(AT_FDCWD, fresh, AT_FDCWD, path)
      unlink(fresh)
    case 5:
      unlink(path)
      write(path, [word])
    case 6:
      write(path, old + [word])
      kept = true
    case 7:
      var status = stat()
      lstat(path, &status)
      write(path, [word], above: Int(status.st_size))
      utimensat(AT_FDCWD, path, [status.st_atim, status.st_mtim], 0)
    case 8:
      try? FileManager.default.copyItem(atPath: path, toPath: fresh)
      write(fresh, [word])
      rename(fresh, path)
    case 9:
      truncate(path, 0)
      write(path, [word])
    default:
      let folder = path + ".sb"
      mkdir(folder, 0o700)
      write(folder + "/new", [word])
      rename(folder + "/new", path)
      rmdir(folder)
    }
    if !kept { versions.end(old) }
  }
}
