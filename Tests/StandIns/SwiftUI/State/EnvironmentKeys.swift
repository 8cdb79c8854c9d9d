import AppleFoundation
import Foundation

enum ScenePhaseKey: EnvironmentKey {
  static var defaultValue: ScenePhase { .background }
}
enum IsEnabledKey: EnvironmentKey {
  static var defaultValue: Bool { true }
}
enum DismissKey: EnvironmentKey {
  static var defaultValue: DismissAction { DismissAction(action: nil) }
}
enum RefreshKey: EnvironmentKey {
  static var defaultValue: RefreshAction? { nil }
}
enum EditModeKey: EnvironmentKey {
  static var defaultValue: Binding<EditMode>? { nil }
}
enum SizeClassKey: EnvironmentKey {
  static var defaultValue: UserInterfaceSizeClass? { .compact }
}
enum DisplayScaleKey: EnvironmentKey {
  // Of most phones.
  static var defaultValue: CGFloat { 3 }
}
enum UndoManagerKey: EnvironmentKey {
  static var defaultValue: UndoManager? { nil }
}
enum InlinePickerKey: EnvironmentKey {
  static var defaultValue: Bool { false }
}
enum HiddenLabelKey: EnvironmentKey {
  static var defaultValue: Bool { false }
}
enum PlainButtonKey: EnvironmentKey {
  static var defaultValue: Bool { false }
}

extension EnvironmentValues {
  public var scenePhase: ScenePhase {
    get { self[ScenePhaseKey.self] }
    set { self[ScenePhaseKey.self] = newValue }
  }
  /// Whether the user can use the view.
  var isEnabled: Bool {
    get { self[IsEnabledKey.self] }
    set { self[IsEnabledKey.self] = newValue }
  }
  public internal(set) var dismiss: DismissAction {
    get { self[DismissKey.self] }
    set { self[DismissKey.self] = newValue }
  }
  /// Refreshes what surrounds the view.
  var refresh: RefreshAction? {
    get { self[RefreshKey.self] }
    set { self[RefreshKey.self] = newValue }
  }
  public var editMode: Binding<EditMode>? {
    get { self[EditModeKey.self] }
    set { self[EditModeKey.self] = newValue }
  }
  public var horizontalSizeClass: UserInterfaceSizeClass? {
    get { self[SizeClassKey.self] }
    set { self[SizeClassKey.self] = newValue }
  }
  /// How many pixels a point has.
  public var displayScale: CGFloat {
    get { self[DisplayScaleKey.self] }
    set { self[DisplayScaleKey.self] = newValue }
  }
  /// What takes actions back in the window; nil until the window is on screen.
  public internal(set) var undoManager: UndoManager? {
    get { self[UndoManagerKey.self] }
    set { self[UndoManagerKey.self] = newValue }
  }
  /// Whether pickers show their options side by side with the rows around them.
  var hasInlinePickers: Bool {
    get { self[InlinePickerKey.self] }
    set { self[InlinePickerKey.self] = newValue }
  }
  /// Whether controls keep their labels for those who do not see them.
  var hidesLabels: Bool {
    get { self[HiddenLabelKey.self] }
    set { self[HiddenLabelKey.self] = newValue }
  }
  /// Whether buttons look like what they show.
  var hasPlainButtons: Bool {
    get { self[PlainButtonKey.self] }
    set { self[PlainButtonKey.self] = newValue }
  }
}
