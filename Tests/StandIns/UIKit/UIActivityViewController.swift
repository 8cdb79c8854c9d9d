/// The share sheet.
///
/// <https://developer.apple.com/documentation/uikit/uiactivityviewcontroller>
@MainActor
open class UIActivityViewController: UIViewController {
  /// Told when the user is done: with what, whether it was done, what came back, and what went wrong.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiactivityviewcontroller/completionwithitemshandler-swift.typealias>
  public typealias CompletionWithItemsHandler = (
    UIActivity.ActivityType?, Bool, [Any]?, (any Error)?
  ) -> Void

  /// Told when the user is done.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiactivityviewcontroller/completionwithitemshandler-swift.property>
  open var completionWithItemsHandler: CompletionWithItemsHandler?

  /// The simulator's side: what is to be shared.
  public let activityItems: [Any]

  /// A sheet that shares these.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiactivityviewcontroller/init(activityitems:applicationactivities:)>
  public init(activityItems: [Any], applicationActivities: [UIActivity]?) {
    self.activityItems = activityItems
    super.init(nibName: nil, bundle: nil)
  }

  /// There are no archives here.
  public required init?(coder: NSCoder) { nil }
}

/// Something that the share sheet can do.
///
/// <https://developer.apple.com/documentation/uikit/uiactivity>
@MainActor
open class UIActivity: NSObject {
  /// What it is.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiactivity/activitytype-swift.struct>
  public struct ActivityType: Hashable, RawRepresentable, Sendable {
    /// Its name.
    public let rawValue: String

    /// The activity of a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// AirDrop, which the simulator's side chooses.
    public static let airDrop = ActivityType(rawValue: "com.apple.UIKit.activity.AirDrop")
  }
}
