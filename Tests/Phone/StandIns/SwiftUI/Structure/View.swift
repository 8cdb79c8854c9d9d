@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

/// <https://developer.apple.com/documentation/swift/never>
extension Never: View {
  public typealias Body = Never
  public nonisolated var body: Never { fatalError("This view draws itself; it has no body.") }
}

/// <https://developer.apple.com/documentation/swiftui/viewbuilder/buildif(_:)>
extension Optional: View where Wrapped: View {}
/// <https://developer.apple.com/documentation/swiftui/viewbuilder/buildif(_:)>
extension Optional: HarnessView where Wrapped: View {
  func render(in context: HarnessContext) -> [HarnessNode] {
    map { context.child(.branch(true)).render($0) } ?? []
  }
}

@resultBuilder
public struct ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  @_disfavoredOverload
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> some View {
    var views: [any View] = []
    repeat views.append(each content)
    return TupleView(views: views)
  }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  /// The first way of a condition.
  public static func buildEither<TrueContent: View, FalseContent: View>(
    first: TrueContent
  ) -> _ConditionalContent<TrueContent, FalseContent> {
    _ConditionalContent(storage: .trueContent(first))
  }
  public static func buildEither<TrueContent: View, FalseContent: View>(
    second: FalseContent
  ) -> _ConditionalContent<TrueContent, FalseContent> {
    _ConditionalContent(storage: .falseContent(second))
  }
}

/// Several views, one after another.
struct TupleView {
  let views: [any View]
}

extension TupleView: HarnessView {
  /// Shows the views, each with an identity of its own.
  func render(in context: HarnessContext) -> [HarnessNode] {
    views.enumerated().flatMap { context.child(.index($0)).render($1) }
  }
}

/// <https://developer.apple.com/documentation/swiftui/viewbuilder/buildeither(first:)>
public struct _ConditionalContent<TrueContent, FalseContent> {
  enum Storage {
    case trueContent(TrueContent)
    case falseContent(FalseContent)
  }
  let storage: Storage
}

extension _ConditionalContent: View, HarnessView where TrueContent: View, FalseContent: View {
  func render(in context: HarnessContext) -> [HarnessNode] {
    switch storage {
    case .trueContent(let view): context.child(.branch(true)).render(view)
    case .falseContent(let view): context.child(.branch(false)).render(view)
    }
  }
}

public struct EmptyView: Sendable {
  public init() {}
}
extension EmptyView: HarnessView {
  func render(in context: HarnessContext) -> [HarnessNode] { [] }
}

/// A view of any type.
struct AnyView {
  private let view: any View
  nonisolated init<V: View>(_ view: V) { self.view = view }
}
extension AnyView: HarnessView {
  func render(in context: HarnessContext) -> [HarnessNode] { context.render(view) }
}

/// Several views without a layout of their own.
public struct Group<Content> {
  let content: Content
}
extension Group: View, HarnessView where Content: View {
  public nonisolated init(@ViewBuilder content: () -> Content) { self.content = content() }
  func render(in context: HarnessContext) -> [HarnessNode] { context.child(.content).render(content) }
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
  let data: Data
  let content: (Data.Element) -> Content
  let identity: (Data.Element) -> ID
}

extension ForEach: View, HarnessView where Content: View {
  public nonisolated init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
  where ID == Data.Element.ID, Data.Element: Identifiable {
    self.init(data: data, content: content, identity: \.id)
  }
  public nonisolated init(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.init(data: data, content: content, identity: { $0[keyPath: id] })
  }

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
