import Foundation

/// What the user does in an app, or wants to go on with in it.
///
/// <https://developer.apple.com/documentation/foundation/nsuseractivity>
open class NSUserActivity: NSObject {
  /// The simulator's side: what kind of activity it is.
  public let activityType: String
  /// What belongs to it.
  ///
  /// <https://developer.apple.com/documentation/foundation/nsuseractivity/userinfo>
  open var userInfo: [AnyHashable: Any]?

  /// The simulator's side. An activity of a type.
  ///
  /// <https://developer.apple.com/documentation/foundation/nsuseractivity/init(activitytype:)>
  public init(activityType: String) { self.activityType = activityType }
}
