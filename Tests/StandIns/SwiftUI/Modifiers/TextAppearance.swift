// How text looks is not shown here.
extension View {
  /// Sets the font.
  public nonisolated func font(_ font: Font?) -> some View { self }
  /// Sets the weight.
  public nonisolated func fontWeight(_ weight: Font.Weight?) -> some View { self }
  /// Sets the design.
  public nonisolated func fontDesign(_ design: Font.Design?) -> some View { self }
  /// Makes text bold.
  public nonisolated func bold(_ isActive: Bool = true) -> some View { self }
  /// Makes text italic.
  public nonisolated func italic(_ isActive: Bool = true) -> some View { self }
  /// Gives digits one width.
  public nonisolated func monospacedDigit() -> some View { self }
  /// Limits the lines of text.
  public nonisolated func lineLimit(_ number: Int?) -> some View { self }
  /// Limits the lines of text.
  public nonisolated func lineLimit(_ limit: ClosedRange<Int>) -> some View { self }
  /// Says where text is cut.
  public nonisolated func truncationMode(_ mode: Text.TruncationMode) -> some View { self }
  /// Arranges lines.
  public nonisolated func multilineTextAlignment(_ alignment: TextAlignment) -> some View { self }
  /// Lets text shrink.
  public nonisolated func minimumScaleFactor(_ factor: CGFloat) -> some View { self }
  /// Lets a person select text.
  public nonisolated func textSelection<S: TextSelectability>(_ selectability: S) -> some View { self }
  /// Turns correction off.
  public nonisolated func autocorrectionDisabled(_ disable: Bool = true) -> some View { self }
  /// Says when capitals come by themselves.
  public nonisolated func textInputAutocapitalization(_ autocapitalization: TextInputAutocapitalization?)
    -> some View
  { self }
  /// Names the key that ends typing.
  public nonisolated func submitLabel(_ submitLabel: SubmitLabel) -> some View { self }
}

extension Text {
  /// Where text is cut.
  public enum TruncationMode: Sendable {
    /// The places.
    case head, tail, middle
  }
}

/// Whether a person can select text.
///
/// <https://developer.apple.com/documentation/swiftui/textselectability>
public protocol TextSelectability {}
/// A person can.
public struct EnabledTextSelectability: TextSelectability {}
/// A person cannot.
public struct DisabledTextSelectability: TextSelectability {}
extension TextSelectability where Self == EnabledTextSelectability {
  /// A person can.
  public static var enabled: EnabledTextSelectability { EnabledTextSelectability() }
}
extension TextSelectability where Self == DisabledTextSelectability {
  /// A person cannot.
  public static var disabled: DisabledTextSelectability { DisabledTextSelectability() }
}

/// When capitals come by themselves.
///
/// <https://developer.apple.com/documentation/swiftui/textinputautocapitalization>
public struct TextInputAutocapitalization: Sendable {
  /// Never.
  public static var never: TextInputAutocapitalization { TextInputAutocapitalization() }
  /// In each word.
  public static var words: TextInputAutocapitalization { TextInputAutocapitalization() }
  /// In each sentence.
  public static var sentences: TextInputAutocapitalization { TextInputAutocapitalization() }
}

/// What the key says that ends typing.
///
/// <https://developer.apple.com/documentation/swiftui/submitlabel>
public struct SubmitLabel: Sendable {
  /// Done.
  public static var done: SubmitLabel { SubmitLabel() }
  /// Go.
  public static var go: SubmitLabel { SubmitLabel() }
  /// Return.
  public static var `return`: SubmitLabel { SubmitLabel() }
  /// Search.
  public static var search: SubmitLabel { SubmitLabel() }
}
