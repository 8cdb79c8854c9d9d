import Foundation

/// The App Group that the app and its extensions share. It is set once, in `project.yml`, which puts it into the Info.plist
/// and the entitlements of each bundle.
///
/// The module Configuration:
/// - For: the App Group, the place in Files, the user's settings.
/// - Guarantees: the app and both extensions have the same values.
/// - After a crash: the system keeps the settings; nothing of ours is under way.
/// - Never: hold the path of a document, or repeat in code what the build set.
public enum AppGroup {
  /// The Info.plist key of all three bundles.
  public static let key = AppIdentity.current.appGroupKey

  /// The group's identifier; nil when the bundle was built without it.
  public static var identifier: String? { identifier(in: Bundle.main.object(forInfoDictionaryKey:)) }

  /// The same in an Info.plist. Tools that sign a build again rename its groups, with something behind their names, and list the
  /// new names as `ALTAppGroups`: <https://github.com/altstoreio/AltStore/pull/346>.
  static func identifier(in value: (String) -> Any?) -> String? {
    guard let own = value(key) as? String else { return nil }
    return (value("ALTAppGroups") as? [String])?.first { $0.hasPrefix(own) } ?? own
  }
}

extension Container {
  /// The container of the App Group of this process.
  /// - Parameter find: asks the system for the URL of a group's container: `FileManager`'s
  ///   `containerURL(forSecurityApplicationGroupIdentifier:)`, which only Apple's systems have.
  /// - Returns: nil when the bundle was built without a group, or the group is not one of its entitlements.
  public init?(ofAppGroup find: (String) -> URL?) {
    guard let url = AppGroup.identifier.flatMap(find) else { return nil }
    self.init(path: url.path(percentEncoded: false).withoutTrailingSlash)
  }
}

extension Sandbox {
  /// The sandbox of this process.
  public static var current: Sandbox { Sandbox(path: NSHomeDirectory()) }

  /// Empties the temporary folder of this process, once. The first line of a process asks for it, before it has made anything.
  public static let temporaryIsEmptied: Void = current.emptyTemporary()
}
