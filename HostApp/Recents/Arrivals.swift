import Foundation
import Shared

/// Documents that arrived since the app was last left, newest first.
struct Arrivals {
  /// A document that has just arrived.
  struct Arrival: Identifiable, Hashable {
    let id = UUID()
    /// The name that it arrived with.
    var name: String
    /// Where it is now.
    var path: DocumentPath
    /// Whether it is new; else a document with the same bytes was there, and stayed.
    var isNew: Bool
    /// When it was handed over, or taken in.
    var time: Date
    /// The site that it is from; nil if unknown.
    var source: String?

    /// Why a document does not have the name that it arrived with.
    enum Renaming { case taken, illegal }

    /// Why it has another name now; nil if it has the same one.
    var renaming: Renaming? {
      guard let own = path.names.last?.description, own != name else { return nil }
      return DocumentName(name).text == name ? .taken : .illegal
    }
  }

  /// So many are shown; the others are among the documents.
  static let most = 20

  private(set) var all: [Arrival] = []

  /// Adds what was taken in just now.
  mutating func add(_ outcomes: [DrainOutcome], now: Date = .now) {
    let new = outcomes.compactMap { outcome -> Arrival? in
      switch outcome.result {
      case .imported(let path), .duplicate(of: let path):
        Arrival(name: outcome.name, path: path, isNew: outcome.isImport, time: now)
      case .waiting, .refused, .takenByAnother, .alreadyOurs: nil
      }
    }
    all = new.reversed() + all
  }

  /// Adds documents that other processes took in, and sets the site of each document found.
  mutating func add(_ found: [DocumentArrival]) {
    var known = Dictionary(all.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
    for found in found {
      if let index = known[found.path] {
        all[index].source = found.site
      } else if let time = found.time {
        known[found.path] = all.count
        all.append(
          Arrival(
            name: found.path.names.last?.description ?? "", path: found.path, isNew: true,
            time: time.date, source: found.site))
      }
    }
    all.sort { $0.time > $1.time }
  }

  /// Forgets all arrivals: the user has seen them.
  mutating func clear() { all = [] }
}

extension DocumentArrival {
  /// The site of the page it was found on, or of its own address.
  fileprivate var site: String? {
    whereFrom.reversed().lazy.compactMap { URL(string: $0)?.host() }.first { !$0.isEmpty }
  }
}

extension DrainOutcome {
  /// Whether it is a document now that was none before.
  var isImport: Bool {
    if case .imported = result { return true }
    return false
  }
}
