import FileProvider
import Foundation
import Shared
import SwiftUI
import UniformTypeIdentifiers

/// The system's side of the File Provider: it makes the extension from its Info.plist and asks it for what the
/// user asks of Files.
@MainActor
final class FilesReplica {
  private let provider: any NSFileProviderReplicatedExtension

  init(_ scene: Scene) throws {
    provider = try Self.makeExtension(scene)
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
    provider.invalidate()
  }

  private func play(_ command: FilesCommand) async throws {
    switch command {
    case .list(let path, let isRecursive): try await list(path, isRecursive)
    case .fetch(let path, let copy):
      let item = try await find(path)
      let url = try await fetch(item)
      try FileManager.default.moveItem(at: url, to: URL(fileURLWithPath: copy))
    case .put(let file, let name, let folder):
      try await put(file, as: name, in: try await find(folder))
    case .makeFolder(let path):
      let (parent, name) = try await findParent(path)
      _ = try await create(
        RequestedItem(name: name, parent: parent.itemIdentifier, type: .folder), contents: nil)
    case .move(let from, let to): try await move(from, to)
    case .remove(let path, let isRecursive):
      let item = try await find(path)
      try await remove(item, isRecursive)
    }
  }

  // MARK: Listing

  private struct Line: Encodable {
    var path: String
    var identifier: String
    var type: String
    var size: Int64
    var contentVersion: String
  }

  private func list(_ path: String, _ isRecursive: Bool) async throws {
    let start = try await find(path)
    var lines: [Line] = []
    var queue: [(item: KnownItem, path: String)] = [(start, Self.clean(path))]
    if start.type != .folder {
      lines.append(line(start, Self.clean(path)))
      queue = []
    }
    while !queue.isEmpty {
      let (folder, path) = queue.removeFirst()
      for item in try await children(of: folder.itemIdentifier) {
        let itemPath = path.isEmpty ? item.filename : path + "/" + item.filename
        lines.append(line(item, itemPath))
        if isRecursive, item.type == .folder { queue.append((item, itemPath)) }
      }
    }
    lines.sort { $0.path < $1.path }
    for line in lines {
      let size = line.type == UTType.folder.identifier ? "folder" : "\(line.size) bytes"
      SystemEvent.show("\(line.path)  \(size)").send()
    }
    Picture.send(screen(of: start, lines))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    SystemEvent.result(String(decoding: try encoder.encode(lines), as: UTF8.self)).send()
  }

  /// What Files shows of a folder, as far as a picture has it.
  private func screen(of folder: KnownItem, _ lines: [Line]) -> HarnessNode {
    let rows = lines.map { line in
      let isFolder = line.type == UTType.folder.identifier
      let size = isFolder ? "" : "  " + line.size.formatted(.byteCount(style: .file))
      var row = HarnessNode(.row, label: line.path + size)
      row.symbol = isFolder ? "folder" : "doc"
      return row
    }
    let back = HarnessNode(.toolbar, children: [HarnessNode(.back, label: "Browse")])
    let count = HarnessNode(.footer, label: lines.count == 1 ? "1 item" : "\(lines.count) items")
    return HarnessNode(
      .screen, label: folder.filename, children: [back, HarnessNode(.section, children: rows + [count])])
  }

  private func line(_ item: KnownItem, _ path: String) -> Line {
    Line(
      path: path, identifier: item.itemIdentifier.rawValue, type: item.type.identifier, size: item.size,
      contentVersion: item.version.contentVersion.map { String($0, radix: 16) }.joined(separator: "-"))
  }

  /// All pages of a folder.
  private func children(of id: NSFileProviderItemIdentifier) async throws -> [KnownItem] {
    let enumerator = try provider.enumerator(for: id, request: NSFileProviderRequest())
    defer { enumerator.invalidate() }
    var items: [KnownItem] = []
    var page: NSFileProviderPage? = NSFileProviderPage.initialPageSortedByName as NSFileProviderPage
    while let current = page {
      let (found, next) = try await withCheckedThrowingContinuation { continuation in
        enumerator.enumerateItems(for: PageObserver(continuation), startingAt: current)
      }
      items += found
      page = next
    }
    return items
  }

  // MARK: Finding

  private static func clean(_ path: String) -> String {
    path.split(separator: "/").joined(separator: "/")
  }

  private func find(_ path: String) async throws -> KnownItem {
    var item = try await root()
    var walked = ""
    for name in path.split(separator: "/") {
      walked += walked.isEmpty ? String(name) : "/" + name
      guard let next = try await children(of: item.itemIdentifier).first(where: { $0.filename == name })
      else { throw SimulatorError("There is no “\(walked)” in Intray's place in Files.") }
      item = next
    }
    return item
  }

  private func findParent(_ path: String) async throws -> (KnownItem, String) {
    let names = path.split(separator: "/").map(String.init)
    guard let name = names.last else { throw SimulatorError("A name is missing.") }
    return (try await find(names.dropLast().joined(separator: "/")), name)
  }

  private func root() async throws -> KnownItem {
    try await withCheckedThrowingContinuation { continuation in
      _ = provider.item(for: .rootContainer, request: NSFileProviderRequest()) { item, error in
        continuation.resume(with: Self.result(item.map(KnownItem.init), error))
      }
    }
  }

  nonisolated private static func result<Value>(_ value: Value?, _ error: (any Error)?) -> Result<
    Value, any Error
  > {
    if let error { return .failure(SimulatorError(sentence(error))) }
    guard let value else { return .failure(SimulatorError("The File Provider answered nothing at all.")) }
    return .success(value)
  }

  /// What Files tells the user.
  nonisolated static func sentence(_ error: any Error) -> String {
    switch error {
    case NSFileProviderError.noSuchItem: "It is not there any more."
    case NSFileProviderError.directoryNotEmpty: "The folder is not empty: use rm -r."
    case NSFileProviderError.cannotSynchronize: "Intray cannot take it in."
    case NSFileProviderError.serverUnreachable: "Intray cannot answer at the moment."
    case NSFileProviderError.deletionRejected: "It was changed meanwhile, so it was not removed."
    case CocoaError.fileWriteOutOfSpace: "There is not enough space on the device."
    default: "\(error.localizedDescription) (\((error as NSError).domain) \((error as NSError).code))"
    }
  }

  // MARK: Changing

  private func fetch(_ item: KnownItem) async throws -> URL {
    try await withCheckedThrowingContinuation { continuation in
      _ = provider.fetchContents(
        for: item.itemIdentifier, version: nil, request: NSFileProviderRequest()
      ) { url, item, error in
        if error == nil, item != nil, url == nil {
          return continuation.resume(throwing: SimulatorError("It is a folder."))
        }
        continuation.resume(with: Self.result(url, error))
      }
    }
  }

  private func put(_ path: String, as name: String, in folder: KnownItem) async throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return }
    let type =
      isFolder.boolValue
      ? UTType.folder : UTType(filenameExtension: (name as NSString).pathExtension) ?? .data
    let made = try await create(
      RequestedItem(name: name, parent: folder.itemIdentifier, type: type),
      contents: isFolder.boolValue ? nil : URL(fileURLWithPath: path))
    guard isFolder.boolValue else { return }
    // The system sends a folder first, then what is in it.
    for child in try FileManager.default.contentsOfDirectory(atPath: path).sorted() {
      try await put(path + "/" + child, as: child, in: made)
    }
  }

  private func create(_ wish: RequestedItem, contents: URL?) async throws -> KnownItem {
    try await withCheckedThrowingContinuation { continuation in
      _ = provider.createItem(
        basedOn: wish, fields: [.filename, .parentItemIdentifier, .contents], contents: contents,
        options: [], request: NSFileProviderRequest()
      ) { item, pending, _, error in
        if error == nil, !pending.isEmpty {
          return continuation.resume(throwing: SimulatorError("Not everything of it could be kept."))
        }
        continuation.resume(with: Self.result(item.map(KnownItem.init), error))
      }
    }
  }

  private func move(_ from: String, _ to: String) async throws {
    let item = try await find(from)
    let (parent, name) = try await target(of: from, to)
    var fields: NSFileProviderItemFields = []
    if name != item.filename { fields.insert(.filename) }
    if parent.itemIdentifier != item.parent { fields.insert(.parentItemIdentifier) }
    if fields.isEmpty { return }
    let wish = RequestedItem(
      name: name, parent: parent.itemIdentifier, type: item.type, identifier: item.itemIdentifier)
    let moved: KnownItem = try await withCheckedThrowingContinuation { continuation in
      _ = provider.modifyItem(
        wish, baseVersion: item.version, changedFields: fields, contents: nil, options: [],
        request: NSFileProviderRequest()
      ) { item, _, _, error in
        continuation.resume(with: Self.result(item.map(KnownItem.init), error))
      }
    }
    if moved.filename != name { SystemEvent.show("It is called “\(moved.filename)” now.").send() }
  }

  /// Into the folder when there is one of that name, as mv(1) does; else to that name.
  private func target(of from: String, _ to: String) async throws -> (KnownItem, String) {
    if let folder = try? await find(to), folder.type == .folder {
      return (folder, (from as NSString).lastPathComponent)
    }
    return try await findParent(to)
  }

  private func remove(_ item: KnownItem, _ isRecursive: Bool) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      _ = provider.deleteItem(
        identifier: item.itemIdentifier, baseVersion: item.version,
        options: isRecursive ? [.recursive] : [], request: NSFileProviderRequest()
      ) { error in
        continuation.resume(with: Self.result((), error))
      }
    }
  }
}

/// The system's record of an item.
struct KnownItem: @unchecked Sendable {
  // Unchecked because of the version, which no code changes.
  let itemIdentifier: NSFileProviderItemIdentifier
  let parent: NSFileProviderItemIdentifier
  let filename: String
  let type: UTType
  let size: Int64
  let version: NSFileProviderItemVersion

  init(_ item: any NSFileProviderItemProtocol) {
    itemIdentifier = item.itemIdentifier
    parent = item.parentItemIdentifier
    filename = item.filename
    type = item.contentType ?? .data
    size = (item.documentSize ?? nil)?.int64Value ?? 0
    version = item.itemVersion ?? NSFileProviderItemVersion(contentVersion: Data(), metadataVersion: Data())
  }
}

/// The requested state of an item.
private final class RequestedItem: NSObject, NSFileProviderItemProtocol {
  let itemIdentifier: NSFileProviderItemIdentifier
  let parentItemIdentifier: NSFileProviderItemIdentifier
  let filename: String
  let contentType: UTType

  init(
    name: String, parent: NSFileProviderItemIdentifier, type: UTType,
    identifier: NSFileProviderItemIdentifier = NSFileProviderItemIdentifier("template-" + UUID().uuidString)
  ) {
    itemIdentifier = identifier
    parentItemIdentifier = parent
    filename = name
    contentType = type
  }
}

/// Collects one page.
private final class PageObserver: NSObject, NSFileProviderEnumerationObserver, @unchecked Sendable {
  // Unchecked because the extension calls it from one thread, and only until it has finished.
  private let continuation: CheckedContinuation<([KnownItem], NSFileProviderPage?), any Error>
  private var items: [KnownItem] = []

  init(_ continuation: CheckedContinuation<([KnownItem], NSFileProviderPage?), any Error>) {
    self.continuation = continuation
  }

  func didEnumerate(_ updatedItems: [any NSFileProviderItemProtocol]) {
    items += updatedItems.map(KnownItem.init)
  }

  func finishEnumerating(upTo nextPage: NSFileProviderPage?) {
    continuation.resume(returning: (items, nextPage))
  }

  func finishEnumeratingWithError(_ error: any Error) {
    continuation.resume(throwing: SimulatorError(FilesReplica.sentence(error)))
  }
}
