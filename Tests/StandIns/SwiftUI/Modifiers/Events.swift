import Foundation

extension View {
  /// Does something with each address that the app is opened with.
  public nonisolated func onOpenURL(perform action: @escaping (URL) -> Void) -> some View {
    modifier(OpenURLModifier(action: action))
  }
  public nonisolated func refreshable(
    @_inheritActorContext action: @escaping @Sendable () async -> Void
  ) -> some View {
    modifier(EnvironmentModifier { $0.refresh = RefreshAction(action: action) })
  }
  /// Plays feedback when a value changes so that the condition holds. It cannot be felt here.
  public nonisolated func sensoryFeedback<T: Equatable>(
    _ feedback: SensoryFeedback, trigger: T, condition: @escaping (_ oldValue: T, _ newValue: T) -> Bool
  ) -> some View { self }
  public nonisolated func onSubmit(of triggers: SubmitTriggers = .text, _ action: @escaping () -> Void)
    -> some View
  {
    modifier(SubmitModifier(triggers: triggers, action: action))
  }
}

public struct SensoryFeedback: Equatable, Sendable {
  private let name: String
  public static let success = SensoryFeedback(name: "success")
}

public struct SubmitTriggers: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let text = SubmitTriggers(rawValue: 1)
}

struct OpenURLModifier {
  let action: (URL) -> Void
}
extension OpenURLModifier: HarnessModifier {
  func render(
    _ content: @MainActor (HarnessContext) -> [HarnessNode], in context: HarnessContext
  ) -> [HarnessNode] {
    context.harness.openHandlers.append(action)
    return content(context)
  }
}

struct SubmitModifier {
  let triggers: SubmitTriggers
  let action: () -> Void
}
extension SubmitModifier: HarnessModifier {
  func render(
    _ content: @MainActor (HarnessContext) -> [HarnessNode], in context: HarnessContext
  ) -> [HarnessNode] {
    content(context.with { $0.onSubmit.append((triggers, action)) })
  }
}

/// Changes what the content shows, element by element.
struct NodeModifier {
  let change: (inout HarnessNode, HarnessContext) -> Void
}
extension NodeModifier: HarnessModifier {
  func render(
    _ content: @MainActor (HarnessContext) -> [HarnessNode], in context: HarnessContext
  ) -> [HarnessNode] {
    content(context).map { node in node.with { change(&$0, context) } }
  }
}
