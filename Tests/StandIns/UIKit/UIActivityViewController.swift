@MainActor
open class UIActivityViewController: UIViewController {
  /// Told when the user is done: with what, whether it was done, what came back, and what went wrong.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiactivityviewcontroller/completionwithitemshandler-swift.typealias>
  public typealias CompletionWithItemsHandler = (
    UIActivity.ActivityType?, Bool, [Any]?, (any Error)?
  ) -> Void

  /// <https://developer.apple.com/documentation/uikit/uiactivityviewcontroller/completionwithitemshandler-swift.property>
  open var completionWithItemsHandler: CompletionWithItemsHandler?

  /// The simulator's side: what is to be shared.
  public let activityItems: [Any]

  /// <https://developer.apple.com/documentation/uikit/uiactivityviewcontroller/init(activityitems:applicationactivities:)>
  public init(activityItems: [Any], applicationActivities: [UIActivity]?) {
    self.activityItems = activityItems
    super.init(nibName: nil, bundle: nil)
  }

  public required init?(coder: NSCoder) { nil }
}

@MainActor
open class UIActivity: NSObject {
  /// <https://developer.apple.com/documentation/uikit/uiactivity/activitytype-swift.struct>
  public struct ActivityType: Hashable, RawRepresentable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// AirDrop, which the simulator's side chooses.
    public static let airDrop = ActivityType(rawValue: "com.apple.UIKit.activity.AirDrop")
  }
}
