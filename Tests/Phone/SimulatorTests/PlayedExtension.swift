import FileProvider
import Foundation

@testable import Daemon

/// An extension without a disk, whose answers a test decides: files and folders, all in one list.
final class PlayedExtension: Extension {
  private(set) var asked: [Call.Request] = []
  private var items: [String: ItemSnapshot] = [:]
  private var contents: [String: Data] = [:]
  private var log: [String] = []
  private let handover: String
  /// The error for a call; nil is an answer.
  var refuse: (Call.Request) -> (any Error)? = { _ in nil }
  var isSignalled = false
  var resolved: Set<Int> = []

  init(handover: String) {
    self.handover = handover
  }

  /// Changes an item behind the system's back.
  func put(_ item: ItemSnapshot, _ text: String = "") {
    var item = item
    let number =
      (items[item.identifier]?.version).flatMap { Int(String(decoding: $0.content, as: UTF8.self)) } ?? 0
    item.version = ItemSnapshot.Version(
      content: Data("\(number + 1)".utf8), metadata: Data("\(log.count)".utf8))
    item.size = item.kind == .file ? Int64(text.utf8.count) : nil
    item.capabilities = NSFileProviderItemCapabilities([.allowsReading, .allowsWriting]).rawValue
    items[item.identifier] = item
    contents[item.identifier] = Data(text.utf8)
    log.append(item.identifier)
  }

  func ask(_ request: Call.Request, cancels: Bool) throws -> CallReply {
    asked.append(request)
    var answer = CallReply(number: 0)
    if let error = refuse(request) {
      answer.failure = Failure(error)
      return answer
    }
    switch request {
    case .item(ItemSnapshot.root): answer.item = root
    case .list(let id, _, _):
      answer.items = items.values.filter { id == ExtensionHost.workingSet || $0.parent == id }
        .sorted { ($0.kind == .folder ? 0 : 1, $0.name) < ($1.kind == .folder ? 0 : 1, $1.name) }
    case .changes(let anchor, _):
      let changed = log[(Int(String(decoding: anchor, as: UTF8.self)) ?? 0)...]
      answer.items = Set(changed).compactMap { items[$0] }
      answer.anchor = Data("\(log.count)".utf8)
    // Everything comes as a change.
    case .anchor: answer.anchor = Data("0".utf8)
    case .item(let id):
      answer.item = items[id]
      if answer.item == nil { answer.failure = Failure(NSFileProviderError(.noSuchItem)) }
    case .fetch(let id, _):
      let path = handover + "/" + UUID().uuidString
      try contents[id]?.write(to: URL(fileURLWithPath: path))
      (answer.item, answer.contents) = (items[id], path)
    case .create(var item, _, let path, _):
      item.identifier = "item\(log.count)"
      put(item, try text(path))
      answer.item = items[item.identifier]
    case .modify(let item, _, _, let path, _):
      let old = (items[item.identifier]?.version?.content, contents[item.identifier])
      put(item, try text(path))
      if path == nil, let version = old.0 {
        items[item.identifier]?.version?.content = version
        contents[item.identifier] = old.1
      }
      answer.item = items[item.identifier]
    default: break
    }
    return answer
  }

  private var root: ItemSnapshot {
    var root = ItemSnapshot(
      identifier: ItemSnapshot.root, parent: ItemSnapshot.root, name: "Intray", kind: .folder)
    root.version = ItemSnapshot.Version(content: Data("0".utf8), metadata: Data("0".utf8))
    root.capabilities = NSFileProviderItemCapabilities([.allowsReading, .allowsWriting]).rawValue
    return root
  }

  private func text(_ path: String?) throws -> String {
    try path.map { try String(contentsOfFile: $0, encoding: .utf8) } ?? ""
  }

  /// How many calls of a kind there were.
  func count(_ isMeant: (Call.Request) -> Bool) -> Int { asked.count(where: isMeant) }

  func kill() {}
  func killSoon(after delay: Int) {}
  func suspend() {}
  func rest() {}
  func takeFaults() -> [String] { [] }

  func takeSignal() -> Bool {
    defer { isSignalled = false }
    return isSignalled
  }

  func takeResolved() -> Set<Int> {
    defer { resolved = [] }
    return resolved
  }
}

extension Call.Request {
  var isCreate: Bool { if case .create = self { true } else { false } }
  var listed: String? { if case .list(let id, _, _) = self { id } else { nil } }
}
