import Foundation

@MainActor @preconcurrency
public struct ShareLink<Data: RandomAccessCollection, PreviewImage, PreviewIcon, Label: View>: View {
  nonisolated(unsafe) let items: Data
  nonisolated(unsafe) let label: Label
}

@MainActor @preconcurrency
public struct DefaultShareLinkLabel: View {
  nonisolated init() {}
}
extension DefaultShareLinkLabel: HarnessView {
  /// Says “Share…”.
  func render(in context: HarnessContext) -> [HarnessNode] {
    [context.node(.label, label: "Share…").with { $0.symbol = "square.and.arrow.up" }]
  }
}

extension ShareLink
where Data == CollectionOfOne<URL>, PreviewImage == Never, PreviewIcon == Never {
  public nonisolated init(
    item: URL, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label
  ) {
    self.init(items: CollectionOfOne(item), label: label())
  }
}
extension ShareLink
where Data == CollectionOfOne<String>, PreviewImage == Never, PreviewIcon == Never, Label: View {
  public nonisolated init(
    item: String, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label
  ) {
    self.init(items: CollectionOfOne(item), label: label())
  }
}
extension ShareLink
where
  Data == CollectionOfOne<URL>, PreviewImage == Never, PreviewIcon == Never, Label == DefaultShareLinkLabel
{
  public nonisolated init(item: URL, subject: Text? = nil, message: Text? = nil) {
    self.init(items: CollectionOfOne(item), label: DefaultShareLinkLabel())
  }
}
extension ShareLink
where PreviewImage == Never, PreviewIcon == Never, Data.Element == URL, Label == DefaultShareLinkLabel {
  public nonisolated init(items: Data, subject: Text? = nil, message: Text? = nil) {
    self.init(items: items, label: DefaultShareLinkLabel())
  }
}

extension ShareLink: HarnessView {
  public typealias Body = Never
  /// Shows the label.
  func render(in context: HarnessContext) -> [HarnessNode] {
    [
      context.control(.button, label).with {
        $0.actions.press = { [weak harness = context.harness] in
          // Buttons are pressed on the main actor.
          MainActor.assumeIsolated { harness?.share(Array(items)) }
        }
      }
    ]
  }
}
