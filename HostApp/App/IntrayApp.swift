import Foundation
import IntrayCore
import SwiftUI

/// The app: one model, any number of windows. It drains when it becomes active. While it is active, it shows new documents.
@main
struct IntrayApp: App {
  @UIApplicationDelegateAdaptor private var delegate: AppDelegate
  /// nil when the process has no App Group: a damaged app.
  @State private var model: HostModel?
  @Environment(\.scenePhase) private var scenePhase

  init() {
    Sandbox.temporaryIsEmptied
    self.init(model: DocumentLibrary.current.map { HostModel(library: $0) })
  }

  /// The app with the caller's model.
  init(model: HostModel?) {
    _model = State(initialValue: model)
  }

  var body: some Scene {
    WindowGroup {
      if let model {
        WindowView(app: model)
      } else {
        Label(Messages.noContainer, systemImage: "exclamationmark.triangle")
      }
    }
    .commands { PageCommands() }
    .onChange(of: scenePhase, initial: true) { _, phase in
      if phase == .active { Task { await model?.activate() } }
      if phase == .background { model?.leave() }
    }
  }
}

/// A window of the app. The system makes it, restores it and closes it.
struct WindowView: View {
  let app: HostModel
  @State private var window: WindowModel
  /// Where the window is, for its next life. The first one shows what came.
  @SceneStorage("Location") private var location = Route(.recents).kept
  @Environment(\.scenePhase) private var scenePhase

  init(app: HostModel) {
    self.app = app
    _window = State(initialValue: WindowModel(app))
  }

  var body: some View {
    ContentView(window: window)
      .onOpenURL { url in
        Task { await app.open(url, in: window) }
      }
      .onAppear {
        window.route = Route(kept: location) ?? Route(.recents)
        app.windows.bringToFront(window)
        performRequest()
      }
      .onDisappear { app.windows.close(window) }
      .onChange(of: window.route) { _, new in
        location = new.kept
        app.windows.watchFolders()
      }
      .onChange(of: WindowRequest.shared.wanted != nil) { _, _ in performRequest() }
      .task(id: scenePhase) {
        guard scenePhase == .active else { return }
        app.windows.bringToFront(window)
        performRequest()
        await app.follow()
      }
  }

  /// The window in front does what the user wants.
  private func performRequest() {
    guard app.windows.front === window, let request = WindowRequest.shared.take() else { return }
    app.perform(request, in: window)
  }
}

/// The places beside the one that is looked into; where there is room for one column, they are a step back.
struct ContentView: View {
  @Bindable var window: WindowModel
  @Environment(\.undoManager) private var undoManager
  @Environment(\.horizontalSizeClass) private var width

  var body: some View {
    let place = window.route.place
    NavigationSplitView(preferredCompactColumn: $window.column) {
      Sidebar(window: window)
    } detail: {
      NavigationStack(path: $window.route.path) {
        PageView(window: window, place: place)
          .navigationDestination(for: Route.Step.self) { PageView(window: window, place: place, step: $0) }
      }
      // Another place has pages of its own.
      .id(place)
    }
    .inspector(isPresented: width == .regular ? $window.showsPreview : .constant(false)) {
      PreviewColumn(window: window).inspectorColumnWidth(min: 280, ideal: 400, max: 640)
    }
    .onChange(of: width, initial: true) { _, width in window.isWide = width == .regular }
    .background { DropArea(drops: DropModel(window: window)) }
    .modifier(WindowSheets(window: window))
    .task(id: window.app.overview.revision) {
      await window.app.overview.look(in: window.library)
      window.app.contents.read()
    }
    // A window can get another one while it is on screen.
    .onChange(of: undoManager.map(ObjectIdentifier.init), initial: true) { _, _ in
      window.undoManager = undoManager
    }
  }
}
