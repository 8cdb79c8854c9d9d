import AppleFoundation
import Daemon
import FileProvider
import Foundation
import SwiftUI

/// The Files app, as far as a terminal needs one: every command becomes calls on the File Provider extension, and none goes
/// to the folder behind its back.
struct FilesApp {
  private let device: Device
  private let provider: ExtensionProcess

  static func run(_ arguments: inout Arguments, _ device: Device) throws -> Int32 {
    guard let command = arguments.next() else { throw WrongUsage("What shall Files do?") }
    let registry = DomainRegistry(device)
    if command == "sync" {
      let sync = try FilesSync(&arguments, device)
      try registry.requirePlace()
      return try sync.run()
    }
    let isRecursive = command == "ls" ? arguments.flag("-R") : command == "rm" && arguments.flag("-r")
    let isJSON = command == "ls" && arguments.flag("--json")
    let words = try arguments.all()
    let counts = [
      "ls": 0...1, "cat": 1...1, "put": 1...2, "mkdir": 1...1, "mv": 2...2, "rm": 1...1, "favorite": 1...1,
      "on": 0...0,
      "off": 0...0, "orphan": 0...0,
    ]
    guard let count = counts[command] else { throw WrongUsage("Files cannot \(command).") }
    guard count.contains(words.count) else {
      throw WrongUsage("\(command) takes \(count.lowerBound) to \(count.upperBound) paths.")
    }
    if ["on", "off"].contains(command) {
      try registry.turn(on: command == "on")
      return 0
    }
    if command == "orphan" {
      try registry.orphan()
      return 0
    }
    // The system starts the extension for a place that is registered and switched on, and for no other.
    try registry.requirePlace()
    let files = FilesApp(device: device, provider: ExtensionProcess(device: device, patience: 3_600))
    defer { files.provider.rest() }
    switch command {
    case "ls": try files.list(words.first ?? "", isRecursive, isJSON: isJSON)
    case "cat": try files.cat(words[0])
    case "put": try files.put(words[0], into: words.count == 2 ? words[1] : "")
    case "mkdir":
      let (parent, name) = try files.findParent(words[0])
      _ = try files.create(name, .folder, in: parent, contents: nil)
    case "mv": try files.move(words[0], words[1])
    case "favorite":
      let item = try files.find(words[0])
      var wish = item
      // As Files ranks the first: <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemprotocol/favoriterank>.
      wish.favourite = item.favourite == nil ? Int64(Date.now.timeIntervalSince1970 * 1_000) : nil
      let fields = NSFileProviderItemFields.favoriteRank.rawValue
      _ = try files.ask(.modify(wish, base: item.base, fields: fields, contents: nil, options: 0))
    default:
      let item = try files.find(words[0])
      let options: NSFileProviderDeleteItemOptions = isRecursive ? [.recursive] : []
      _ = try files.ask(.delete(item.identifier, base: item.base, options: options.rawValue))
    }
    if let fault = files.provider.takeFaults().first { throw SimulatorError(fault) }
    return 0
  }

  /// - Throws: what Files tells the user of an error.
  private func ask(_ request: Call.Request) throws -> CallReply {
    let answer: CallReply
    do {
      answer = try provider.ask(request, cancels: false)
    } catch is ExtensionDied {
      throw SimulatorError((provider.takeFaults() + ["The File Provider extension ended."])[0])
    }
    if let failure = answer.failure { throw SimulatorError(Self.sentence(failure)) }
    return answer
  }

  private static func sentence(_ failure: Failure) -> String {
    switch failure.provider {
    case .noSuchItem: "It is not there any more."
    case .directoryNotEmpty: "The folder is not empty: use rm -r."
    case .cannotSynchronize: "Intray cannot take it in."
    case .serverUnreachable: "Intray cannot answer at the moment."
    case .deletionRejected: "It was changed meanwhile, so it was not removed."
    default:
      failure.domain == NSCocoaErrorDomain && failure.code == CocoaError.fileWriteOutOfSpace.rawValue
        ? "There is not enough space on the device." : "\(failure)"
    }
  }

  // MARK: Listing

  private struct Line: Encodable {
    var path: String
    var identifier: String
    var kind: ItemSnapshot.Kind
    var size: Int64
    var contentVersion: String
    var isFavorite: Bool

    init(_ item: ItemSnapshot, at path: String) {
      (self.path, identifier, kind, size) = (path, item.identifier, item.kind, item.size ?? 0)
      contentVersion = item.base.content.map { String($0, radix: 16) }.joined(separator: "-")
      isFavorite = item.favourite != nil
    }
  }

  private func list(_ path: String, _ isRecursive: Bool, isJSON: Bool) throws {
    let start = try find(path)
    let path = path.split(separator: "/").joined(separator: "/")
    var lines = start.kind == .folder ? [] : [Line(start, at: path)]
    var queue = start.kind == .folder ? [(item: start, path: path)] : []
    while !queue.isEmpty {
      let (folder, path) = queue.removeFirst()
      for item in try children(of: folder) {
        let itemPath = path.isEmpty ? item.name : path + "/" + item.name
        lines.append(Line(item, at: itemPath))
        if isRecursive, item.kind == .folder { queue.append((item, itemPath)) }
      }
    }
    lines.sort { $0.path < $1.path }
    if let (file, style) = device.picture {
      Language.use(try device.sentences(of: .provider))
      let picture = MainActor.assumeIsolated { Picture.svg(of: screen(of: start, lines), style: style) }
      try picture.write(toFile: file, atomically: true, encoding: .utf8)
    }
    if isJSON {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return print(String(decoding: try encoder.encode(lines), as: UTF8.self))
    }
    for line in lines {
      let size = line.kind == .folder ? "folder" : "\(line.size) bytes"
      print("\(line.path)  \(size)\(line.isFavorite ? "  favorite" : "")")
    }
  }

  /// What Files shows of a folder, as far as a picture has it.
  @MainActor
  private func screen(of folder: ItemSnapshot, _ lines: [Line]) -> HarnessNode {
    let documents = URL(filePath: device.appGroup + "/Documents/")
    let bytes = ByteCountFormatStyle(style: .file, locale: Language.current?.locale ?? .current)
    let rows = lines.map { line in
      var image = HarnessNode(.image)
      image.symbol = line.kind == .folder ? "folder.fill" : "doc"
      image.look.size = CGSize(width: 40, height: 40)
      image.look.color = line.kind == .folder ? "accent" : "secondary"
      // As the provider's own pictures are: of most documents there is none.
      image.look.picture = try? Page.draw(documents.appending(path: line.path))
      let name = HarnessNode(.text, label: line.path)
      var size = HarnessNode(.text, label: bytes.format(line.size).replacing("kB", with: "KB"))
      size.look.textStyle = .caption
      size.look.color = "secondary"
      var text = HarnessNode(.vertical, children: line.kind == .folder ? [name] : [name, size])
      text.look.isLeading = true
      return HarnessNode(.row, children: [HarnessNode(.horizontal, children: [image, text])])
    }
    let back = HarnessNode(.toolbar, children: [HarnessNode(.back, label: "Browse")])
    let count = HarnessNode(.text, label: lines.count == 1 ? "1 item" : "\(lines.count) items")
    let footer = HarnessNode(.footer, label: count.label, children: [count])
    return HarnessNode(
      .screen, label: folder.name,
      children: [
        back, HarnessNode(.searchField, label: "Search"), HarnessNode(.section, children: rows + [footer]),
      ])
  }

  /// All pages of a folder.
  private func children(of folder: ItemSnapshot) throws -> [ItemSnapshot] {
    var items: [ItemSnapshot] = []
    var page: Data?
    repeat {
      let answer = try ask(.list(folder.identifier, page: page, suggested: 200))
      items += answer.items
      page = answer.page
    } while page != nil
    return items
  }

  // MARK: Finding

  private func find(_ path: String) throws -> ItemSnapshot {
    guard var item = try ask(.item(ItemSnapshot.root)).item else {
      throw SimulatorError("The File Provider answered nothing at all.")
    }
    var walked: [Substring] = []
    for name in path.split(separator: "/") {
      walked.append(name)
      guard let next = try children(of: item).first(where: { $0.name == name }) else {
        throw SimulatorError("There is no “\(walked.joined(separator: "/"))” in Intray's place in Files.")
      }
      item = next
    }
    return item
  }

  private func findParent(_ path: String) throws -> (ItemSnapshot, String) {
    let names = path.split(separator: "/").map(String.init)
    guard let name = names.last else { throw SimulatorError("A name is missing.") }
    return (try find(names.dropLast().joined(separator: "/")), name)
  }

  // MARK: Changing

  /// Has the provider hand over the document, and copies it to the terminal, bit by bit.
  private func cat(_ path: String) throws {
    guard let contents = try ask(.fetch(find(path).identifier, version: nil)).contents else {
      throw SimulatorError("It is a folder.")
    }
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: contents))
    while let bytes = try file.read(upToCount: 1 << 20), !bytes.isEmpty {
      try FileHandle.standardOutput.write(contentsOf: bytes)
    }
    try FileManager.default.removeItem(atPath: contents)
  }

  /// Puts a copy where the system keeps what it hands to the provider, and has it made an item.
  private func put(_ file: String, into folder: String) throws {
    let place = device.handover + "/" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    // The provider only reads it; what stays of it is the system's to clear.
    defer { try? FileManager.default.removeItem(atPath: place) }
    let copy = try Handover.copy(Phone.absolute(file), into: place)
    try put(copy, as: (copy as NSString).lastPathComponent, in: try find(folder))
  }

  private func put(_ path: String, as name: String, in folder: ItemSnapshot) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return }
    guard isFolder.boolValue else {
      _ = try create(name, .file, in: folder, contents: path)
      return
    }
    let made = try create(name, .folder, in: folder, contents: nil)
    // The system sends a folder first, then what is in it.
    for child in try FileManager.default.contentsOfDirectory(atPath: path).sorted() {
      try put(path + "/" + child, as: child, in: made)
    }
  }

  private func create(
    _ name: String, _ kind: ItemSnapshot.Kind, in folder: ItemSnapshot, contents: String?
  ) throws -> ItemSnapshot {
    let wish = ItemSnapshot(
      identifier: "template-" + UUID().uuidString, parent: folder.identifier, name: name, kind: kind)
    let fields: NSFileProviderItemFields = [.filename, .parentItemIdentifier, .contents]
    let answer = try ask(.create(wish, fields: fields.rawValue, contents: contents, options: 0))
    guard answer.stillPending == 0, let item = answer.item else {
      throw SimulatorError("Not everything of it could be kept.")
    }
    return item
  }

  private func move(_ from: String, _ to: String) throws {
    let item = try find(from)
    // Into the folder when there is one of that name, as mv(1) does; else to that name. What is not there is no folder.
    let folder = try? find(to)
    let (parent, name) =
      if let folder, folder.kind == .folder { (folder, (from as NSString).lastPathComponent) } else {
        try findParent(to)
      }
    var wish = item
    (wish.name, wish.parent) = (name, parent.identifier)
    var fields: NSFileProviderItemFields = []
    if name != item.name { fields.insert(.filename) }
    if wish.parent != item.parent { fields.insert(.parentItemIdentifier) }
    if fields.isEmpty { return }
    let answer = try ask(
      .modify(wish, base: item.base, fields: fields.rawValue, contents: nil, options: 0))
    if let moved = answer.item, moved.name != name { print("It is called “\(moved.name)” now.") }
  }
}

extension ItemSnapshot {
  fileprivate var base: Version { version ?? Version(content: Data(), metadata: Data()) }
}
