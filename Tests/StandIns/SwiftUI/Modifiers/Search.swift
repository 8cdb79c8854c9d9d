/// Where a search field stands.
///
/// <https://developer.apple.com/documentation/swiftui/searchfieldplacement>
public struct SearchFieldPlacement: Sendable {
  let name: String
  /// As the system thinks fit.
  public static let automatic = SearchFieldPlacement(name: "automatic")
}

extension View {
  /// Lets the user search.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/searchable(text:placement:prompt:)>
  public nonisolated func searchable(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey
  ) -> some View {
    modifier(SearchModifier(text: text, prompt: prompt))
  }
}

struct SearchModifier {
  let text: Binding<String>
  let prompt: LocalizedStringKey
}
extension SearchModifier: HarnessModifier {
  func render(
    _ content: @MainActor (HarnessContext) -> [HarnessNode], in context: HarnessContext
  ) -> [HarnessNode] {
    let field = context.node(.searchField, label: prompt.resolved()).with {
      $0.value = text.wrappedValue
      $0.actions.edit = { text.wrappedValue = $0 }
      $0.actions.dismiss = { text.wrappedValue = "" }
    }
    context.screen.search.append(field)
    return content(context)
  }
}
