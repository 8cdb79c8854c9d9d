/// One or more lines of text that a person reads.
///
/// <https://developer.apple.com/documentation/swiftui/text>
public struct Text: Equatable, Sendable {
  let string: String
  init(string: String) { self.string = string }

  /// Shows a string as it is.
  public init(verbatim content: String) { string = content }
  /// Shows a string as it is, unless it is a literal.
  @_disfavoredOverload
  public init<S: StringProtocol>(_ content: S) { string = String(content) }
  /// Shows a localised string.
  public init(
    _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil,
    comment: StaticString? = nil
  ) {
    string = key.resolved(table: tableName, bundle: bundle)
  }
  /// Shows text with attributes; a literal is a key all the same.
  @_disfavoredOverload
  public init(_ attributedContent: AttributedString) { string = String(attributedContent.characters) }
  /// Shows a formatted value.
  public init<F: FormatStyle>(_ input: F.FormatInput, format: F)
  where F.FormatInput: Equatable, F.FormatOutput == String {
    string = format.format(input)
  }
  /// Shows an image in a line of text.
  public init(_ image: Image) { string = "" }
}

extension Text {
  /// One text after another.
  public static func + (lhs: Text, rhs: Text) -> Text { Text(string: lhs.string + rhs.string) }

  /// The text in another font.
  public func font(_ font: Font?) -> Text { self }
  /// The text in another weight.
  public func fontWeight(_ weight: Font.Weight?) -> Text { self }
  /// The text in another colour.
  public func foregroundStyle<S: ShapeStyle>(_ style: S) -> Text { self }
  /// The text in bold.
  public func bold() -> Text { self }
  /// The text in bold or not.
  public func bold(_ isActive: Bool) -> Text { self }
  /// The text in italics.
  public func italic() -> Text { self }
  /// The text with digits of one width.
  public func monospacedDigit() -> Text { self }
  /// The text struck through.
  public func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> Text { self }
  /// The text underlined.
  public func underline(_ isActive: Bool = true, color: Color? = nil) -> Text { self }
}

extension Text: StageView {
  /// Shows the text.
  public func render(in context: StageContext) -> [StageNode] {
    [context.node(.text, label: string)]
  }
}
