import FileProvider
import Foundation

extension Daemon {
  /// Asks the extension what it has, or what changed there, if there is a reason to.
  ///
  /// "When the extension calls signalEnumeratorForContainerItemIdentifier, the system will again enumerate changes,
  /// starting at the latest known sync anchor", says the header of `NSFileProviderEnumerating` at
  /// `currentSyncAnchorWithCompletionHandler:`, and names no other moment after the first one. Only the working set
  /// is asked: <https://developer.apple.com/forums/thread/831358>.
  func pull() throws {
    if isHeld { return }
    if let late {
      self.late = nil
      try believe(late)
      try record.update { $0.anchor = late.anchor }
      if !late.moreComing { try endPull() }
      return
    }
    // A later signal causes another enumeration.
    try hearSignals()
    guard record.state.isPullDue, retries.allows(.pull) else { return }
    if record.state.anchor == nil, !(try listAnew()) { return retries.fail(.pull) }
    // Without an anchor the next signal makes the system list again.
    guard let anchor = record.state.anchor else { return try endPull() }
    try follow(anchor)
  }

  /// Records the signals of the extension and the app since then.
  func hearSignals() throws {
    guard provider.takeSignal() else { return }
    if unkindness.contains(.startsAnew) { provider.rest() }
    try record.update { $0.isPullDue = true }
  }

  private func endPull() throws {
    retries.succeed(.pull)
    throttled = nil
    try record.update { $0.isPullDue = false }
  }

  private func follow(_ first: Data) throws {
    var anchor = first
    while true {
      let answer = try ask(.changes(anchor, suggested: chaos?.batchSize ?? 200))
      if let failure = answer.failure {
        if failure.provider == .syncAnchorExpired {
          // "We will drop all cached data and start the enumeration over", says the header of
          // `NSFileProviderChangeObserver`.
          try record.update { $0.anchor = nil }
          chaos?.forgetEarlierAnchor()
        } else {
          retries.fail(.pull)
          if unkindness.contains(.believesErrors) { throttled = failure.code }
        }
        return
      }
      guard let next = answer.anchor else { return retries.fail(.pull) }
      switch chaos?.delivery ?? .now {
      case .now:
        try believe(answer)
        try record.update { $0.anchor = next }
      case .late:
        late = answer
        return
      case .lost: return
      }
      anchor = next
      if !answer.moreComing { return try endPull() }
    }
  }

  private func believe(_ answer: CallReply) throws {
    for item in answer.items { try believe(item) }
    for id in answer.deleted {
      guard var row = record.row(withIdentifier: id) else { continue }
      row.isGone = true
      try record.put(row)
    }
  }

  private func believe(_ item: ItemSnapshot) throws {
    var item = item
    if unkindness.contains(.asksBeforeRaces), let row = record.row(withIdentifier: item.identifier),
      let sight = seen[row.key], sight.local != row.local
    {
      let answer = try ask(.item(item.identifier))
      if answer.failure?.provider == .noSuchItem {
        var row = row
        row.isGone = true
        return try record.put(row)
      }
      item = answer.item ?? item
    }
    var row =
      record.row(withIdentifier: item.identifier)
      ?? Row(key: record.makeKey(), template: Self.makeTemplate())
    row.isGone = false
    row.remote = item
    try record.put(row)
  }

  /// Enumerates everything. Items that are not listed are deleted, or kept and asked for.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderenumerator>
  ///
  /// The anchor is asked for after the list, or before each page, and the last counts. The header's order is kinder: nothing
  /// can come between.
  /// - Returns: whether it came to its end.
  private func listAnew() throws -> Bool {
    let known = record.rows.values.compactMap { $0.remote?.identifier }.sorted()
    guard let listed = try list(ExtensionHost.workingSet) else { return false }
    for id in known where !listed.contains(id) {
      guard var row = record.row(withIdentifier: id) else { continue }
      if unkindness.contains(.keepsOmitted), try !isGone(id) { continue }
      row.isGone = true
      try record.put(row)
    }
    let anchor = try lastAnchor ?? ask(.anchor(ExtensionHost.workingSet)).anchor
    try record.update { $0.anchor = anchor }
    _ = try ask(.importDidFinish)
    return true
  }

  /// Asks for an item that a listing omitted: once, but for calls that the system cancelled itself.
  private func isGone(_ id: String) throws -> Bool {
    while true {
      let failure = try ask(.item(id)).failure
      if failure?.isCancel != true { return failure?.provider == .noSuchItem }
    }
  }

  /// Believes all pages of a container.
  ///
  /// - Returns: what was in them; nil when a page could not be had.
  func list(_ container: String) throws -> Set<String>? {
    listed = []
    defer { listed = [] }
    var page: Data?
    lastAnchor = nil
    repeat {
      if unkindness.contains(.asksForAnchors) { lastAnchor = try ask(.anchor(container)).anchor }
      let answer = try ask(.list(container, page: page, suggested: chaos?.batchSize ?? 200))
      // A page that has expired begins again, in a later round.
      if answer.failure != nil { return nil }
      for item in answer.items {
        // What moves while it is listed may come twice.
        listed.insert(item.identifier)
        if container == ExtensionHost.workingSet, unkindness.contains(.ignoresListings) { continue }
        try believe(item)
      }
      page = answer.page
    } while page != nil
    return listed
  }

  /// Lists every folder that came from the extension and was never listed: once, "when the folder is initially
  /// materialized" (<https://developer.apple.com/forums/thread/831323>), and never again.
  func meetFolders() throws {
    let unmet = record.rows.values.filter { $0.isUnmet && $0.local != nil && !$0.isGone }.map(\.key).sorted()
    for key in unmet where !isHeld && retries.allows(.list(key)) {
      guard let id = record.rows[key]?.remote?.identifier else { continue }
      if try list(id) == nil {
        // A deleted folder is not found. The working set reports its deletion.
        retries.fail(.list(key))
        continue
      }
      retries.succeed(.list(key))
      guard var row = record.rows[key] else { continue }
      row.isUnmet = false
      try record.put(row)
    }
  }
}
