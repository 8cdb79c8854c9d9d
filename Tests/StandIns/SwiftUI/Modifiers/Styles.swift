// How controls look is not shown here, save that a plain button has no frame.

struct ButtonStyleModifier {
  let isPlain: Bool
}
extension ButtonStyleModifier: StageModifier {
  func render(
    _ content: @MainActor (StageContext) -> [StageNode], in context: StageContext
  ) -> [StageNode] {
    content(context.with { $0.environment.hasPlainButtons = isPlain })
  }
}

/// How a button looks.
///
/// <https://developer.apple.com/documentation/swiftui/primitivebuttonstyle>
@MainActor @preconcurrency
public protocol PrimitiveButtonStyle {}
extension View {
  /// Says how a button looks.
  public nonisolated func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View {
    modifier(ButtonStyleModifier(isPlain: S.self == PlainButtonStyle.self))
  }
}
/// One of the looks of a button.
///
/// <https://developer.apple.com/documentation/swiftui/defaultbuttonstyle>
public struct DefaultButtonStyle: PrimitiveButtonStyle {
  /// Makes the style.
  public nonisolated init() {}
}
extension PrimitiveButtonStyle where Self == DefaultButtonStyle {
  /// One of the looks.
  @MainActor @preconcurrency public static var automatic: DefaultButtonStyle { DefaultButtonStyle() }
}
/// One of the looks of a button.
///
/// <https://developer.apple.com/documentation/swiftui/borderedbuttonstyle>
public struct BorderedButtonStyle: PrimitiveButtonStyle {
  /// Makes the style.
  public nonisolated init() {}
}
extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
  /// One of the looks.
  @MainActor @preconcurrency public static var bordered: BorderedButtonStyle { BorderedButtonStyle() }
}
/// One of the looks of a button.
///
/// <https://developer.apple.com/documentation/swiftui/borderedprominentbuttonstyle>
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {
  /// Makes the style.
  public nonisolated init() {}
}
extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
  /// One of the looks.
  @MainActor @preconcurrency public static var borderedProminent: BorderedProminentButtonStyle {
    BorderedProminentButtonStyle()
  }
}
/// One of the looks of a button.
///
/// <https://developer.apple.com/documentation/swiftui/borderlessbuttonstyle>
public struct BorderlessButtonStyle: PrimitiveButtonStyle {
  /// Makes the style.
  public nonisolated init() {}
}
extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
  /// One of the looks.
  @MainActor @preconcurrency public static var borderless: BorderlessButtonStyle { BorderlessButtonStyle() }
}
/// One of the looks of a button.
///
/// <https://developer.apple.com/documentation/swiftui/plainbuttonstyle>
public struct PlainButtonStyle: PrimitiveButtonStyle {
  /// Makes the style.
  public nonisolated init() {}
}
extension PrimitiveButtonStyle where Self == PlainButtonStyle {
  /// One of the looks.
  @MainActor @preconcurrency public static var plain: PlainButtonStyle { PlainButtonStyle() }
}

/// How a list looks.
///
/// <https://developer.apple.com/documentation/swiftui/liststyle>
@MainActor @preconcurrency
public protocol ListStyle {}
extension View {
  /// Says how a list looks.
  public nonisolated func listStyle<S: ListStyle>(_ style: S) -> some View { self }
}
/// One of the looks of a list.
///
/// <https://developer.apple.com/documentation/swiftui/defaultliststyle>
public struct DefaultListStyle: ListStyle {
  /// Makes the style.
  public nonisolated init() {}
}
extension ListStyle where Self == DefaultListStyle {
  /// One of the looks.
  @MainActor @preconcurrency public static var automatic: DefaultListStyle { DefaultListStyle() }
}
/// One of the looks of a list.
///
/// <https://developer.apple.com/documentation/swiftui/groupedliststyle>
public struct GroupedListStyle: ListStyle {
  /// Makes the style.
  public nonisolated init() {}
}
extension ListStyle where Self == GroupedListStyle {
  /// One of the looks.
  @MainActor @preconcurrency public static var grouped: GroupedListStyle { GroupedListStyle() }
}
/// One of the looks of a list.
///
/// <https://developer.apple.com/documentation/swiftui/insetliststyle>
public struct InsetListStyle: ListStyle {
  /// Makes the style.
  public nonisolated init() {}
}
extension ListStyle where Self == InsetListStyle {
  /// One of the looks.
  @MainActor @preconcurrency public static var inset: InsetListStyle { InsetListStyle() }
}
/// One of the looks of a list.
///
/// <https://developer.apple.com/documentation/swiftui/insetgroupedliststyle>
public struct InsetGroupedListStyle: ListStyle {
  /// Makes the style.
  public nonisolated init() {}
}
extension ListStyle where Self == InsetGroupedListStyle {
  /// One of the looks.
  @MainActor @preconcurrency public static var insetGrouped: InsetGroupedListStyle { InsetGroupedListStyle() }
}
/// One of the looks of a list.
///
/// <https://developer.apple.com/documentation/swiftui/plainliststyle>
public struct PlainListStyle: ListStyle {
  /// Makes the style.
  public nonisolated init() {}
}
extension ListStyle where Self == PlainListStyle {
  /// One of the looks.
  @MainActor @preconcurrency public static var plain: PlainListStyle { PlainListStyle() }
}
/// One of the looks of a list.
///
/// <https://developer.apple.com/documentation/swiftui/sidebarliststyle>
public struct SidebarListStyle: ListStyle {
  /// Makes the style.
  public nonisolated init() {}
}
extension ListStyle where Self == SidebarListStyle {
  /// One of the looks.
  @MainActor @preconcurrency public static var sidebar: SidebarListStyle { SidebarListStyle() }
}

/// How a label looks.
///
/// <https://developer.apple.com/documentation/swiftui/labelstyle>
@MainActor @preconcurrency
public protocol LabelStyle {}
extension View {
  /// Says how a label looks.
  public nonisolated func labelStyle<S: LabelStyle>(_ style: S) -> some View { self }
}
/// One of the looks of a label.
///
/// <https://developer.apple.com/documentation/swiftui/defaultlabelstyle>
public struct DefaultLabelStyle: LabelStyle {
  /// Makes the style.
  public nonisolated init() {}
}
extension LabelStyle where Self == DefaultLabelStyle {
  /// One of the looks.
  @MainActor @preconcurrency public static var automatic: DefaultLabelStyle { DefaultLabelStyle() }
}
/// One of the looks of a label.
///
/// <https://developer.apple.com/documentation/swiftui/icononlylabelstyle>
public struct IconOnlyLabelStyle: LabelStyle {
  /// Makes the style.
  public nonisolated init() {}
}
extension LabelStyle where Self == IconOnlyLabelStyle {
  /// One of the looks.
  @MainActor @preconcurrency public static var iconOnly: IconOnlyLabelStyle { IconOnlyLabelStyle() }
}
/// One of the looks of a label.
///
/// <https://developer.apple.com/documentation/swiftui/titleonlylabelstyle>
public struct TitleOnlyLabelStyle: LabelStyle {
  /// Makes the style.
  public nonisolated init() {}
}
extension LabelStyle where Self == TitleOnlyLabelStyle {
  /// One of the looks.
  @MainActor @preconcurrency public static var titleOnly: TitleOnlyLabelStyle { TitleOnlyLabelStyle() }
}
/// One of the looks of a label.
///
/// <https://developer.apple.com/documentation/swiftui/titleandiconlabelstyle>
public struct TitleAndIconLabelStyle: LabelStyle {
  /// Makes the style.
  public nonisolated init() {}
}
extension LabelStyle where Self == TitleAndIconLabelStyle {
  /// One of the looks.
  @MainActor @preconcurrency public static var titleAndIcon: TitleAndIconLabelStyle {
    TitleAndIconLabelStyle()
  }
}

/// How a picker looks.
///
/// <https://developer.apple.com/documentation/swiftui/pickerstyle>
@MainActor @preconcurrency
public protocol PickerStyle {}
extension View {
  /// Says how a picker looks.
  public nonisolated func pickerStyle<S: PickerStyle>(_ style: S) -> some View { self }
}
/// One of the looks of a picker.
///
/// <https://developer.apple.com/documentation/swiftui/defaultpickerstyle>
public struct DefaultPickerStyle: PickerStyle {
  /// Makes the style.
  public nonisolated init() {}
}
extension PickerStyle where Self == DefaultPickerStyle {
  /// One of the looks.
  @MainActor @preconcurrency public static var automatic: DefaultPickerStyle { DefaultPickerStyle() }
}
/// One of the looks of a picker.
///
/// <https://developer.apple.com/documentation/swiftui/inlinepickerstyle>
public struct InlinePickerStyle: PickerStyle {
  /// Makes the style.
  public nonisolated init() {}
}
extension PickerStyle where Self == InlinePickerStyle {
  /// One of the looks.
  @MainActor @preconcurrency public static var inline: InlinePickerStyle { InlinePickerStyle() }
}
/// One of the looks of a picker.
///
/// <https://developer.apple.com/documentation/swiftui/menupickerstyle>
public struct MenuPickerStyle: PickerStyle {
  /// Makes the style.
  public nonisolated init() {}
}
extension PickerStyle where Self == MenuPickerStyle {
  /// One of the looks.
  @MainActor @preconcurrency public static var menu: MenuPickerStyle { MenuPickerStyle() }
}
/// One of the looks of a picker.
///
/// <https://developer.apple.com/documentation/swiftui/segmentedpickerstyle>
public struct SegmentedPickerStyle: PickerStyle {
  /// Makes the style.
  public nonisolated init() {}
}
extension PickerStyle where Self == SegmentedPickerStyle {
  /// One of the looks.
  @MainActor @preconcurrency public static var segmented: SegmentedPickerStyle { SegmentedPickerStyle() }
}
/// One of the looks of a picker.
///
/// <https://developer.apple.com/documentation/swiftui/navigationlinkpickerstyle>
public struct NavigationLinkPickerStyle: PickerStyle {
  /// Makes the style.
  public nonisolated init() {}
}
extension PickerStyle where Self == NavigationLinkPickerStyle {
  /// One of the looks.
  @MainActor @preconcurrency public static var navigationLink: NavigationLinkPickerStyle {
    NavigationLinkPickerStyle()
  }
}

/// How a toggle looks.
///
/// <https://developer.apple.com/documentation/swiftui/togglestyle>
@MainActor @preconcurrency
public protocol ToggleStyle {}
extension View {
  /// Says how a toggle looks.
  public nonisolated func toggleStyle<S: ToggleStyle>(_ style: S) -> some View { self }
}
/// One of the looks of a toggle.
///
/// <https://developer.apple.com/documentation/swiftui/defaulttogglestyle>
public struct DefaultToggleStyle: ToggleStyle {
  /// Makes the style.
  public nonisolated init() {}
}
extension ToggleStyle where Self == DefaultToggleStyle {
  /// One of the looks.
  @MainActor @preconcurrency public static var automatic: DefaultToggleStyle { DefaultToggleStyle() }
}
/// One of the looks of a toggle.
///
/// <https://developer.apple.com/documentation/swiftui/buttontogglestyle>
public struct ButtonToggleStyle: ToggleStyle {
  /// Makes the style.
  public nonisolated init() {}
}
extension ToggleStyle where Self == ButtonToggleStyle {
  /// One of the looks.
  @MainActor @preconcurrency public static var button: ButtonToggleStyle { ButtonToggleStyle() }
}
/// One of the looks of a toggle.
///
/// <https://developer.apple.com/documentation/swiftui/switchtogglestyle>
public struct SwitchToggleStyle: ToggleStyle {
  /// Makes the style.
  public nonisolated init() {}
}
extension ToggleStyle where Self == SwitchToggleStyle {
  /// One of the looks.
  @MainActor @preconcurrency public static var `switch`: SwitchToggleStyle { SwitchToggleStyle() }
}

/// How a text field looks.
///
/// <https://developer.apple.com/documentation/swiftui/textfieldstyle>
@MainActor @preconcurrency
public protocol TextFieldStyle {}
extension View {
  /// Says how a text field looks.
  public nonisolated func textFieldStyle<S: TextFieldStyle>(_ style: S) -> some View { self }
}
/// One of the looks of a text field.
///
/// <https://developer.apple.com/documentation/swiftui/defaulttextfieldstyle>
public struct DefaultTextFieldStyle: TextFieldStyle {
  /// Makes the style.
  public nonisolated init() {}
}
extension TextFieldStyle where Self == DefaultTextFieldStyle {
  /// One of the looks.
  @MainActor @preconcurrency public static var automatic: DefaultTextFieldStyle { DefaultTextFieldStyle() }
}
/// One of the looks of a text field.
///
/// <https://developer.apple.com/documentation/swiftui/plaintextfieldstyle>
public struct PlainTextFieldStyle: TextFieldStyle {
  /// Makes the style.
  public nonisolated init() {}
}
extension TextFieldStyle where Self == PlainTextFieldStyle {
  /// One of the looks.
  @MainActor @preconcurrency public static var plain: PlainTextFieldStyle { PlainTextFieldStyle() }
}
/// One of the looks of a text field.
///
/// <https://developer.apple.com/documentation/swiftui/roundedbordertextfieldstyle>
public struct RoundedBorderTextFieldStyle: TextFieldStyle {
  /// Makes the style.
  public nonisolated init() {}
}
extension TextFieldStyle where Self == RoundedBorderTextFieldStyle {
  /// One of the looks.
  @MainActor @preconcurrency public static var roundedBorder: RoundedBorderTextFieldStyle {
    RoundedBorderTextFieldStyle()
  }
}

/// How a progress view looks.
///
/// <https://developer.apple.com/documentation/swiftui/progressviewstyle>
@MainActor @preconcurrency
public protocol ProgressViewStyle {}
extension View {
  /// Says how a progress view looks.
  public nonisolated func progressViewStyle<S: ProgressViewStyle>(_ style: S) -> some View { self }
}
/// One of the looks of a progress view.
///
/// <https://developer.apple.com/documentation/swiftui/defaultprogressviewstyle>
public struct DefaultProgressViewStyle: ProgressViewStyle {
  /// Makes the style.
  public nonisolated init() {}
}
extension ProgressViewStyle where Self == DefaultProgressViewStyle {
  /// One of the looks.
  @MainActor @preconcurrency public static var automatic: DefaultProgressViewStyle {
    DefaultProgressViewStyle()
  }
}
/// One of the looks of a progress view.
///
/// <https://developer.apple.com/documentation/swiftui/circularprogressviewstyle>
public struct CircularProgressViewStyle: ProgressViewStyle {
  /// Makes the style.
  public nonisolated init() {}
}
extension ProgressViewStyle where Self == CircularProgressViewStyle {
  /// One of the looks.
  @MainActor @preconcurrency public static var circular: CircularProgressViewStyle {
    CircularProgressViewStyle()
  }
}
/// One of the looks of a progress view.
///
/// <https://developer.apple.com/documentation/swiftui/linearprogressviewstyle>
public struct LinearProgressViewStyle: ProgressViewStyle {
  /// Makes the style.
  public nonisolated init() {}
}
extension ProgressViewStyle where Self == LinearProgressViewStyle {
  /// One of the looks.
  @MainActor @preconcurrency public static var linear: LinearProgressViewStyle { LinearProgressViewStyle() }
}
