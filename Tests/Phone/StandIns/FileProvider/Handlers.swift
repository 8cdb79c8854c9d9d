import Foundation

// The two flavours of Apple's completion handlers: what has an `async` twin takes a `@Sendable` handler from
// Xcode 26 on, see <https://github.com/swiftlang/swift-evolution/blob/main/proposals/0463-sendable-completion-handlers.md>.
#if STRICT_FLAVOUR
  /// The completion handlers of what has an `async` twin, as Xcode 26 sees them.
  public enum Handlers {
    public typealias Done = @Sendable () -> Void
    public typealias Failure = @Sendable ((any Error)?) -> Void
    public typealias SyncAnchor = @Sendable (NSFileProviderSyncAnchor?) -> Void
    public typealias Domains = @Sendable ([NSFileProviderDomain], (any Error)?) -> Void
    public typealias Place = @Sendable (URL?, (any Error)?) -> Void
    public typealias Item =
      @Sendable (
        NSFileProviderItemIdentifier?, NSFileProviderDomainIdentifier?, (any Error)?
      ) -> Void
  }
#else
  /// The completion handlers of what has an `async` twin, as Xcode 16 sees them.
  public enum Handlers {
    public typealias Done = () -> Void
    public typealias Failure = ((any Error)?) -> Void
    public typealias SyncAnchor = (NSFileProviderSyncAnchor?) -> Void
    public typealias Domains = ([NSFileProviderDomain], (any Error)?) -> Void
    public typealias Place = (URL?, (any Error)?) -> Void
    public typealias Item = (
      NSFileProviderItemIdentifier?, NSFileProviderDomainIdentifier?, (any Error)?
    ) -> Void
  }
#endif
