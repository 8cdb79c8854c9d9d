import AppleFoundation
import Foundation

public struct Text: Equatable, Sendable {
  let string: String
  private var isCaption = false
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
    string = key.resolved(table: tableName, bundle: bundle)
  }
  public init<F: FormatStyle>(_ input: F.FormatInput, format: F)
  where F.FormatInput: Equatable, F.FormatOutput == String {
    string = (Language.current.map { format.locale($0.locale) } ?? format).format(input)
  }
}

extension Text: HarnessView {
  public func font(_ font: Font?) -> Text {
    var text = self
    text.isCaption = font == .caption
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
        $0.look.isCaption = isCaption
        $0.look.color = color
      }
    ]
  }
}

public struct Font: Hashable, Sendable {
  public enum TextStyle: Hashable, Sendable {
    case body, caption
  }

  let style: TextStyle
  public static let caption = Font(style: .caption)
}
