import Daemon
import FileProvider
import Foundation
import SwiftUI

/// What the user asks of Files: each command becomes calls on the extension in this process.
@MainActor
final class FilesReplica {
  private let host: ExtensionHost
  private var number = 0
  /// Where the provider has the documents.
  private let documents: URL

  init(_ scene: Scene) throws {
    documents = URL(filePath: scene.device + "/AppGroup/Documents/")
    host = ExtensionHost(try Self.makeExtension(scene))
  }

  /// The extension that the Info.plist names, for its place in Files.
  static func makeExtension(_ scene: Scene) throws -> any NSFileProviderReplicatedExtension {
    let attributes = Bundle.main.object(forInfoDictionaryKey: "NSExtension") as? [String: Any]
    guard let name = attributes?["NSExtensionPrincipalClass"] as? String,
      let type = NSClassFromString(name) as? any NSFileProviderReplicatedExtension.Type
    else { throw SimulatorError("The File Provider's Info.plist names no principal class.") }
    guard let known = scene.domains.first else {
      throw SimulatorError("The system starts no File Provider without a place in Files.")
    }
    return type.init(
      domain: NSFileProviderDomain(
        identifier: NSFileProviderDomainIdentifier(known.identifier), displayName: known.name))
  }

  func play(_ commands: [FilesCommand]) async throws {
    for command in commands { try await play(command) }
    host.invalidate()
  }

  private func play(_ command: FilesCommand) async throws {
    switch command {
    case .list(let path, let isRecursive): try await list(path, isRecursive)
    case .fetch(let path, let copy):
      let answer = try await ask(.fetch(try await find(path).identifier, version: nil))
      guard let contents = answer.contents else { throw SimulatorError("It is a folder.") }
      try FileManager.default.moveItem(atPath: contents, toPath: copy)
    case .put(let file, let name, let folder):
      try await put(file, as: name, in: try await find(folder))
    case .makeFolder(let path):
      let (parent, name) = try await findParent(path)
      _ = try await create(name, .folder, in: parent, contents: nil)
    case .move(let from, let to): try await move(from, to)
    case .remove(let path, let isRecursive):
      let item = try await find(path)
      let options: NSFileProviderDeleteItemOptions = isRecursive ? [.recursive] : []
      _ = try await ask(
        .delete(item.identifier, base: Self.version(of: item), options: options.rawValue))
    }
  }

  /// - Throws: what Files tells the user of an error.
  private func ask(_ request: Call.Request) async throws -> CallReply {
    number += 1
    let call = Call(number: number, request: request)
    let answer = await withCheckedContinuation { continuation in
      host.perform(call) { continuation.resume(returning: $0) }
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
  }

  private func list(_ path: String, _ isRecursive: Bool) async throws {
    let start = try await find(path)
    var lines: [Line] = []
    var queue: [(item: ItemSnapshot, path: String)] = [(start, Self.clean(path))]
    if start.kind != .folder {
      lines.append(line(start, Self.clean(path)))
      queue = []
    }
    while !queue.isEmpty {
      let (folder, path) = queue.removeFirst()
      for item in try await children(of: folder) {
        let itemPath = path.isEmpty ? item.name : path + "/" + item.name
        lines.append(line(item, itemPath))
        if isRecursive, item.kind == .folder { queue.append((item, itemPath)) }
      }
    }
    lines.sort { $0.path < $1.path }
    for line in lines {
      let size = line.kind == .folder ? "folder" : "\(line.size) bytes"
      SystemEvent.show("\(line.path)  \(size)").send()
    }
    Picture.send(screen(of: start, lines))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    SystemEvent.result(String(decoding: try encoder.encode(lines), as: UTF8.self)).send()
  }

  /// What Files shows of a folder, as far as a picture has it.
  private func screen(of folder: ItemSnapshot, _ lines: [Line]) -> HarnessNode {
    let bytes = ByteCountFormatStyle(style: .file, locale: Language.current?.locale ?? .current)
    let rows = lines.map { line in
      var image = HarnessNode(.image)
      image.symbol = line.kind == .folder ? "folder.fill" : "doc"
      image.look.size = CGSize(width: 40, height: 40)
      image.look.color = line.kind == .folder ? "accent" : "secondary"
      // As the provider's own pictures are: of most documents there is none.
      image.look.picture = try? Page.draw(documents.appending(path: line.path))
      let name = HarnessNode(.text, label: line.path)
      var size = HarnessNode(.text, label: bytes.format(line.size))
      size.look.isCaption = true
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

  private func line(_ item: ItemSnapshot, _ path: String) -> Line {
    Line(
      path: path, identifier: item.identifier, kind: item.kind, size: item.size ?? 0,
      contentVersion: Self.version(of: item).content.map { String($0, radix: 16) }.joined(separator: "-"))
  }

  private static func version(of item: ItemSnapshot) -> ItemSnapshot.Version {
    item.version ?? ItemSnapshot.Version(content: Data(), metadata: Data())
  }

  /// All pages of a folder.
  private func children(of folder: ItemSnapshot) async throws -> [ItemSnapshot] {
    var items: [ItemSnapshot] = []
    var page: Data?
    repeat {
      let answer = try await ask(.list(folder.identifier, page: page, suggested: 200))
      items += answer.items
      page = answer.page
    } while page != nil
    return items
  }

  // MARK: Finding

  private static func clean(_ path: String) -> String {
    path.split(separator: "/").joined(separator: "/")
  }

  private func find(_ path: String) async throws -> ItemSnapshot {
    guard var item = try await ask(.item(ItemSnapshot.root)).item else {
      throw SimulatorError("The File Provider answered nothing at all.")
    }
    var walked = ""
    for name in path.split(separator: "/") {
      walked += walked.isEmpty ? String(name) : "/" + name
      guard let next = try await children(of: item).first(where: { $0.name == name })
      else { throw SimulatorError("There is no “\(walked)” in Intray's place in Files.") }
      item = next
    }
    return item
  }

  private func findParent(_ path: String) async throws -> (ItemSnapshot, String) {
    let names = path.split(separator: "/").map(String.init)
    guard let name = names.last else { throw SimulatorError("A name is missing.") }
    return (try await find(names.dropLast().joined(separator: "/")), name)
  }

  // MARK: Changing

  private func put(_ path: String, as name: String, in folder: ItemSnapshot) async throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return }
    guard isFolder.boolValue else {
      _ = try await create(name, .file, in: folder, contents: path)
      return
    }
    let made = try await create(name, .folder, in: folder, contents: nil)
    // The system sends a folder first, then what is in it.
    for child in try FileManager.default.contentsOfDirectory(atPath: path).sorted() {
      try await put(path + "/" + child, as: child, in: made)
    }
  }

  private func create(
    _ name: String, _ kind: ItemSnapshot.Kind, in folder: ItemSnapshot, contents: String?
  ) async throws -> ItemSnapshot {
    let wish = ItemSnapshot(
      identifier: "template-" + UUID().uuidString, parent: folder.identifier, name: name, kind: kind)
    let fields: NSFileProviderItemFields = [.filename, .parentItemIdentifier, .contents]
    let answer = try await ask(.create(wish, fields: fields.rawValue, contents: contents, options: 0))
    guard answer.stillPending == 0, let item = answer.item else {
      throw SimulatorError("Not everything of it could be kept.")
    }
    return item
  }

  private func move(_ from: String, _ to: String) async throws {
    let item = try await find(from)
    let (parent, name) = try await target(of: from, to)
    var wish = item
    (wish.name, wish.parent) = (name, parent.identifier)
    var fields: NSFileProviderItemFields = []
    if name != item.name { fields.insert(.filename) }
    if wish.parent != item.parent { fields.insert(.parentItemIdentifier) }
    if fields.isEmpty { return }
    let answer = try await ask(
      .modify(wish, base: Self.version(of: item), fields: fields.rawValue, contents: nil, options: 0))
    if let moved = answer.item, moved.name != name {
      SystemEvent.show("It is called “\(moved.name)” now.").send()
    }
  }

  /// Into the folder when there is one of that name, as mv(1) does; else to that name.
  private func target(of from: String, _ to: String) async throws -> (ItemSnapshot, String) {
    // What is not there is no folder.
    if let folder = try? await find(to), folder.kind == .folder {
      return (folder, (from as NSString).lastPathComponent)
    }
    return try await findParent(to)
  }
}
