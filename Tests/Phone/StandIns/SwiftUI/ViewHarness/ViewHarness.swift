import Accessibility
import AppleFoundation
import Foundation
import Observation
import UIKit

/// Shows an app or a view as elements that can be read and used, and as text.
///
/// A harness keeps the views alive as the system does: state belongs to a position in the tree, changes of state and
/// of observable objects show by themselves, and views appear and disappear. It is the simulator's and the tests'
/// side; product code does not name it.
///
///     let harness = ViewHarness(IntrayApp())
///     harness.scenePhase = .active
///     try await harness.wait(for: "report.pdf")
///     try harness.swipe("report.pdf", "Delete")
///     print(harness.text)
///
/// Nothing polls and nothing sleeps: ``wait(atMost:until:)`` is woken by what changes. Work of views is cancelled
/// when they disappear, when ``isVisible`` becomes false, and when the harness goes away.
@MainActor
public final class ViewHarness {
  nonisolated let invalidation = HarnessInvalidation()
  private(set) var pass = 0
  private let root = HarnessSlot()
  private var draw: @MainActor (HarnessContext) -> [HarnessNode]
  private var shown = HarnessNode(.screen)
  private var isUpdating = false
  private var lifecycles: [HarnessLifecycle] = []
  private var effects: [() -> Void] = []
  var openHandlers: [(URL) -> Void] = []
  var waiters: [HarnessWaiter] = []
  var works: [Int: Task<Void, Never>] = [:]
  private var workCount = 0

  /// Whether the app is in use.
  public var scenePhase: ScenePhase = .inactive { didSet { if scenePhase != oldValue { refresh() } } }
  /// How wide the screen is: a phone's, unless said otherwise.
  public var horizontalSizeClass: UserInterfaceSizeClass = .compact {
    didSet { if horizontalSizeClass != oldValue { refresh() } }
  }
  /// Whether text is so large that only the narrowest view of several fits.
  public var isTypeLarge = false { didSet { if isTypeLarge != oldValue { refresh() } } }
  /// Whether what the harness shows is on screen; a controller sets it when it appears and disappears.
  public var isVisible = true { didSet { if isVisible != oldValue { refresh() } } }
  /// What takes the user's actions back.
  public let undoManager = UndoManager()
  /// The objects that the window tells commands, by their types.
  var focused: [ObjectIdentifier: AnyObject] = [:]
  /// The system's side: what the window tells commands of a type; nil is nothing.
  public func focused<T: AnyObject>(_ type: T.Type) -> T? {
    update()
    return focused[ObjectIdentifier(type)] as? T
  }
  /// The commands of the app.
  var commands: [HarnessNode] = []
  /// What the window keeps for its next life.
  public var sceneValues: [String: Any] = [:]
  /// What VoiceOver was given to read, in order, in this process.
  public static var announced: [String] { AccessibilityNotification.Announcement.announced }
  /// The window, whose root view holds the views of UIKit that are shown.
  private(set) lazy var window: UIWindow = {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
    window.rootViewController = UIViewController(nibName: nil, bundle: nil)
    return window
  }()
  /// What the user shared from the app, in order.
  public internal(set) var shared: [[Any]] = []
  /// What the user copied.
  public var pasteboard: [NSItemProvider] {
    get { StandIn.Pasteboard.ofTask.items }
    set {
      StandIn.Pasteboard.ofTask.items = newValue
      refresh()
    }
  }
  /// The delegate of the app that is shown.
  weak var delegate: (any UIApplicationDelegate)?
  /// The window that the user uses instead of this one.
  public weak var windowInUse: ViewHarness?

  /// Shows an app.
  public convenience init(_ app: some App) {
    self.init { context in
      let here = context.child(.content)
      return here.render(here.attached(app).body)
    }
  }

  /// Shows a view.
  public convenience init(_ view: some View) {
    self.init { $0.child(.content).render(view) }
  }

  private init(draw: @escaping @MainActor (HarnessContext) -> [HarnessNode]) {
    self.draw = draw
    invalidation.connect(self)
  }

  /// Shows another view of the same kind in the same place; what it remembers stays.
  func show(_ view: some View) {
    draw = { $0.child(.content).render(view) }
    refresh()
  }

  /// What is on screen now.
  public var tree: HarnessNode {
    update()
    return shown
  }

  /// What is on screen now, as lines of text.
  public var text: String { HarnessPrinter().print(tree) }

  /// Renders until nothing is out of date any more.
  func update() {
    guard !isUpdating else { return }
    isUpdating = true
    defer { isUpdating = false }
    var rounds = 0
    while invalidation.take() {
      rounds += 1
      precondition(rounds < 1000, "The views change their own state each time that they are shown.")
      render()
    }
    if rounds > 0 { wakeWaiters() }
  }

  func refresh() {
    invalidation.mark()
    update()
  }

  private func render() {
    pass += 1
    (lifecycles, effects, openHandlers) = ([], [], [])
    let screen = HarnessScreen()
    let visibility = HarnessVisibility(in: nil)
    visibility.isHere = isVisible
    let context = HarnessContext(
      harness: self, invalidation: invalidation, slot: root, pass: pass, environment: environment,
      screen: screen, visibility: visibility)
    let content = withObservationTracking {
      draw(context)
    } onChange: { [invalidation] in
      invalidation.mark()
    }
    shown = screen.around(content)
    let (appearing, following) = (lifecycles, effects)
    for gone in root.sweep(pass: pass) { gone.disappear() }
    for lifecycle in appearing { lifecycle.follow(on: self) }
    for effect in following { effect() }
  }

  private var environment: EnvironmentValues {
    var values = EnvironmentValues()
    values.scenePhase = scenePhase
    values.undoManager = undoManager
    values.horizontalSizeClass = horizontalSizeClass
    return values
  }

  /// Has the appearing of a view followed after this pass.
  func follow(_ lifecycle: HarnessLifecycle) { lifecycles.append(lifecycle) }

  /// Does something after this pass.
  func afterwards(_ effect: @escaping () -> Void) { effects.append(effect) }

  /// Runs work of a view, and remembers it until it ends.
  func run(
    priority: TaskPriority?, _ work: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    workCount += 1
    let id = workCount
    let task = Task(priority: priority) { [weak self] in
      await work()
      self?.works[id] = nil
      self?.wakeWaiters()
    }
    works[id] = task
    return task
  }
}
