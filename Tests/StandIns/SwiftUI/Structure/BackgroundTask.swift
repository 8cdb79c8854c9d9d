/// Work that the system has an app do in the background.
///
/// <https://developer.apple.com/documentation/swiftui/backgroundtask>
public struct BackgroundTask<Request, Response>: Sendable {
  let identifier: String
}

extension BackgroundTask where Request == Void, Response == Void {
  /// Refreshes what the app shows.
  public static func appRefresh(_ identifier: String) -> BackgroundTask<Void, Void> {
    BackgroundTask(identifier: identifier)
  }
}

extension Scene {
  /// Does work in the background when the system wants it.
  public nonisolated func backgroundTask<D: Sendable, R: Sendable>(
    _ task: BackgroundTask<D, R>, action: @escaping @Sendable (D) async -> R
  ) -> some Scene {
    BackgroundTaskScene(scene: self, identifier: task.identifier) {
      if let request = () as? D { _ = await action(request) }
    }
  }
}

struct BackgroundTaskScene<Content: Scene> {
  let scene: Content
  let identifier: String
  let action: @Sendable () async -> Void
}
extension BackgroundTaskScene: StageScene {
  func render(in context: StageContext) -> [StageNode] {
    context.stage.backgroundTasks[identifier] = action
    return context.child(.content).render(scene)
  }
}
