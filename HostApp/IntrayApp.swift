import Shared
import SwiftUI

/// The app: one model, one screen. Becoming active drains.
@main
struct IntrayApp: App {
  @State private var model: HostModel
  @Environment(\.scenePhase) private var scenePhase

  init() {
    self.init(model: .make())
  }

  /// The app with a model of somebody else's.
  init(model: HostModel) {
    _model = State(initialValue: model)
  }

  var body: some Scene {
    WindowGroup {
      ContentView(model: model)
        .onOpenURL { url in
          Task { await model.open(url) }
        }
    }
    .onChange(of: scenePhase, initial: true) { _, phase in
      if phase == .active { Task { await model.activate() } }
    }
  }
}
