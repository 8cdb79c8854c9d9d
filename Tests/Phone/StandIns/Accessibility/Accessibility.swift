import Synchronization

/// What assistive technologies are told. SwiftUI does not pass this module on.
public enum AccessibilityNotification {
  /// A sentence that VoiceOver reads at once.
  public struct Announcement {
    let text: String

    /// <https://developer.apple.com/documentation/accessibility/accessibilitynotification/announcement/init(_:)>
    public init(_ announcement: String) { text = announcement }

    public func post() { Self.announcements.withLock { $0.append(text) } }

    private static let announcements = Mutex<[String]>([])
    /// The system's side: what was read.
    public static var announced: [String] { announcements.withLock { $0 } }
  }
}
