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
    self.init(model: DocumentLibrary.current.map { HostModel(library: $0) })
  }

  /// The app with the caller's model.
  init(model: HostModel?) {
    _model = State(initialValue: model)
  }

  var body: some Scene {
    WindowGroup {
      if let model {
        WindowView(model: model)
      } else {
        Label(Messages.noContainer, systemImage: "exclamationmark.triangle")
      }
    }
    .commands { FolderCommands() }
    .onChange(of: scenePhase, initial: true) { _, phase in
      if phase == .active { Task { await model?.activate() } }
      if phase == .background { model?.leave() }
    }
  }
}

/// A window of the app. The system makes it, restores it and closes it.
struct WindowView: View {
  let model: HostModel
  @State private var browser: NavigationModel
  /// The place on screen, for the next life of the window. The first one shows what came.
  @SceneStorage("Location") private var location = SidebarItem.recents.rawValue + " "
  @Environment(\.scenePhase) private var scenePhase
  /// The model of the window that the user uses.
  @FocusedValue(NavigationModel.self) private var browserInUse

  init(model: HostModel) {
    self.model = model
    _browser = State(initialValue: model.windows.next)
  }

  var body: some View {
    ContentView(model: model, browser: browser)
      .focusedSceneValue(browser)
      .onOpenURL { url in
        Task { await model.open(url, in: browser) }
      }
      .onAppear {
        browser.restore(location)
        model.windows.show(browser)
        performRequest()
      }
      .onDisappear { model.windows.close(browser) }
      .onChange(of: browser.location) { _, new in location = new }
      .onChange(of: WindowRequest.shared.wanted != nil) { _, _ in performRequest() }
      .onChange(of: browser.folder, initial: true) { _, _ in model.watchFolders() }
      .task(id: scenePhase) {
        if scenePhase == .active { await model.follow() }
      }
  }

  /// The first window that sees what the user wants does it. Only the window in use pastes.
  private func performRequest() {
    if case .paste = WindowRequest.shared.wanted, let browserInUse, browserInUse !== browser { return }
    if let request = WindowRequest.shared.take() { model.perform(request, in: browser) }
  }
}

/// The places beside the one that is looked into; where there is room for one column, they are a step back.
struct ContentView: View {
  let model: HostModel
  @Bindable var browser: NavigationModel
  @Environment(\.undoManager) private var undoManager

  init(model: HostModel, browser: NavigationModel? = nil) {
    self.model = model
    self.browser = browser ?? model.browser
  }

  var body: some View {
    NavigationSplitView(preferredCompactColumn: $browser.column) {
      Sidebar(model: model, browser: browser)
    } detail: {
      switch browser.shownPlace {
      case .recents:
        RecentsView(model: model, browser: browser)
      case .documents: DocumentsView(model: model, browser: browser)
      case .links: LinksView(browser: browser)
      case .conflicts: ConflictsView(browser: browser)
      case .cloud: CloudView(drive: browser.drive)
      case .trash: TrashView(browser: browser)
      }
    }
    .background { DropArea(drops: DropModel(browser: browser, importer: model.importer)) }
    .modifier(WindowSheets(model: model, browser: browser))
    .environment(model.importer)
    // A window can get another one while it is on screen.
    .onChange(of: undoManager.map(ObjectIdentifier.init), initial: true) { _, _ in
      browser.undoManager = undoManager
    }
  }
}

/// The windows of the app, each with its own ``NavigationModel``.
@MainActor
final class AppWindows {
  /// The windows on screen, in the order in which the system showed them. Before it shows one, the one that it will show.
  private(set) var all: [NavigationModel] = []
  /// Those that the system has shown, and before the first the one that it will show.
  private var onScreen: [NavigationModel] {
    let shown = all.filter(\.isShown)
    return shown.isEmpty ? all : shown
  }
  private let make: @MainActor (AppWindows) -> NavigationModel

  var isInFiles = true { didSet { for window in all { window.isInFiles = isInFiles } } }

  /// - Parameter make: makes a window's model, which is given the windows to refresh.
  init(_ make: @escaping @MainActor (AppWindows) -> NavigationModel) {
    self.make = make
    all = [make(self)]
  }

  /// The window that the system shows next. SwiftUI asks more often than it shows one.
  var next: NavigationModel {
    if let free = all.first(where: { !$0.isShown }) { return free }
    let new = make(self)
    new.isInFiles = isInFiles
    all.append(new)
    return new
  }

  var folders: Set<DocumentPath> { Set(onScreen.map(\.folder)) }

  func show(_ window: NavigationModel) {
    window.isShown = true
    window.look()
  }

  func close(_ window: NavigationModel) {
    window.isShown = false
    guard all.count > 1 else { return }
    // The system's undo manager may outlive the window, and it holds the window's model unowned.
    window.undoManager = nil
    all.removeAll { $0 === window }
  }

  /// Shows what changed in each window on screen but the one that shows it itself.
  func refresh(but window: NavigationModel? = nil, isFresh: Bool = false) async {
    // The one that is made for the next window looks when it is shown.
    for other in onScreen where other !== window { await other.refresh(isFresh: isFresh) }
  }
}
