@MainActor @preconcurrency
public struct List<SelectionValue: Hashable, Content: View>: View {
  nonisolated(unsafe) let selection: HarnessSelection?
  nonisolated(unsafe) let content: Content
}

extension List: HarnessView {
  public nonisolated init(@ViewBuilder content: () -> Content) where SelectionValue == Never {
    self.init(selection: nil, content: content())
  }
  public nonisolated init(selection: Binding<SelectionValue?>?, @ViewBuilder content: () -> Content) {
    self.init(selection: selection.map { HarnessSelection(one: $0) }, content: content())
  }
  public nonisolated init(selection: Binding<Set<SelectionValue>>?, @ViewBuilder content: () -> Content) {
    self.init(selection: selection.map { HarnessSelection(several: $0) }, content: content())
  }

  func render(in context: HarnessContext) -> [HarnessNode] {
    let isEditing = context.environment.editMode?.wrappedValue.isEditing ?? false
    let choosable = selection.flatMap { $0.isOfSeveral && !isEditing ? nil : $0 }
    let choose = choosable.map { selection in
      { [screen = context.screen] (tag: AnyHashable) in
        guard selection.toggle(tag) else { return }
        screen.advance?()
      }
    }
    let (inside, view) = context.child(.content).inList()
    let children = inside.with { if let choose { $0.onSelect = choose } }
      .render(content).map { row($0, choose) }
    return [
      context.node(.list, children: children).with {
        $0.actions.refresh = context.environment.refresh
        $0.views = [view]
      }
    ]
  }

  @MainActor
  private func row(_ node: HarnessNode, _ choose: ((AnyHashable) -> Void)?) -> HarnessNode {
    switch node.role {
    case .section: return node.with { $0.children = $0.children.map { row($0, choose) } }
    case .header, .footer, .row: return node
    default: break
    }
    return HarnessNode(.row, label: node.plainText, children: [node]).with {
      $0.tag = node.tag
      $0.isEnabled = node.isEnabled
      $0.swipeActions = node.swipeActions
      $0.menu = node.menu
      $0.actions = node.actions
      $0.actions.press = nil
      guard let selection, let tag = node.tag else { return }
      $0.isSelected = selection.contains(tag)
      if let choose { $0.actions.select = { choose(tag) } }
    }
  }
}

/// What is chosen in a list.
struct HarnessSelection {
  /// Of several, which on iOS the user chooses only while editing.
  ///
  /// <https://developer.apple.com/documentation/swiftui/list#Supporting-selection-in-lists>
  let isOfSeveral: Bool
  let contains: (AnyHashable) -> Bool
  /// Chooses a value or unchooses it; no if it is of another type.
  let toggle: (AnyHashable) -> Bool

  init<Value: Hashable>(one binding: Binding<Value?>) {
    isOfSeveral = false
    contains = { $0.base as? Value != nil && $0.base as? Value == binding.wrappedValue }
    toggle = { tag in
      guard let value = tag.base as? Value else { return false }
      binding.wrappedValue = value
      return true
    }
  }

  init<Value: Hashable>(several binding: Binding<Set<Value>>) {
    isOfSeveral = true
    contains = { ($0.base as? Value).map(binding.wrappedValue.contains) ?? false }
    toggle = { tag in
      guard let value = tag.base as? Value else { return false }
      if binding.wrappedValue.contains(value) {
        binding.wrappedValue.remove(value)
      } else {
        binding.wrappedValue.insert(value)
      }
      return true
    }
  }
}

public struct Section<Parent, Content, Footer> {
  let header: Parent
  let content: Content
  let footer: Footer
}
extension Section: View, HarnessView where Parent: View, Content: View, Footer: View {
  public nonisolated init(
    @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent,
    @ViewBuilder footer: () -> Footer
  ) {
    self.init(header: header(), content: content(), footer: footer())
  }
  public nonisolated init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent)
  where Footer == EmptyView {
    self.init(header: header(), content: content(), footer: EmptyView())
  }
  public nonisolated init(@ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer)
  where Parent == EmptyView {
    self.init(header: EmptyView(), content: content(), footer: footer())
  }
  public nonisolated init(@ViewBuilder content: () -> Content)
  where Parent == EmptyView, Footer == EmptyView {
    self.init(header: EmptyView(), content: content(), footer: EmptyView())
  }
  public nonisolated init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content)
  where Parent == Text, Footer == EmptyView {
    self.init(header: Text(titleKey), content: content(), footer: EmptyView())
  }

  func render(in context: HarnessContext) -> [HarnessNode] {
    let header = context.part("header").render(header)
    let rows = context.child(.content).render(content)
    let footer = context.part("footer").render(footer)
    var children: [HarnessNode] = []
    if !header.isEmpty { children.append(HarnessNode(.header, label: header.plainText, children: header)) }
    children += rows
    if !footer.isEmpty { children.append(HarnessNode(.footer, label: footer.plainText, children: footer)) }
    guard !children.isEmpty else { return [] }
    return [context.node(.section, label: header.plainText, children: children)]
  }
}

@MainActor @preconcurrency
public struct Form<Content: View>: HarnessView {
  nonisolated(unsafe) let content: Content
  public nonisolated init(@ViewBuilder content: () -> Content) { self.content = content() }

  /// Shows the content as a list does.
  func render(in context: HarnessContext) -> [HarnessNode] {
    context.child(.content).render(List { content })
  }
}
