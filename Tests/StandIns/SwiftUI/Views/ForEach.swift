import Foundation

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
  let data: Data
  let content: (Data.Element) -> Content
  let identity: (Data.Element) -> ID
}

extension ForEach: View where Content: View {}

extension ForEach where ID == Data.Element.ID, Content: View, Data.Element: Identifiable {
  public nonisolated init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    self.init(data: data, content: content, identity: \.id)
  }
}
extension ForEach where Content: View {
  public nonisolated init(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.init(data: data, content: content, identity: { $0[keyPath: id] })
  }
}

extension ForEach: HarnessView where Content: View {
  public typealias Body = Never
  /// Shows the view of each element, with the element's identity.
  func render(in context: HarnessContext) -> [HarnessNode] {
    data.flatMap { element in
      let id = AnyHashable(identity(element))
      return context.child(.identity(id)).render(content(element)).map { node in
        node.with { $0.tag = $0.tag ?? id }
      }
    }
  }
}
