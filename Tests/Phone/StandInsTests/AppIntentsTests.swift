import AppIntents
import Testing

/// What the system asks an action for, it asks through the protocol.
struct AppIntentsTests {
  // https://developer.apple.com/documentation/appintents/appintent
  @Test func anActionSaysItselfWhatItAsksOfTheUser() {
    #expect(
      settings(of: Cautious.self) == Settings(policy: .requiresAuthentication, opens: true, isFound: false))
    #expect(settings(of: Plain.self) == Settings(policy: .alwaysAllowed, opens: false, isFound: true))
  }

  private struct Settings: Equatable {
    var policy: IntentAuthenticationPolicy
    var opens: Bool
    var isFound: Bool
  }

  private func settings<Action: AppIntent>(of action: Action.Type) -> Settings {
    Settings(
      policy: action.authenticationPolicy, opens: action.openAppWhenRun, isFound: action.isDiscoverable)
  }
}

private struct Cautious: AppIntent {
  static let title: LocalizedStringResource = "Cautious"
  static let authenticationPolicy = IntentAuthenticationPolicy.requiresAuthentication
  static let openAppWhenRun = true
  static let isDiscoverable = false
  func perform() async throws -> some IntentResult & ReturnsValue<Int> { .result(value: 0) }
}

private struct Plain: AppIntent {
  static let title: LocalizedStringResource = "Plain"
  func perform() async throws -> some IntentResult & ReturnsValue<Int> { .result(value: 0) }
}
