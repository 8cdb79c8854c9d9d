/// What was found when something was tried out on a device. It never has a name of a document in it.
public struct Finding: Hashable, Sendable, Identifiable {
  /// What was tried. No two have one name.
  public let name: String
  /// What the app relies on.
  public let expected: String
  /// What the device did.
  public let found: String
  /// Whether that is what the app relies on; nil where it is only to be known.
  public let isMet: Bool?
  /// Its name.
  public var id: String { name }

  /// What was found.
  public init(_ name: String, expected: String, found: String, isMet: Bool?) {
    (self.name, self.expected, self.found, self.isMet) = (name, expected, found, isMet)
  }

  /// A line of the report.
  public var line: String {
    let mark = isMet.map { $0 ? "yes" : "NO " } ?? "   "
    return isMet == false ? "\(mark) \(name): \(found); expected: \(expected)" : "\(mark) \(name): \(found)"
  }
}
