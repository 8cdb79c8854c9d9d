import Foundation

// Objective-C's optional methods. Callers write `enumerator.currentSyncAnchor?(completionHandler: handler)`, and a call
// without the question mark does not compile, as on Apple's platforms:
// <https://docs.swift.org/swift-book/documentation/the-swift-programming-language/protocols/#Optional-Protocol-Requirements>.
//
// The requirement itself is `@_spi`: no caller sees it, and a class implements it all the same. A class without the
// method gets the protocol's own, which answers ``NotImplemented``; the answer's type tells the two apart.

public struct NotImplemented: Sendable {}

/// `enumerateChanges(for:from:)` of an enumerator that has it.
public struct OptionalChanges {
  let call: (any NSFileProviderChangeObserver, NSFileProviderSyncAnchor) -> Void

  public func callAsFunction(
    for observer: any NSFileProviderChangeObserver, from syncAnchor: NSFileProviderSyncAnchor
  ) { call(observer, syncAnchor) }
}

/// `currentSyncAnchor(completionHandler:)` of an enumerator that has it.
public struct OptionalSyncAnchor {
  let call: (@escaping Handlers.SyncAnchor) -> Void

  /// Says which moment is now; nil is an enumerator that tracks no changes.
  @available(*, renamed: "callAsFunction()")
  public func callAsFunction(completionHandler: @escaping Handlers.SyncAnchor) { call(completionHandler) }

  public func callAsFunction() async -> NSFileProviderSyncAnchor? {
    await withCheckedContinuation { continuation in call { continuation.resume(returning: $0) } }
  }
}

/// A method of an extension that has it, which only says that it is done.
public struct OptionalNotice {
  let call: (@escaping Handlers.Done) -> Void

  @available(*, renamed: "callAsFunction()")
  public func callAsFunction(completionHandler: @escaping Handlers.Done) { call(completionHandler) }

  public func callAsFunction() async {
    await withCheckedContinuation { continuation in call { continuation.resume() } }
  }
}
