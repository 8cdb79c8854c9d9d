public struct SearchFieldPlacement: Sendable {
  public static let automatic = SearchFieldPlacement()
}

extension View {
  /// Its buttons and fields are the system's.
  public nonisolated func findNavigator(isPresented: Binding<Bool>) -> some View {
    drawn(isPresented.wrappedValue) { isPresented, content, context in
      content(context) + (isPresented ? [context.node(.searchField, label: "Find")] : [])
    }
  }
  /// Lets the user search, narrowed by tokens, of which some are suggested. The binding moves the focus into the field.
  public nonisolated func searchable<C, T: View>(
    text: Binding<String>, tokens: Binding<C>, suggestedTokens: Binding<C>, isPresented: Binding<Bool>,
    placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey,
    @ViewBuilder token: @escaping (C.Element) -> T
  ) -> some View
  where
    C: MutableCollection, C: RandomAccessCollection, C: RangeReplaceableCollection, C.Element: Identifiable
  {
    drawn((text: text, prompt: prompt, isPresented: isPresented)) { search, content, context in
      let field = context.node(.searchField, label: String(localized: search.prompt.value)).with {
        $0.value = search.text.wrappedValue
        $0.isFocused = search.isPresented.wrappedValue
        $0.actions.edit = { search.text.wrappedValue = $0 }
        $0.actions.dismiss = { (search.text.wrappedValue, search.isPresented.wrappedValue) = ("", false) }
      }
      context.screen.search.append(field)
      return content(context)
    }
    .modifier(TokensModifier(tokens: tokens, suggested: suggestedTokens, view: token))
  }
}

/// The tokens of a search: the chosen ones, which the user takes out, and the suggested ones.
private struct TokensModifier<C, T: View>
where C: MutableCollection, C: RandomAccessCollection, C: RangeReplaceableCollection, C.Element: Identifiable
{
  let tokens: Binding<C>
  let suggested: Binding<C>
  let view: (C.Element) -> T
}
extension TokensModifier: HarnessModifier {
  func render(_ content: HarnessContent, in context: HarnessContext) -> [HarnessNode] {
    let chosen = Set(tokens.wrappedValue.map(\.id))
    let shown = tokens.wrappedValue.map { token in
      node(.toggle, of: token, in: context).with {
        $0.isSelected = true
        $0.actions.press = { tokens.wrappedValue.removeAll { $0.id == token.id } }
      }
    }
    let offered = suggested.wrappedValue.filter { !chosen.contains($0.id) }.map { token in
      node(.button, of: token, in: context).with {
        $0.actions.press = { tokens.wrappedValue.append(token) }
      }
    }
    let nodes = content(context)
    // They are offered while the user types.
    if let field = context.screen.search.lastIndex(where: { $0.role == .searchField }) {
      context.screen.search[field].menu += offered
    }
    context.screen.search += shown
    return nodes
  }

  @MainActor
  private func node(
    _ role: HarnessNode.Role, of token: C.Element, in context: HarnessContext
  ) -> HarnessNode {
    context.node(role, label: context.part("\(token.id)").render(view(token)).plainText)
  }
}
