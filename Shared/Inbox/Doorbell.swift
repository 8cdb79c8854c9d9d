import notify

/// The Darwin notification by which whoever delivers a parcel wakes the app, if it is running.
///
/// It has a name and nothing else, and may be lost: who missed it looks into the inbox when it is next
/// active. See notify(3).
public enum Doorbell {
  /// The name; below the App Group's, which is ours alone. Nil in a build without its App Group.
  public static var name: String? { AppGroup.identifier.map { $0 + ".inbox" } }

  /// Rings. Nobody listening is no error.
  public static func ring() {
    if let name { _ = notify_post(name) }
  }
}
