@testable import IntrayCore

// All names in full: then the compiler takes it, in Xcode as on Linux, that these types are not the tests' own.
extension IntrayCore.DocumentPath: Swift.ExpressibleByStringLiteral,
  Swift.ExpressibleByExtendedGraphemeClusterLiteral, Swift.ExpressibleByUnicodeScalarLiteral
{
  /// A path that is known when the test is written.
  public init(stringLiteral value: StaticString) {
    self.init(bytes: Array("\(value)".utf8))
  }
}

extension IntrayCore.DocumentName: Swift.ExpressibleByStringLiteral,
  Swift.ExpressibleByExtendedGraphemeClusterLiteral, Swift.ExpressibleByUnicodeScalarLiteral
{
  /// A name that is known when the test is written.
  public init(stringLiteral value: StaticString) {
    self.init("\(value)")
  }
}
