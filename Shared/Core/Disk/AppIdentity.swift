import Synchronization

/// The name of an app that is built on `IntrayCore`, and the names that only it uses. The default is Intray's.
///
/// Another app chooses its own once, see ``use(_:)``, and must not change them later: documents carry attributes under these
/// names.
///
/// See <doc:UseItInYourApp>.
public struct AppIdentity: Hashable, Sendable {
  /// The app's name. Files shows it in its list of places, and Console shows it as the subsystem of the log.
  public var name = "Intray"
  /// The beginning of the names of the app's own extended attributes, with the dot.
  public var attributePrefix = "app.intray."
  /// The scheme of links to documents. The app's Info.plist declares it.
  public var linkScheme = "intray"
  /// The part after the last dot of a parcel's name. The app's Info.plist declares the type.
  public var parcelExtension = "parcel"
  /// The Info.plist key of each bundle whose value is the identifier of the App Group.
  public var appGroupKey = "IntrayAppGroup"

  /// Intray's.
  public init() {}

  /// The identity of this process.
  ///
  /// No call asks the bundle for it: to find the bundle, Foundation asks the disk, and stops the process when that fails.
  public static let current = chosen.withLock { chosen in
    chosen.isRead = true
    return chosen.identity ?? AppIdentity()
  }

  /// Chooses the identity of this process. Call it before anything else of `IntrayCore` is used; again it does nothing, because
  /// one process of an extension may answer several requests.
  public static func use(_ identity: AppIdentity) {
    chosen.withLock { chosen in
      precondition(
        !chosen.isRead || (chosen.identity ?? AppIdentity()) == identity,
        "AppIdentity.use: call it before anything else of IntrayCore is used."
      )
      chosen.identity = identity
    }
  }

  /// nil is Intray's. A lock that held that from the beginning would be laid out at compile time by the optimizer of
  /// Swift 6.3, and its strings would lead nowhere.
  private static let chosen = Mutex<(identity: AppIdentity?, isRead: Bool)>((nil, false))
}
