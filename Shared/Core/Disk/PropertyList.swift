import Foundation

/// Property lists, as the attributes hold them that Finder reads.
enum PropertyList {
  /// The bytes of a string or a list of strings.
  static func encode(_ value: Any) -> [UInt8] {
    // These always have a property list.
    Array(
      (try? PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0)) ?? Data())
  }

  /// The value of these bytes; nil when they are none: any app may have written them.
  static func decode(_ bytes: [UInt8]) -> Any? {
    try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
  }
}
