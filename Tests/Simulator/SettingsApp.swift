import Foundation

/// The Settings app: it shows what the app's `Settings.bundle` says, and stores what the user chooses in the defaults of the
/// App Group that the bundle names, or else in the app's own.
///
/// <https://developer.apple.com/library/archive/documentation/General/Conceptual/WatchKitProgrammingGuide/Settings.html>
enum SettingsApp {
  /// The user chooses one of several values.
  static func choose(_ value: String, for key: String) throws {
    let file = Bundle.main.bundleURL.appending(path: "Settings.bundle/Root.plist")
    let page = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
    guard let page = page as? [String: Any], let rows = page["PreferenceSpecifiers"] as? [[String: Any]],
      let row = rows.first(where: { $0["Key"] as? String == key }),
      row["Type"] as? String == "PSMultiValueSpecifier", (row["Values"] as? [String])?.contains(value) == true
    else { throw SimulatorError("Settings has no “\(value)” for “\(key)”.") }
    let store = UserDefaults(suiteName: page["ApplicationGroupContainerIdentifier"] as? String)
    store?.set(value, forKey: key)
    // What the system does by itself, on a phone.
    _ = store?.synchronize()
  }
}
