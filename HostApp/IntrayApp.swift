import Shared
import SwiftUI

/// The app: one model, any number of windows. It drains when it becomes active. While it is active, it shows new documents.
@main
struct IntrayApp: App {
  @State private var model: HostModel
  @Environment(\.scenePhase) private var scenePhase

  init() {
    self.init(model: .make())
  }

  /// The app with the caller's model.
  init(model: HostModel) {
    _model = State(initialValue: model)
  }

  var body: some Scene {
    WindowGroup {
      WindowView(model: model)
    }
    .commands { FolderCommands() }
    .onChange(of: scenePhase, initial: true) { _, phase in
      if phase == .active { Task { await model.activate() } }
      if phase == .background { model.leave() }
    }
  }
}
