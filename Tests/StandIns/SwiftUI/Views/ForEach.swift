/// A view that is made of data.
///
/// <https://developer.apple.com/documentation/swiftui/dynamicviewcontent>
public protocol DynamicViewContent<Data>: View {
  /// The type of the data.
  associatedtype Data: Collection
  /// The data.
  var data: Data { get }
}

/// A view for each element of a collection.
///
/// <https://developer.apple.com/documentation/swiftui/foreach>
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
  /// The collection.
  public var data: Data
  /// Makes the view of an element.
  public var content: (Data.Element) -> Content
  let identity: (Data.Element) -> ID
}

extension ForEach: View where Content: View {}
extension ForEach: DynamicViewContent where Content: View {}

extension ForEach where ID == Data.Element.ID, Content: View, Data.Element: Identifiable {
  /// Makes views for elements that have an identity.
  public nonisolated init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    self.init(data: data, content: content, identity: \.id)
  }
}
extension ForEach where Content: View {
  /// Makes views for elements that a property tells apart.
  public nonisolated init(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.init(data: data, content: content, identity: { $0[keyPath: id] })
  }
}
extension ForEach where Data == Range<Int>, ID == Int, Content: View {
  /// Makes views for the numbers of a range.
  public nonisolated init(_ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content) {
    self.init(data: data, content: content, identity: \.self)
  }
}
extension ForEach where Content: View {
  /// Makes views for bindings to elements that have an identity.
  public nonisolated init<C: MutableCollection & RandomAccessCollection>(
    _ data: Binding<C>, @ViewBuilder content: @escaping (Binding<C.Element>) -> Content
  )
  where
    Data == LazyMapSequence<C.Indices, (C.Index, ID)>, C.Element: Identifiable, ID == C.Element.ID,
    C.Index: Hashable
  {
    self.init(
      data: data.wrappedValue.indices.lazy.map { ($0, data.wrappedValue[$0].id) },
      content: { content(data[$0.0]) }, identity: \.1)
  }
}

extension ForEach: StageView where Content: View {
  /// The view draws itself.
  public typealias Body = Never
  /// Shows the view of each element, with the element's identity.
  public func render(in context: StageContext) -> [StageNode] {
    data.enumerated().flatMap { offset, element in
      let id = identity(element)
      var inside = context.child(.identity(AnyHashable(id)))
      let (onDelete, onMove) = (inside.onDelete, inside.onMove)
      (inside.onDelete, inside.onMove) = (nil, nil)
      return inside.render(content(element)).map { node in
        node.with {
          $0.tag = $0.tag ?? AnyHashable(id)
          if let onDelete, !$0.isDeleteDisabled {
            $0.actions.delete = { onDelete(IndexSet(integer: offset)) }
          }
          if let onMove { $0.actions.move = { onMove(IndexSet(integer: offset), $0) } }
        }
      }
    }
  }
}

extension DynamicViewContent {
  /// Lets a person delete elements.
  public nonisolated func onDelete(perform action: ((IndexSet) -> Void)?) -> some DynamicViewContent {
    modifier(DeleteModifier(action: action))
  }
  /// Lets a person move elements.
  public nonisolated func onMove(perform action: ((IndexSet, Int) -> Void)?) -> some DynamicViewContent {
    modifier(MoveModifier(action: action))
  }
}

struct DeleteModifier {
  let action: ((IndexSet) -> Void)?
}
extension DeleteModifier: StageModifier {
  func render(
    _ content: @MainActor (StageContext) -> [StageNode], in context: StageContext
  ) -> [StageNode] {
    content(context.with { $0.onDelete = action })
  }
}

struct MoveModifier {
  let action: ((IndexSet, Int) -> Void)?
}
extension MoveModifier: StageModifier {
  func render(
    _ content: @MainActor (StageContext) -> [StageNode], in context: StageContext
  ) -> [StageNode] {
    content(context.with { $0.onMove = action })
  }
}
