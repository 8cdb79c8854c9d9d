/// The values whose pages are shown, one above another.
///
/// <https://developer.apple.com/documentation/swiftui/navigationpath>
public struct NavigationPath: Equatable {
  var values: [AnyHashable] = []
  /// Makes an empty path.
  public init() {}
  /// Makes a path of values.
  public init<S: Sequence>(_ elements: S) where S.Element: Hashable {
    values = elements.map { AnyHashable($0) }
  }
  /// How many pages there are above the first.
  public var count: Int { values.count }
  /// Whether the first page is shown.
  public var isEmpty: Bool { values.isEmpty }
  /// Shows a value's page above the others.
  public mutating func append<V: Hashable>(_ value: V) { values.append(AnyHashable(value)) }
  /// Goes back.
  public mutating func removeLast(_ k: Int = 1) { values.removeLast(k) }
}
