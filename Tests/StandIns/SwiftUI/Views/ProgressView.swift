@MainActor @preconcurrency
public struct ProgressView<Label: View, CurrentValueLabel: View>: View {
  /// From 0 to 1; nil is unknown.
  nonisolated(unsafe) let fraction: () -> Double?
  nonisolated(unsafe) let label: Label?
  nonisolated(unsafe) let currentValueLabel: CurrentValueLabel?
}

extension ProgressView where CurrentValueLabel == EmptyView {
  public nonisolated init(@ViewBuilder label: () -> Label) {
    self.init(fraction: { nil }, label: label(), currentValueLabel: nil)
  }
  public nonisolated init(_ titleKey: LocalizedStringKey) where Label == Text {
    self.init(fraction: { nil }, label: Text(titleKey), currentValueLabel: nil)
  }
  public nonisolated init<V: BinaryFloatingPoint>(
    value: V?, total: V = 1.0, @ViewBuilder label: () -> Label
  ) {
    self.init(fraction: Self.part(value, of: total), label: label(), currentValueLabel: nil)
  }
}

extension ProgressView {
  public nonisolated init<V: BinaryFloatingPoint>(
    value: V?, total: V = 1.0, @ViewBuilder label: () -> Label,
    @ViewBuilder currentValueLabel: () -> CurrentValueLabel
  ) {
    self.init(
      fraction: Self.part(value, of: total), label: label(), currentValueLabel: currentValueLabel())
  }

  private nonisolated static func part<V: BinaryFloatingPoint>(_ value: V?, of total: V) -> () -> Double? {
    let part = value.map { total == 0 ? 0 : min(1, max(0, Double($0 / total))) }
    return { part }
  }
}

extension ProgressView: HarnessView {
  public typealias Body = Never
  /// Shows a bar or a wheel, with its labels.
  func render(in context: HarnessContext) -> [HarnessNode] {
    let label = label.map { context.part("label").render($0) } ?? []
    let value = currentValueLabel.map { context.part("value").render($0) } ?? []
    let node = context.node(.progress, label: label.plainText).with {
      $0.fraction = fraction()
      $0.look.content = label
      $0.value = value.isEmpty ? nil : value.plainText
    }
    return [node]
  }
}
