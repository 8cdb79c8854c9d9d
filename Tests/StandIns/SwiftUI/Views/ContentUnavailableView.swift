import AppleFoundation

@MainActor @preconcurrency
public struct ContentUnavailableView<Label: View, Description: View, Actions: View>: View {
  nonisolated(unsafe) let label: Label
  nonisolated(unsafe) let description: Description
  nonisolated(unsafe) let actions: Actions
}
extension ContentUnavailableView {
  public nonisolated init(
    @ViewBuilder label: () -> Label, @ViewBuilder description: () -> Description = { EmptyView() },
    @ViewBuilder actions: () -> Actions = { EmptyView() }
  ) {
    self.init(label: label(), description: description(), actions: actions())
  }
}

extension ContentUnavailableView
where Label == SwiftUI.Label<Text, Image>, Description == Text?, Actions == EmptyView {
  public nonisolated init(
    _ title: LocalizedStringKey, systemImage name: String, description: Text? = nil
  ) {
    self.init(
      label: SwiftUI.Label(title, systemImage: name), description: description, actions: EmptyView())
  }
}

/// What the system says where a search found nothing.
public struct SearchUnavailableContent {
  /// The system's words in the language of the phone.
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

extension ContentUnavailableView
where
  Label == SearchUnavailableContent.Label, Description == SearchUnavailableContent.Description,
  Actions == SearchUnavailableContent.Actions
{
  /// Says that a search found nothing, in the words of the system.
  public static nonisolated func search(text: String) -> ContentUnavailableView<
    SearchUnavailableContent.Label, SearchUnavailableContent.Description, SearchUnavailableContent.Actions
  > {
    ContentUnavailableView(
      label: SearchUnavailableContent.Label(text: text), description: SearchUnavailableContent.Description(),
      actions: SearchUnavailableContent.Actions())
  }
}

extension ContentUnavailableView: HarnessView {
  public typealias Body = Never
  /// Shows the three parts.
  func render(in context: HarnessContext) -> [HarnessNode] {
    let label = context.part("label").render(label)
    let children =
      label + context.part("description").render(description) + context.part("actions").render(actions)
    return [context.node(.unavailable, label: label.plainText, children: children)]
  }
}
