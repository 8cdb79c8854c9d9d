import FileProvider
import Foundation

/// Makes calls on an extension in this process, and passes on every answer, as often as the extension answers.
package final class ExtensionHost: @unchecked Sendable {
  // Unchecked because of the extension, which is made to be called from any thread; the lock guards the rest.
  private let provider: any NSFileProviderReplicatedExtension
  private let lock = NSLock()
  private var underWay: [Int: Progress] = [:]
  private var enumerators: [String: any NSFileProviderEnumerator] = [:]

  package init(_ provider: any NSFileProviderReplicatedExtension) {
    self.provider = provider
  }

  package func invalidate() {
    provider.invalidate()
  }

  /// Makes a call.
  ///
  /// - Parameter reply: called with each answer, from any thread; it is for the system to count them.
  package func perform(_ call: Call, reply: @escaping @Sendable (CallReply) -> Void) {
    let number = call.number
    let end: @Sendable (CallReply) -> Void = { [weak self] answer in
      self?.forget(number)
      reply(answer)
    }
    let request = NSFileProviderRequest()
    let changed = {
      (
        item: (any NSFileProviderItemProtocol)?, pending: NSFileProviderItemFields, fetches: Bool,
        error: (any Error)?
      ) in
      end(
        CallReply(
          number: number, item: item.map(ItemSnapshot.init), stillPending: pending.rawValue,
          shouldFetch: fetches, failure: error.map(Failure.init)))
    }
    switch call.request {
    case .item(let id):
      keep(
        number,
        provider.item(for: NSFileProviderItemIdentifier(id), request: request) { item, error in
          end(
            CallReply(number: number, item: item.map(ItemSnapshot.init), failure: error.map(Failure.init)))
        })
    case .fetch(let id, let version):
      keep(
        number,
        provider.fetchContents(
          for: NSFileProviderItemIdentifier(id), version: version?.system, request: request
        ) { url, item, error in
          end(
            CallReply(
              number: number, item: item.map(ItemSnapshot.init), contents: url?.path(percentEncoded: false),
              failure: error.map(Failure.init)))
        })
    case .create(let facts, let fields, let contents, let options):
      keep(
        number,
        provider.createItem(
          basedOn: RequestedItem(facts), fields: NSFileProviderItemFields(rawValue: fields),
          contents: contents.map { URL(fileURLWithPath: $0) },
          options: NSFileProviderCreateItemOptions(rawValue: options), request: request,
          completionHandler: changed))
    case .modify(let facts, let base, let fields, let contents, let options):
      keep(
        number,
        provider.modifyItem(
          RequestedItem(facts), baseVersion: base.system,
          changedFields: NSFileProviderItemFields(rawValue: fields),
          contents: contents.map { URL(fileURLWithPath: $0) },
          options: NSFileProviderModifyItemOptions(rawValue: options), request: request,
          completionHandler: changed))
    case .delete(let id, let base, let options):
      keep(
        number,
        provider.deleteItem(
          identifier: NSFileProviderItemIdentifier(id), baseVersion: base.system,
          options: NSFileProviderDeleteItemOptions(rawValue: options), request: request
        ) { end(CallReply(number: number, failure: $0.map(Failure.init))) })
    case .list, .changes, .anchor:
      do { try enumerate(call, end) } catch { end(CallReply(number: number, failure: Failure(error))) }
    case .importDidFinish: tell(provider.importDidFinish) { end(CallReply(number: number)) }
    case .materializedItemsDidChange:
      tell(provider.materializedItemsDidChange) { end(CallReply(number: number)) }
    case .cancel(let other): lock.withLock { underWay[other] }?.cancel()
    }
  }

  /// Tells the extension, if it has a method for it.
  private func tell(_ notice: OptionalNotice?, _ end: @escaping @Sendable () -> Void) {
    if notice?(completionHandler: end) == nil { end() }
  }

  // MARK: Calls under way

  /// An answer may come before its progress does; then there is nothing left to cancel.
  private var answered: Set<Int> = []

  private func keep(_ number: Int, _ progress: Progress?) {
    lock.withLock { if answered.remove(number) == nil { underWay[number] = progress } }
  }

  private func forget(_ number: Int) {
    lock.withLock { if underWay.removeValue(forKey: number) == nil { answered.insert(number) } }
  }

  // MARK: Enumerations

  private func enumerate(_ call: Call, _ end: @escaping @Sendable (CallReply) -> Void) throws {
    let number = call.number
    switch call.request {
    case .list(let container, let page, let suggested):
      // One enumerator for all pages of a list, as the system has it.
      let enumerator = try enumerator(of: container, anew: page == nil)
      enumerator.enumerateItems(
        for: Collector(number, suggested, end),
        startingAt: page.map { NSFileProviderPage($0) }
          ?? NSFileProviderPage.initialPageSortedByName as NSFileProviderPage)
    case .changes(let anchor, let suggested):
      // A new enumerator for each batch: <https://github.com/nextcloud/desktop/pull/10660>.
      let asked: Void? = try enumerator(of: Self.workingSet, anew: true).enumerateChanges?(
        for: Collector(number, suggested, end), from: NSFileProviderSyncAnchor(anchor))
      if asked == nil { throw CocoaError(.featureUnsupported) }
    case .anchor(let container):
      let asked: Void? = try enumerator(of: container, anew: true).currentSyncAnchor? {
        end(CallReply(number: number, anchor: $0?.rawValue))
      }
      if asked == nil { end(CallReply(number: number)) }
    default: break
    }
  }

  static let workingSet = NSFileProviderItemIdentifier.workingSet.rawValue

  private func enumerator(of container: String, anew: Bool) throws -> any NSFileProviderEnumerator {
    try lock.withLock {
      if !anew, let known = enumerators[container] { return known }
      enumerators.removeValue(forKey: container)?.invalidate()
      let made = try provider.enumerator(
        for: NSFileProviderItemIdentifier(container), request: NSFileProviderRequest())
      enumerators[container] = made
      return made
    }
  }
}

/// Takes a page, or a batch of changes.
private final class Collector: NSObject, NSFileProviderEnumerationObserver, NSFileProviderChangeObserver,
  @unchecked Sendable
{
  // Unchecked because the lock guards the answer.
  private let lock = NSLock()
  private var answer: CallReply
  private var isOver = false
  private let suggested: Int
  private let end: @Sendable (CallReply) -> Void

  init(_ number: Int, _ suggested: Int, _ end: @escaping @Sendable (CallReply) -> Void) {
    answer = CallReply(number: number)
    self.suggested = suggested
    self.end = end
  }

  var suggestedPageSize: Int { suggested }
  var suggestedBatchSize: Int { suggested }

  func didEnumerate(_ updatedItems: [any NSFileProviderItemProtocol]) { add(updatedItems) }

  func didUpdate(_ updatedItems: [any NSFileProviderItemProtocol]) { add(updatedItems) }

  func didDeleteItems(withIdentifiers identifiers: [NSFileProviderItemIdentifier]) {
    note { $0.deleted += identifiers.map(\.rawValue) }
  }

  func finishEnumerating(upTo nextPage: NSFileProviderPage?) {
    finish { $0.page = nextPage?.rawValue }
  }

  func finishEnumeratingChanges(upTo anchor: NSFileProviderSyncAnchor, moreComing: Bool) {
    finish {
      $0.anchor = anchor.rawValue
      $0.moreComing = moreComing
    }
  }

  func finishEnumeratingWithError(_ error: any Error) {
    finish { $0.failure = Failure(error) }
  }

  private func add(_ items: [any NSFileProviderItemProtocol]) {
    note { $0.items += items.map(ItemSnapshot.init) }
  }

  private func note(_ change: (inout CallReply) -> Void) {
    lock.withLock {
      if isOver { answer.faults.append("items after the end of an enumeration") }
      change(&answer)
    }
  }

  private func finish(_ change: (inout CallReply) -> Void) {
    note(change)
    let whole = lock.withLock {
      isOver = true
      return answer
    }
    end(whole)
  }
}
