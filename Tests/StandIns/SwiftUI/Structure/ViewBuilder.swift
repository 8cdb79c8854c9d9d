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

extension _ConditionalContent: View where TrueContent: View, FalseContent: View {}
extension _ConditionalContent: HarnessView where TrueContent: View, FalseContent: View {
  public typealias Body = Never
  /// Shows the branch that holds.
  func render(in context: HarnessContext) -> [HarnessNode] {
    switch storage {
    case .trueContent(let view): context.child(.branch(true)).render(view)
    case .falseContent(let view): context.child(.branch(false)).render(view)
    }
  }
}
