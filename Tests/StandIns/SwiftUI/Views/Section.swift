public struct Section<Parent, Content, Footer> {
  let header: Parent
  let content: Content
  let footer: Footer
}

extension Section: View where Parent: View, Content: View, Footer: View {}

extension Section where Parent: View, Content: View, Footer: View {
  public nonisolated init(
    @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent,
    @ViewBuilder footer: () -> Footer
  ) {
    self.init(header: header(), content: content(), footer: footer())
  }
}
extension Section where Parent: View, Content: View, Footer == EmptyView {
  public nonisolated init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {
    self.init(header: header(), content: content(), footer: EmptyView())
  }
}
extension Section where Parent == EmptyView, Content: View, Footer: View {
  public nonisolated init(@ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer) {
    self.init(header: EmptyView(), content: content(), footer: footer())
  }
}
extension Section where Parent == EmptyView, Content: View, Footer == EmptyView {
  public nonisolated init(@ViewBuilder content: () -> Content) {
    self.init(header: EmptyView(), content: content(), footer: EmptyView())
  }
}
extension Section where Parent == Text, Content: View, Footer == EmptyView {
  public nonisolated init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(header: Text(titleKey), content: content(), footer: EmptyView())
  }
}

extension Section: HarnessView where Parent: View, Content: View, Footer: View {
  public typealias Body = Never
  /// Shows header, rows and footer.
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
