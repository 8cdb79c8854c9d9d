import Foundation

/// Which extended attributes the system syncs. All others stay where they are, and no extension hears of them.
///
/// "The system decides which extended attributes should be synced from the device, based on a set of rules largely
/// inferred from the name of the extended attribute":
/// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemprotocol/extendedattributes>
enum Syncable {
  /// Whether the name carries the flag `XATTR_FLAG_SYNCABLE`: after its last `#` stands an `S`, and no `N` (never
  /// preserve). The flags are in `xattr_flags.c` of <https://github.com/apple-oss-distributions/copyfile>.
  ///
  /// Apple's page adds that "some older attributes are also synced" and does not name them. Providers that measured
  /// it met only flagged names: neither `com.apple.quarantine` nor `com.apple.metadata:` nor plain names. So this
  /// system syncs the flagged ones, and those of them that are not Apple's.
  static func allows(_ name: String) -> Bool {
    guard !name.hasPrefix("com.apple."), let mark = name.lastIndex(of: "#") else { return false }
    let flags = name[name.index(after: mark)...]
    return flags.contains("S") && !flags.contains("N")
  }

  /// "The system caps the syncable extended attributes to about 32KiB total for each item", says the same page.
  private static let most = 32 << 10

  /// Those attributes of a file that the system syncs. Above the limit "the system automatically makes some of the
  /// attributes nonsyncable"; no source says which, so the later ones in the order of their names go.
  ///
  /// - Parameter all: whether the system is so kind as to sync them all.
  static func capped(_ attributes: [String: Data], all: Bool = false) -> [String: Data] {
    if all { return attributes }
    var room = most
    var kept: [String: Data] = [:]
    for (name, value) in attributes.sorted(by: { $0.key < $1.key }) where allows(name) {
      guard name.utf8.count + value.count <= room else { continue }
      room -= name.utf8.count + value.count
      kept[name] = value
    }
    return kept
  }
}
