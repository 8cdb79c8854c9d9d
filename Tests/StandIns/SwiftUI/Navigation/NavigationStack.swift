import Foundation

@MainActor @preconcurrency
public struct NavigationStack<Data, Root: View>: View {
  nonisolated(unsafe) let path: HarnessPath?
  nonisolated(unsafe) let root: Root
}

extension NavigationStack where Data == NavigationPath {
  public nonisolated init(@ViewBuilder root: () -> Root) { self.init(path: nil, root: root()) }
}

extension NavigationStack {
  public nonisolated init(path: Binding<Data>, @ViewBuilder root: () -> Root)
  where Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, Data.Element: Hashable
  {
    self.init(
      path: HarnessPath(
        values: { path.wrappedValue.map { AnyHashable($0) } },
        push: { if let value = $0.base as? Data.Element { path.wrappedValue.append(value) } },
        pop: { path.wrappedValue.removeLast(path.wrappedValue.count - $0) }),
      root: root())
  }
}

/// The path of a stack, of any type.
struct HarnessPath {
  let values: () -> [AnyHashable]
  let push: (AnyHashable) -> Void
  /// Leaves so many values.
  let pop: (Int) -> Void
}

extension HarnessPath {
  init(_ path: Binding<NavigationPath>) {
    self.init(
      values: { path.wrappedValue.values }, push: { path.wrappedValue.values.append($0) },
      pop: { path.wrappedValue.values.removeLast(path.wrappedValue.values.count - $0) })
  }
}

extension NavigationStack: HarnessView {
  public typealias Body = Never

  /// Shows the page on top, and keeps the others.
  func render(in context: HarnessContext) -> [HarnessNode] {
    let own = context.slot.box("path") { StateLocation(NavigationPath(), context.harness.invalidation) }
    let path = self.path ?? HarnessPath(Binding(read: { own.value }, write: { own.value = $0 }))
    var pages = HarnessPages(context: context, push: { path.push($0) })
    pages.show(AnyView(root), in: context.part("root"), close: nil)
    for (index, value) in path.values().enumerated() {
      guard let destination = pages.destination(of: value) else { continue }
      let place = context.part("page").child(.index(index)).child(.identity(value))
      pages.show(destination, in: place, close: { path.pop(index) })
    }
    return [pages.top]
  }
}
