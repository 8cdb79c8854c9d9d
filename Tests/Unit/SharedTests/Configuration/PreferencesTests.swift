import Foundation
import Testing

@testable import IntrayCore

/// What the user has answered once for all.
@Suite struct PreferencesTests {
  @Test func whatBecomesOfMarkedUpDocumentsIsAskedUntilItWasAnswered() throws {
    let suite = "PreferencesTests.\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    #expect(Preferences(defaults).markupAnswer == .ask)
    Preferences.keep(.replace, in: defaults)
    #expect(Preferences(defaults).markupAnswer == .replace)
    defaults.set("of a later version", forKey: Preferences.markupAnswerKey)
    #expect(Preferences(defaults).markupAnswer == .ask)
  }
}
