import Shared

/// The windows of the app, each with its own ``NavigationModel``.
@MainActor
final class AppWindows {
  /// The windows on screen, in the order in which the system showed them. Before it shows one, the one that it will show.
  private(set) var all: [NavigationModel] = []
  /// The windows that the system has shown.
  private var shown: Set<ObjectIdentifier> = []
  private let make: @MainActor (AppWindows) -> NavigationModel

  /// Whether the user sees Intray in Files.
  var isInFiles = true { didSet { for window in all { window.isInFiles = isInFiles } } }

  /// - Parameter make: makes a window's model, which is given the windows to refresh.
  init(_ make: @escaping @MainActor (AppWindows) -> NavigationModel) {
    self.make = make
    all = [make(self)]
  }

  /// The window that the system shows next. SwiftUI asks more often than it shows one.
  var next: NavigationModel {
    if let free = all.first(where: { !shown.contains(ObjectIdentifier($0)) }) { return free }
    let new = make(self)
    new.isInFiles = isInFiles
    all.append(new)
    return new
  }

  /// The folders on screen.
  var folders: Set<DocumentPath> {
    Set(all.filter { shown.isEmpty || shown.contains(ObjectIdentifier($0)) }.map(\.folder))
  }

  /// The system shows a window.
  func show(_ window: NavigationModel) {
    shown.insert(ObjectIdentifier(window))
    window.look()
  }

  /// The system closed a window.
  func close(_ window: NavigationModel) {
    shown.remove(ObjectIdentifier(window))
    guard all.count > 1 else { return }
    // The system's undo manager may outlive the window, and it holds the window's model unowned.
    window.undoManager = nil
    all.removeAll { $0 === window }
  }

  /// Shows what changed in each window on screen.
  ///
  /// - Parameters:
  ///   - window: the window that shows it itself.
  ///   - isFresh: whether the index was brought up to date just now.
  func refresh(but window: NavigationModel? = nil, isFresh: Bool = false) async {
    // The one that is made for the next window looks when it is shown.
    for other in all where other !== window && (shown.isEmpty || shown.contains(ObjectIdentifier(other))) {
      await other.refresh(isFresh: isFresh)
    }
  }
}
