import FileProvider
import Foundation

extension Daemon {
  /// Asks the extension what it has, or what changed there.
  func pull() throws {
    if isHeld { return }
    if let late {
      self.late = nil
      try believe(late)
      try record.set(anchor: late.anchor)
    }
    guard let anchor = record.anchor else { return try list() }
    try follow(anchor)
  }

  private func follow(_ first: Data) throws {
    var anchor = first
    while true {
      let before = activity
      let answer = try ask(.changes(anchor, suggested: chaos?.batchSize ?? 200))
      // A question alone is no activity: there is one in every round.
      activity = before
      if let failure = answer.failure {
        activity += 1
        if failure.provider == .syncAnchorExpired { try record.set(anchor: nil) }
        return
      }
      guard let next = answer.anchor else { return }
      if !answer.items.isEmpty || !answer.deleted.isEmpty || answer.moreComing { activity += 1 }
      switch chaos?.delivery ?? .now {
      case .now:
        try believe(answer)
        try record.set(anchor: next)
      case .late:
        late = answer
        return
      case .lost: return
      }
      anchor = next
      if !answer.moreComing { return }
    }
  }

  private func believe(_ answer: Answer) throws {
    for item in answer.items { try believe(item) }
    for id in answer.deleted {
      guard var row = record.row(withIdentifier: id) else { continue }
      row.isGone = true
      try record.put(row)
    }
  }

  private func believe(_ item: Facts) throws {
    var row =
      record.row(withIdentifier: item.identifier)
      ?? Row(key: record.makeKey(), template: Self.makeTemplate())
    row.isGone = false
    row.remote = item
    try record.put(row)
  }

  /// Lists everything; what is not in the list is gone.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderenumerator>
  private func list() throws {
    activity += 1
    let known = record.rows.values.compactMap { $0.remote?.identifier }
    var listed: Set<String> = []
    var page: Data?
    repeat {
      let answer = try ask(.list(ExtensionHost.workingSet, page: page, suggested: chaos?.batchSize ?? 200))
      // A page that has expired begins again, in the next round.
      if answer.failure != nil { return }
      for item in answer.items {
        // What moves while it is listed may come twice.
        listed.insert(item.identifier)
        try believe(item)
      }
      page = answer.page
    } while page != nil
    for id in known where !listed.contains(id) {
      guard var row = record.row(withIdentifier: id) else { continue }
      row.isGone = true
      try record.put(row)
    }
    try record.set(anchor: try ask(.anchor).anchor)
    _ = try ask(.importDidFinish)
  }
}
