/// A number that can stand in a localised string.
public protocol _FormatSpecifiable: Equatable {
  /// What stands for it in the key.
  var _specifier: String { get }
  /// How it is shown.
  var _text: String { get }
  /// How it is given to a format.
  var _argument: any CVarArg { get }
}

extension _FormatSpecifiable where Self: BinaryInteger & CVarArg {
  /// With the separators of the current language.
  public var _text: String { IntegerFormatStyle<Self>().format(self) }
  /// Itself.
  public var _argument: any CVarArg { self }
}
extension _FormatSpecifiable where Self: BinaryFloatingPoint & CVarArg {
  /// With six digits after the point, as `%f` has it.
  public var _text: String { String(format: "%f", Double(self)) }
  /// Itself.
  public var _argument: any CVarArg { self }
}

extension Int: _FormatSpecifiable {
  /// A signed number.
  public var _specifier: String { "%lld" }
}
extension Int32: _FormatSpecifiable {
  /// A signed number.
  public var _specifier: String { "%d" }
}
extension Int64: _FormatSpecifiable {
  /// A signed number.
  public var _specifier: String { "%lld" }
}
extension UInt: _FormatSpecifiable {
  /// A number without a sign.
  public var _specifier: String { "%llu" }
}
extension UInt32: _FormatSpecifiable {
  /// A number without a sign.
  public var _specifier: String { "%u" }
}
extension UInt64: _FormatSpecifiable {
  /// A number without a sign.
  public var _specifier: String { "%llu" }
}
extension Float: _FormatSpecifiable {
  /// A number with a point.
  public var _specifier: String { "%f" }
}
extension Double: _FormatSpecifiable {
  /// A number with a point.
  public var _specifier: String { "%lf" }
}
