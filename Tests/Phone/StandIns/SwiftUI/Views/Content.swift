import AppleFoundation
import Foundation
import UIKit

public struct Image: Equatable, Sendable {
  let name: String
  var bytes: Data?

  /// A picture that was made already: known by the first bytes of it.
  public init(uiImage: UIImage) {
    bytes = uiImage.pngData()
    name = String(decoding: bytes?.prefix(64) ?? Data(), as: UTF8.self)
  }
  public init(systemName: String) { name = systemName }

  public enum ResizingMode: Sendable {
    case stretch
  }
  public func resizable(
    capInsets: EdgeInsets = EdgeInsets(), resizingMode: Image.ResizingMode = .stretch
  ) -> Image { self }
}
extension Image: HarnessView {
  func render(in context: HarnessContext) -> [HarnessNode] {
    let node = context.node(.image).with {
      $0.symbol = name
      $0.look.picture = bytes
    }
    return [node]
  }
}

@MainActor @preconcurrency
public struct Label<Title: View, Icon: View>: View {
  nonisolated(unsafe) let title: Title
  nonisolated(unsafe) let icon: Icon
}
extension Label: HarnessView {
  public nonisolated init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
    self.init(title: title(), icon: icon())
  }

  /// Shows the title, and names the symbol.
  func render(in context: HarnessContext) -> [HarnessNode] {
    let title = context.part("title").render(title)
    let icon = context.part("icon").render(icon)
    let node = context.node(.label, label: title.plainText).with {
      $0.symbol = icon.first?.symbol
      $0.look.symbolColor = icon.first?.look.color
      $0.look.labelStyle = context.environment.labelStyle
    }
    return [node]
  }
}
extension Label where Title == Text, Icon == Image {
  public nonisolated init(_ titleKey: LocalizedStringKey, systemImage name: String) {
    self.init(title: Text(titleKey), icon: Image(systemName: name))
  }
  @_disfavoredOverload
  public nonisolated init<S: StringProtocol>(_ title: S, systemImage name: String) {
    self.init(title: Text(title), icon: Image(systemName: name))
  }
}

public struct LabeledContent<Label, Content> {
  let label: Label
  let content: Content
}
extension LabeledContent: View, HarnessView where Label: View, Content: View {
  /// <https://developer.apple.com/documentation/swiftui/labeledcontent/init(_:content:)>
  public nonisolated init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content)
  where Label == Text {
    self.init(label: Text(titleKey), content: content())
  }

  func render(in context: HarnessContext) -> [HarnessNode] {
    let value = context.part("content").render(content).map { node in
      node.with { $0.look.color = "secondary" }
    }
    let nodes = context.part("label").render(label) + [.unread { $0.isSpacer = true }] + value
    return [context.node(.horizontal, children: nodes)]
  }
}

@MainActor @preconcurrency
public struct ProgressView<Label: View, CurrentValueLabel: View>: View {
  /// From 0 to 1; nil is unknown.
  let fraction: Double?
  nonisolated(unsafe) let label: Label?
  nonisolated(unsafe) let currentValueLabel: CurrentValueLabel?
}
extension ProgressView: HarnessView {
  public nonisolated init<V: BinaryFloatingPoint>(
    value: V?, total: V = 1.0, @ViewBuilder label: () -> Label,
    @ViewBuilder currentValueLabel: () -> CurrentValueLabel
  ) {
    self.init(
      fraction: Self.part(value, of: total), label: label(), currentValueLabel: currentValueLabel())
  }
  private nonisolated static func part<V: BinaryFloatingPoint>(_ value: V?, of total: V) -> Double? {
    value.map { total == 0 ? 0 : min(1, max(0, Double($0 / total))) }
  }

  func render(in context: HarnessContext) -> [HarnessNode] {
    let label = label.map { context.part("label").render($0) } ?? []
    let value = currentValueLabel.map { context.part("value").render($0) } ?? []
    let node = context.node(.progress, label: label.plainText).with {
      $0.fraction = fraction
      $0.look.content = label
      $0.value = value.isEmpty ? nil : value.plainText
    }
    return [node]
  }
}
extension ProgressView where CurrentValueLabel == EmptyView {
  public nonisolated init(@ViewBuilder label: () -> Label) {
    self.init(fraction: nil, label: label(), currentValueLabel: nil)
  }
  public nonisolated init(_ titleKey: LocalizedStringKey) where Label == Text {
    self.init(fraction: nil, label: Text(titleKey), currentValueLabel: nil)
  }
  public nonisolated init<V: BinaryFloatingPoint>(
    value: V?, total: V = 1.0, @ViewBuilder label: () -> Label
  ) {
    self.init(fraction: Self.part(value, of: total), label: label(), currentValueLabel: nil)
  }
}

@MainActor @preconcurrency
public struct ContentUnavailableView<Label: View, Description: View, Actions: View>: View {
  nonisolated(unsafe) let label: Label
  nonisolated(unsafe) let description: Description
  nonisolated(unsafe) let actions: Actions
}
extension ContentUnavailableView: HarnessView {
  public nonisolated init(
    @ViewBuilder label: () -> Label, @ViewBuilder description: () -> Description = { EmptyView() },
    @ViewBuilder actions: () -> Actions = { EmptyView() }
  ) {
    self.init(label: label(), description: description(), actions: actions())
  }
  public nonisolated init(
    _ title: LocalizedStringKey, systemImage name: String, description: Text? = nil
  ) where Label == SwiftUI.Label<Text, Image>, Description == Text?, Actions == EmptyView {
    self.init(
      label: SwiftUI.Label(title, systemImage: name), description: description, actions: EmptyView())
  }

  func render(in context: HarnessContext) -> [HarnessNode] {
    let label = context.part("label").render(label)
    let children =
      label + context.part("description").render(description) + context.part("actions").render(actions)
    return [context.node(.unavailable, label: label.plainText, children: children)]
  }
}
extension ContentUnavailableView
where
  Label == SearchUnavailableContent.Label, Description == SearchUnavailableContent.Description,
  Actions == SearchUnavailableContent.Actions
{
  public static nonisolated func search(text: String) -> ContentUnavailableView<
    SearchUnavailableContent.Label, SearchUnavailableContent.Description, SearchUnavailableContent.Actions
  > {
    ContentUnavailableView(
      label: SearchUnavailableContent.Label(text: text), description: SearchUnavailableContent.Description(),
      actions: SearchUnavailableContent.Actions())
  }
}

/// What the system says where a search found nothing, in the language of the phone.
public struct SearchUnavailableContent {
  static var words: (title: String, advice: String) {
    switch Language.current?.identifier {
    case "de":
      ("Keine Ergebnisse für „%@“", "Überprüfe die Schreibweise oder versuche es mit einer neuen Suche.")
    case "ja": ("“%@”に一致する結果はありません", "スペルを確認するか、新しい検索を試してください。")
    case "ar": ("لا توجد نتائج لـ«%@»", "تحقق من التهجئة أو جرّب بحثًا جديدًا.")
    default: ("No Results for “%@”", "Check the spelling or try a new search.")
    }
  }

  public struct Label: View {
    let text: String
    public var body: some View {
      SwiftUI.Label {
        Text(verbatim: SearchUnavailableContent.words.title.replacing("%@", with: text))
      } icon: {
        Image(systemName: "magnifyingglass")
      }
    }
  }

  public struct Description: View {
    public var body: some View { Text(verbatim: SearchUnavailableContent.words.advice) }
  }

  public struct Actions: View {
    public var body: some View { EmptyView() }
  }
}
