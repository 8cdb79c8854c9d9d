import AppleFoundation
import Foundation

public struct Text: Equatable, Sendable {
  public enum TruncationMode: Hashable, Sendable {
    case middle
  }

  let string: String
  private var style: Font.TextStyle?
  private var isBold = false
  private var color: String?
  init(string: String) { self.string = string }

  public init(verbatim content: String) { string = content }
  /// Shows a string as it is, unless it is a literal.
  @_disfavoredOverload
  public init<S: StringProtocol>(_ content: S) { string = String(content) }
  public init(
    _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil,
    comment: StaticString? = nil
  ) {
    string = String(localized: key.value, table: tableName, bundle: bundle)
  }
  public init<F: FormatStyle>(_ input: F.FormatInput, format: F)
  where F.FormatInput: Equatable, F.FormatOutput == String {
    string = format.inLanguage.format(input)
  }
}

extension Text: HarnessView {
  public func font(_ font: Font?) -> Text {
    var text = self
    text.style = font?.style
    return text
  }
  public func bold(_ isActive: Bool) -> Text {
    var text = self
    text.isBold = isActive
    return text
  }
  public func foregroundStyle<S: ShapeStyle>(_ style: S) -> Text {
    var text = self
    text.color = style.colorName
    return text
  }

  func render(in context: HarnessContext) -> [HarnessNode] {
    [
      context.node(.text, label: string).with {
        $0.look.textStyle = style
        $0.look.isBold = isBold
        $0.look.color = color
      }
    ]
  }
}

public struct Font: Hashable, Sendable {
  public enum TextStyle: Hashable, Sendable {
    case body, caption, caption2, title2
  }

  let style: TextStyle
  public static let caption = Font(style: .caption)
  public static let caption2 = Font(style: .caption2)
  public static let title2 = Font(style: .title2)
}

public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
  let value: String.LocalizationValue

  public init(_ value: String) { self.value = String.LocalizationValue(value) }
  public init(stringLiteral value: String) { self.init(value) }
  public init(stringInterpolation: StringInterpolation) {
    value = String.LocalizationValue(stringInterpolation: stringInterpolation.value)
  }

  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var value: String.LocalizationValue.StringInterpolation

    public init(literalCapacity: Int, interpolationCount: Int) {
      value = .init(literalCapacity: literalCapacity, interpolationCount: interpolationCount)
    }
    public mutating func appendLiteral(_ literal: String) { value.appendLiteral(literal) }
    public mutating func appendInterpolation(_ string: String) { value.appendInterpolation(string) }
    public mutating func appendInterpolation<T: _FormatSpecifiable>(_ value: T) {
      // The only number that conforms.
      if let number = value as? Int { self.value.appendInterpolation(number) }
    }
  }
}
