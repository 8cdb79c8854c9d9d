/// The appearing and disappearing of one view.
final class HarnessLifecycle {
  var onAppear: (() -> Void)?
  var onDisappear: (() -> Void)?
  var work: (@MainActor (ViewHarness) -> Task<Void, Never>)?
  /// A change of it starts the work again.
  var workID: AnyHashableValue?
  var visibility: HarnessVisibility

  private var hasAppeared = false
  private var task: Task<Void, Never>?
  private var taskID: AnyHashableValue?

  init(visibility: HarnessVisibility) { self.visibility = visibility }

  deinit { task?.cancel() }

  /// Follows what the last rendering said.
  @MainActor
  func follow(on harness: ViewHarness) {
    guard visibility.isVisible else { return disappear() }
    let isNew = !hasAppeared
    hasAppeared = true
    if isNew { onAppear?() }
    if let work, isNew || taskID != workID {
      task?.cancel()
      taskID = workID
      task = work(harness)
    }
  }

  /// The view left the screen.
  func disappear() {
    guard hasAppeared else { return }
    hasAppeared = false
    onDisappear?()
    task?.cancel()
    task = nil
  }
}

/// A value that can be compared with another of its type.
struct AnyHashableValue: Equatable {
  private let value: any Equatable
  init(_ value: some Equatable) { self.value = value }

  static func == (left: Self, right: Self) -> Bool {
    func isEqual<V: Equatable>(_ value: V) -> Bool { value == right.value as? V }
    return isEqual(left.value)
  }
}

/// Whether a part of the tree is on screen: a page that another covers is not.
final class HarnessVisibility {
  private let parent: HarnessVisibility?
  var isHere = true
  init(in parent: HarnessVisibility?) { self.parent = parent }
  var isVisible: Bool { isHere && parent?.isVisible ?? true }
}
