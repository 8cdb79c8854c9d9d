/// What the user has turned on in Settings, Accessibility.
///
/// <https://developer.apple.com/documentation/uikit/uiaccessibility>
public enum UIAccessibility {
  /// <https://developer.apple.com/documentation/uikit/uiaccessibility/isvoiceoverrunning>
  @MainActor public static var isVoiceOverRunning: Bool { StandIn.assistiveTechnologies.contains(.voiceOver) }
  /// <https://developer.apple.com/documentation/uikit/uiaccessibility/isswitchcontrolrunning>
  @MainActor public static var isSwitchControlRunning: Bool {
    StandIn.assistiveTechnologies.contains(.switchControl)
  }
}

extension StandIn {
  /// The system's side: what helps a user to operate the device.
  public enum AssistiveTechnology: CaseIterable, Sendable { case voiceOver, switchControl }

  /// The system's side: what runs, for the task that asks.
  @TaskLocal public static var assistiveTechnologies: Set<AssistiveTechnology> = []
}
