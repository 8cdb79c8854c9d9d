import Foundation

// The two flavours of Apple's completion handlers: what has an `async` twin takes a `@Sendable` handler from
// Xcode 26 on, see <https://github.com/swiftlang/swift-evolution/blob/main/proposals/0463-sendable-completion-handlers.md>.
#if STRICT_FLAVOUR
  /// The completion handlers of what has an `async` twin, as Xcode 26 sees them.
  public enum Handlers {
    /// Told that something is done.
    public typealias Done = @Sendable () -> Void
    /// Told an error, or that there was none.
    public typealias Failure = @Sendable ((any Error)?) -> Void
    /// Told a moment.
    public typealias SyncAnchor = @Sendable (NSFileProviderSyncAnchor?) -> Void
    /// Told the domains.
    public typealias Domains = @Sendable ([NSFileProviderDomain], (any Error)?) -> Void
    /// Told a place.
    public typealias Place = @Sendable (URL?, (any Error)?) -> Void
    /// Told which item a place is.
    public typealias Item =
      @Sendable (
        NSFileProviderItemIdentifier?, NSFileProviderDomainIdentifier?, (any Error)?
      ) -> Void
  }
#else
  /// The completion handlers of what has an `async` twin, as Xcode 16 sees them.
  public enum Handlers {
    /// Told that something is done.
    public typealias Done = () -> Void
    /// Told an error, or that there was none.
    public typealias Failure = ((any Error)?) -> Void
    /// Told a moment.
    public typealias SyncAnchor = (NSFileProviderSyncAnchor?) -> Void
    /// Told the domains.
    public typealias Domains = ([NSFileProviderDomain], (any Error)?) -> Void
    /// Told a place.
    public typealias Place = (URL?, (any Error)?) -> Void
    /// Told which item a place is.
    public typealias Item = (
      NSFileProviderItemIdentifier?, NSFileProviderDomainIdentifier?, (any Error)?
    ) -> Void
  }
#endif
