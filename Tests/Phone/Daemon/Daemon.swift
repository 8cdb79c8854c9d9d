import FileProvider
import Foundation
import IntrayCore

/// The system's side of the File Provider: what `fileproviderd` does, as far as Apple documents it.
///
/// It keeps a folder in which any program may do anything, finds out by looking what differs from its record,
/// tells the extension, and brings what the extension tells into the folder. Each round looks, sends and asks, if
/// it was signalled, in either order, and applies. What it is about to do follows from the folder and the record alone, so a daemon that
/// is killed does the same again, with the same templates.
///
/// <https://developer.apple.com/documentation/fileprovider/synchronizing-the-file-provider-extension>
package final class Daemon {
  let record: Record
  let replica: Replica
  let provider: any Extension
  let handover: String
  let chaos: FaultInjector?
  let unkindness: Set<Unkindness>
  let say: (String) -> Void
  var rules = Rules()
  /// Whether everything waits until an error is called resolved.
  ///
  /// "When encountering a resolvable error, the system throttles the operation until something calls
  /// signalErrorResolved", says Apple's sample page
  /// <https://developer.apple.com/documentation/fileprovider/synchronizing-files-using-file-provider-extensions>.
  /// A provider reports that the whole domain waits, so here all operations do.
  package var isHeld: Bool { record.state.held != nil }
  /// What failed and is tried again later.
  var retries = Retries()
  /// What was seen in the folder this time, by row.
  var seen: [Int: ObservedItem] = [:]
  /// What is in the record and was surely not in the folder this time, by row.
  var gone: Set<Int> = []
  /// A batch of changes that is on its way for longer than others.
  var late: CallReply?
  /// The code of the error because of which it asks for changes after ever longer pauses: a signal does not end them, only
  /// the word that this very error is resolved (sshdrive, MQ-005 and MQ-035).
  var throttled: Int?
  /// What was in the pages of the listing that it asks for.
  var listed: Set<String> = []
  /// The anchor that it was given before the last page.
  var lastAnchor: Data?
  private var isPullFirst = false
  /// Whether the extension died in the last call, and what was handed to it is left.
  private(set) var isInterrupted = false
  /// How many exchanges and changes of the folder there were in this round.
  var activity = 0

  struct ObservedItem {
    var path: String
    var local: Row.Local
  }

  /// - Parameters:
  ///   - files: the folder that the user sees.
  ///   - home: a folder of the daemon's own, on the same volume.
  ///   - handover: where files are handed to the extension and taken from it, on the same volume.
  package init(
    files: String, home: String, handover: String, provider: any Extension, chaos: FaultInjector? = nil,
    unkindness: Set<Unkindness> = .all, say: @escaping (String) -> Void = { _ in }
  ) throws {
    replica = try Replica(files: files, home: home, unkindness: unkindness)
    record = try Record(path: home + "/record")
    self.handover = handover
    self.provider = provider
    self.chaos = chaos
    self.unkindness = unkindness
    self.say = say
  }

  /// Every rule that the extension has broken, with its source.
  package var brokenRules: [String] { rules.broken }

  /// One round.
  ///
  /// - Returns: whether everything is the same on both sides, as far as the daemon knows.
  package func turn() throws -> Bool {
    activity = 0
    try hearResolved()
    if isHeld || isDropped { return false }
    try clearHandover()
    do {
      guard try meetRoot() else { return false }
      try replica.lookAgain()
      try look()
      // No source documents the order. A change that was enumerated before a push cannot be caused by that push.
      isPullFirst.toggle()
      if isPullFirst { try pull() }
      try push()
      if !isPullFirst { try pull() }
      try apply()
      try meetFolders()
    } catch is ExtensionDied {
      say("the extension died")
      activity += 1
    } catch is AnswerLost {
      say("the answer is lost")
      activity += 1
    } catch  where Self.isMissing(error) {
      // A program was faster: the next round looks again.
      activity += 1
    }
    for fault in provider.takeFaults() { rules.note(fault) }
    try hearSignals()
    let isWaiting = retries.isWaiting
    retries.advance(isIdle: activity == 0)
    return activity == 0 && late == nil && !isWaiting && !record.state.isPullDue && !isHeld
  }

  // MARK: The place

  /// Whether the place is gone, because its root could not be had when it was registered.
  package var isDropped: Bool { record.state.meeting == .dropped }

  /// The app has registered the place.
  package func register() throws {
    try record.update { ($0.meeting, $0.held) = (.new, nil) }
  }

  /// Asks for the root of a place that was just registered.
  ///
  /// - Returns: whether there is one.
  private func meetRoot() throws -> Bool {
    if record.state.meeting == .met { return true }
    let answer = try ask(.item(ItemSnapshot.root))
    guard let failure = answer.failure else {
      try record.update { $0.meeting = .met }
      // Providers without a trash are asked for it, too: sshdrive, MQ-075.
      _ = try list(ItemSnapshot.trash)
      return true
    }
    activity += 1
    if unkindness.contains(.dropsPlaceWithoutRoot) {
      rules.note(
        "the root of a new place is answered with \(failure) <https://github.com/nextcloud/desktop/pull/8885>"
      )
      try record.update { $0.meeting = .dropped }
    }
    return false
  }

  private func mendBroken() throws {
    for var row in record.rows.values where row.broken != nil {
      row.broken = nil
      try record.put(row)
    }
  }

  /// What was handed over when the extension died stays, if the system is that unkind.
  private func clearHandover() throws {
    defer { isInterrupted = false }
    guard isInterrupted, !unkindness.contains(.leavesFiles) else { return }
    for name in try FileManager.default.contentsOfDirectory(atPath: handover) {
      try FileManager.default.removeItem(atPath: handover + "/" + name)
    }
  }

  /// Ends the wait for the errors that the extension or the app called resolved, and only for those: "the system
  /// [will] cancel throttling on every item which has been throttled due to the given error", says the header.
  private func hearResolved() throws {
    let resolved = provider.takeResolved()
    if let held = record.state.held, resolved.contains(held) { try record.update { $0.held = nil } }
    if resolved.contains(NSFileProviderError.Code.cannotSynchronize.rawValue) { try mendBroken() }
    if let throttled, resolved.contains(throttled) {
      self.throttled = nil
      retries.succeed(.pull)
    }
  }

  private static func isMissing(_ error: any Error) -> Bool {
    if let error = error as? DiskError { return error.isGone }
    return [CocoaError.fileNoSuchFile, .fileReadNoSuchFile].contains((error as? CocoaError)?.code)
  }

  /// Rounds until both sides are the same.
  ///
  /// - Returns: whether they became so within a number of rounds that nothing honest needs.
  package func settle(rounds: Int = 40) throws -> Bool {
    for _ in 0..<rounds where try turn() {
      provider.rest()
      try hearSignals()
      if !record.state.isPullDue { return true }
    }
    return false
  }

  /// Deletes the record and sends every item to the extension again, as the system does after a restore.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovidermanager/reimportitems(below:completionhandler:)>
  package func reimport() throws {
    chaos?.forgetEarlierAnchor()
    // First: after a kill on the way the next daemon asks for what it does not know any more.
    try expire()
    for var row in record.rows.values {
      if row.local == nil || row.isGone {
        try record.remove(row.key)
        continue
      }
      row.remote = nil
      row.mayExist = true
      row.template = Self.makeTemplate()
      try record.put(row)
    }
  }

  /// Makes the extension list everything again.
  package func expire(asking earlier: Data? = nil) throws {
    late = nil
    try record.update { ($0.anchor, $0.isPullDue) = (earlier, true) }
  }

  /// The pending set: what is known to the extension, and could not be handed over when that was tried last. A creation is not
  /// in it: "the items are already known by the provider", says the header at `pendingItemsDidChange`.
  package var pending: [ItemSnapshot] {
    record.rows.values.filter { row in
      row.remote != nil && !row.isGone && (row.broken != nil || retries.isRetry(.push(row.key)))
    }.compactMap(\.remote)
  }

  /// The extension's state of each item in the folder, with its path there.
  package var items: [(path: String, facts: ItemSnapshot)] {
    record.rows.values.compactMap { row in
      guard let facts = row.remote, let path = path(of: row.key), path.hasPrefix(replica.files + "/") else {
        return nil
      }
      return (String(path.dropFirst(replica.files.count + 1)), facts)
    }
  }

  /// What the daemon knows, a line an item.
  package var dump: [String] {
    record.rows.values.sorted { $0.key < $1.key }.map { row in
      "row \(row.key) at \(path(of: row.key)?.dropFirst(replica.files.count) ?? "nowhere"): "
        + "remote \(row.remote?.brief ?? "none"), synced \(row.synced?.brief ?? "none")"
        + (row.local?.isDataless == true ? ", evicted" : "") + (row.isGone ? ", gone" : "")
        + (row.mayExist ? ", may exist" : "") + (row.isConflicted ? ", conflicted" : "")
    }
  }

  static func makeTemplate() -> String { "template-" + UUID().uuidString }

  // MARK: Asking

  /// Makes a call, checks the answer, and says both in a line.
  func ask(_ request: Call.Request) throws -> CallReply {
    activity += 1
    try chaos?.disturb(provider)
    // The system does not cancel the lookup of the root, which it needs for everything else.
    let cancels = request.isOfRoot ? false : chaos?.cancels ?? false
    let answer: CallReply
    do {
      answer = received(try provider.ask(request, cancels: cancels))
    } catch {
      isInterrupted = true
      throw error
    }
    rules.check(request, answer) { [record, listed] in record.key(of: $0) != nil || listed.contains($0) }
    say(Self.line(request, answer))
    chaos?.suspend(provider)
    if chaos?.losesAnswer ?? false || cancels && answer.failure == nil && unkindness.contains(.repeats) {
      isInterrupted = true
      throw AnswerLost()
    }
    if let failure = answer.failure, unkindness.contains(.believesErrors),
      Self.isResolvable(failure, of: request), !request.isOfRoot
    {
      try record.update { $0.held = failure.code }
    }
    return answer
  }

  /// Whether the system waits after an error until it is told that this very error is resolved.
  ///
  /// The four codes are those of Apple's sample page. "When a provider returns [`cannotSynchronize`] on createItem or
  /// updateItem, it means that syncing that item is definitively broken", says the header of `NSFileProviderError`:
  /// then only that item stays as it is.
  private static func isResolvable(_ failure: Failure, of request: Call.Request) -> Bool {
    switch (failure.provider, request) {
    case (.serverUnreachable, _), (.notAuthenticated, _), (.insufficientQuota, _): true
    case (.cannotSynchronize, .create), (.cannotSynchronize, .modify): false
    case (.cannotSynchronize, _): true
    default: false
    }
  }

  /// What the system takes in of an answer: attributes that it does not sync are as if they were not there.
  private func received(_ answer: CallReply) -> CallReply {
    guard unkindness.contains(.dropsAttributes) else { return answer }
    var answer = answer
    func take(_ item: inout ItemSnapshot) {
      item.attributes = item.attributes.filter { Syncable.allows($0.key) }
    }
    for index in answer.items.indices { take(&answer.items[index]) }
    if var item = answer.item {
      take(&item)
      answer.item = item
    }
    if var item = answer.failure?.item {
      take(&item)
      answer.failure?.item = item
    }
    return answer
  }

  /// How many items a line names.
  private static let told = 10

  private static func line(_ request: Call.Request, _ answer: CallReply) -> String {
    var parts: [String] = []
    if let failure = answer.failure { parts.append("\(failure)") }
    if let item = answer.item {
      parts.append("\(item.brief) version \(item.version?.brief ?? "?")")
    }
    if answer.shouldFetch { parts.append("fetch again") }
    parts += answer.items.prefix(Self.told).map(\.brief)
    if answer.items.count > Self.told { parts.append("\(answer.items.count) items in all") }
    parts += answer.deleted.prefix(Self.told).map { ItemSnapshot.brief($0) + " gone" }
    if answer.deleted.count > Self.told { parts.append("\(answer.deleted.count) gone in all") }
    if answer.moreComing || answer.page != nil { parts.append("more") }
    return request.verb + " → " + (parts.isEmpty ? "done" : parts.joined(separator: ", "))
  }

  // MARK: Places

  /// Which folder an item's place is in: nil for a room of the daemon's, which no program renames.
  func folder(of key: Int) -> String? { record.rows[key]?.local?.file }

  /// Where an item is in the folder; nil when it is not there. Of two folders that changed places one may be recorded at
  /// its new place and the other still at its old one, so that each lies in the other: then they are nowhere yet.
  func path(of key: Int) -> String? {
    var key = key
    var names: [String] = []
    while names.count <= record.rows.count {
      if let room = key == Record.root ? replica.files : key == Record.trash ? replica.trash : nil {
        return ([room] + names.reversed()).joined(separator: "/")
      }
      guard let local = record.rows[key]?.local else { return nil }
      if local.parent == Replica.limbo {
        return ([replica.path(inLimbo: local.name)] + names.reversed()).joined(separator: "/")
      }
      names.append(local.name)
      key = local.parent
    }
    return nil
  }
}
