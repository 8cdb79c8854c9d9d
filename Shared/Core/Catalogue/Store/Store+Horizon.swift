extension Store {
  /// How many deletions, moves and transactions are stored, each: some 20 MB on disk at most. Older anchors have
  /// expired.
  static let remembered: Int64 = 100_000

  private static let oldest = [
    Query("SELECT sequence FROM tombstone ORDER BY sequence DESC LIMIT 1 OFFSET ?"),
    Query("SELECT sequence FROM place ORDER BY sequence DESC LIMIT 1 OFFSET ?"),
    Query("SELECT sequence FROM moment ORDER BY sequence DESC LIMIT 1 OFFSET ?"),
  ]
  private static let forgetting = [
    Query("DELETE FROM tombstone WHERE sequence <= ?"),
    Query("DELETE FROM place WHERE sequence <= ?"),
    // Keep the last one at or before the horizon, because it marks the horizon.
    Query("DELETE FROM moment WHERE sequence < ?"),
  ]

  /// The last change that is too old to be stored; nil when there is none.
  func tooOld(_ remembered: Int64) throws -> Int64? {
    var horizon = state.horizon
    for query in Self.oldest {
      if let sequence = try database.first(query, .integer(remembered), read: { $0.integer(0) }) {
        horizon = max(horizon, sequence)
      }
    }
    return horizon > state.horizon ? horizon : nil
  }

  /// Deletes every change up to one. Earlier anchors expire.
  func forget(upTo horizon: Int64) throws {
    for query in Self.forgetting { try database.run(query, .integer(horizon)) }
    state.horizon = horizon
  }
}

extension Catalogue {
  /// Deletes changes that are too old, when they exceed the limit by a tenth.
  func forgetOld(remembering remembered: Int64 = Store.remembered) throws {
    let isDue = try read { store in
      try store.tooOld(remembered + remembered / 10) != nil
    }
    guard isDue else { return }
    try write(syncs: false) { store in
      if let horizon = try store.tooOld(remembered) { try store.forget(upTo: horizon) }
    }
  }
}
