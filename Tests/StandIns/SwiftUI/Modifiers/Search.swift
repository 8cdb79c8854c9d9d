/// Where a search field stands.
///
/// <https://developer.apple.com/documentation/swiftui/searchfieldplacement>
public struct SearchFieldPlacement: Sendable {
  let name: String
  /// As the system thinks fit.
  public static let automatic = SearchFieldPlacement(name: "automatic")
  /// In a bar.
  public static let toolbar = SearchFieldPlacement(name: "toolbar")
  /// In the sidebar.
  public static let sidebar = SearchFieldPlacement(name: "sidebar")
  /// In the bar with the title.
  public static let navigationBarDrawer = SearchFieldPlacement(name: "drawer")
  /// In the bar with the title.
  public static func navigationBarDrawer(displayMode: NavigationBarDrawerDisplayMode) -> Self {
    .navigationBarDrawer
  }
  /// When the field is shown.
  public struct NavigationBarDrawerDisplayMode: Sendable {
    /// As the system thinks fit.
    public static let automatic = NavigationBarDrawerDisplayMode()
    /// Always.
    public static let always = NavigationBarDrawerDisplayMode()
  }
}

extension View {
  /// Lets a person search.
  public nonisolated func searchable(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: Text? = nil
  ) -> some View {
    modifier(SearchModifier(text: text, isPresented: nil, prompt: prompt))
  }
  /// Lets a person search.
  public nonisolated func searchable(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey
  ) -> some View {
    modifier(SearchModifier(text: text, isPresented: nil, prompt: Text(prompt)))
  }
  /// Lets a person search.
  @_disfavoredOverload
  public nonisolated func searchable<S: StringProtocol>(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: S
  ) -> some View {
    modifier(SearchModifier(text: text, isPresented: nil, prompt: Text(prompt)))
  }
  /// Lets a person search, and says whether one does.
  public nonisolated func searchable(
    text: Binding<String>, isPresented: Binding<Bool>, placement: SearchFieldPlacement = .automatic,
    prompt: Text? = nil
  ) -> some View {
    modifier(SearchModifier(text: text, isPresented: isPresented, prompt: prompt))
  }
}

struct SearchModifier {
  let text: Binding<String>
  let isPresented: Binding<Bool>?
  let prompt: Text?
}
extension SearchModifier: StageModifier {
  func render(
    _ content: @MainActor (StageContext) -> [StageNode], in context: StageContext
  ) -> [StageNode] {
    let submit = context.onSubmit.filter { $0.0.contains(.search) }.map(\.1)
    let field = context.node(.searchField, label: prompt?.string ?? "Search").with {
      $0.value = text.wrappedValue
      $0.actions.edit = {
        isPresented?.wrappedValue = true
        text.wrappedValue = $0
      }
      $0.actions.submit = { for action in submit { action() } }
      $0.actions.dismiss = {
        text.wrappedValue = ""
        isPresented?.wrappedValue = false
      }
    }
    context.screen.search.append(field)
    return content(context)
  }
}
