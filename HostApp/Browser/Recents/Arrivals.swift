import Foundation
import Shared

/// Documents that arrived since the app was last left, newest first.
struct Arrivals {
  /// A document that has just arrived.
  struct Arrival: Identifiable, Hashable {
    /// Its number among those that arrived while the app runs.
    fileprivate(set) var id = 0
    /// The name that it arrived with.
    var name: String
    /// Where it is now.
    var path: DocumentPath
    /// Whether it is new; else a document with the same bytes was there, and stayed.
    var isNew: Bool
    /// Another document with the same bytes; nil if none is known, and when the user keeps both.
    var counterpart: DocumentPath?
    /// When it was handed over, or taken in.
    var time: Date
    /// The folder that the user chose for it, if that was gone.
    var missingFolder: DocumentPath?
    /// Which document it is, and the state of its contents; nil until they were read.
    var item: ItemID?
    var version: Int64?
    /// Whether its contents were compared, or are being compared. After the user stopped a comparison, it does not begin
    /// again by itself.
    var isCompared = false
  }

  /// So many are compared with the other documents unless the user has said what is to become of repeated ones: the user answers
  /// no more questions.
  static let most = 20

  private(set) var all: [Arrival] = []
  /// How many there were.
  private var count = 0

  /// Adds what was taken in just now.
  mutating func add(_ outcomes: [DrainOutcome], now: Date = .now) {
    let new = outcomes.compactMap { outcome -> Arrival? in
      switch outcome.result {
      case .imported(let path), .duplicate(of: let path):
        numbered(Arrival(name: outcome.name, path: path, isNew: outcome.isImport, time: now))
      case .waiting, .refused, .takenByAnother: nil
      }
    }
    // Where a new document is, an earlier one is no longer.
    let taken = Set(new.lazy.filter(\.isNew).map(\.path))
    all = new.reversed() + all.filter { !taken.contains($0.path) }
  }

  /// Adds documents that other processes took in, also in the place of earlier ones, and completes the known ones.
  mutating func add(_ found: [DocumentEntry]) {
    var known = Dictionary(all.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
    for found in found {
      let index = known[found.path]
      if let index, all[index].mayBe(found) {
        all[index].complete(with: found)
      } else if found.added != nil {
        let arrival = numbered(Arrival(found))
        known[found.path] = index ?? all.count
        if let index { all[index] = arrival } else { all.append(arrival) }
      }
    }
    all.sort { $0.time > $1.time }
  }

  private mutating func numbered(_ arrival: Arrival) -> Arrival {
    var arrival = arrival
    count += 1
    arrival.id = count
    return arrival
  }

  /// Notes that the contents of documents are being compared.
  mutating func noteCompared(_ paths: [DocumentPath]) {
    let paths = Set(paths)
    for index in all.indices where paths.contains(all[index].path) { all[index].isCompared = true }
  }

  /// Notes which documents were there already, with the same bytes.
  mutating func note(_ counterparts: [DocumentPath: DocumentPath]) {
    for index in all.indices where all[index].isNew {
      guard let path = counterparts[all[index].path] else { continue }
      // Of two that came in, the newer one asks for both.
      let asks = all[..<index].contains { $0.path == path && $0.counterpart == all[index].path }
      if !asks { all[index].counterpart = path }
    }
  }

  /// The user keeps both.
  mutating func keep(_ arrival: Arrival) {
    for index in all.indices where all[index].id == arrival.id { all[index].counterpart = nil }
  }

  /// A document was thrown away, because another one has the same bytes.
  mutating func replace(_ path: DocumentPath, by counterpart: DocumentPath) {
    for index in all.indices {
      if all[index].counterpart == path { all[index].counterpart = nil }
      guard all[index].path == path else { continue }
      (all[index].path, all[index].isNew, all[index].counterpart) = (counterpart, false, nil)
      (all[index].item, all[index].version) = (nil, nil)
    }
  }

  /// Forgets all arrivals: the user has seen them.
  mutating func clear() { all = [] }
}

extension Arrivals.Arrival {
  /// What a document says of its own arrival.
  init(_ found: DocumentEntry) {
    let time = found.added ?? found.modified
    self.init(
      name: found.path.names.last?.description ?? "", path: found.path, isNew: true, time: time.date)
    complete(with: found)
  }

  /// Whether it is the document that was found in its place, as far as both are known.
  fileprivate func mayBe(_ found: DocumentEntry) -> Bool {
    item == nil || found.identity.item == nil || item == found.identity.item
  }

  /// Takes over what is known of the same document. Other contents are not yet compared.
  fileprivate mutating func complete(with found: DocumentEntry) {
    if let version, let now = found.version, version != now { (isCompared, counterpart) = (false, nil) }
    (item, version) = (found.identity.item ?? item, found.version ?? version)
    missingFolder = found.missingFolder
  }
}
