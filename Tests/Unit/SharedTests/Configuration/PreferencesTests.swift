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

  /// A folder in the trash is another one.
  @Test(
    arguments: [
      ("Work", "Home/Job", ["Home/Job/Trip", "Home/Job", "Works"]),
      ("Work/Trip", "Trip", ["Trip", "Work", "Works"]),
      ("Other", "Work", ["Work/Trip", "Work", "Works"]),
      (DocumentPath(["Work"], in: .trash), "Work-1", ["Work/Trip", "Work", "Works"]),
    ] as [(DocumentPath, DocumentPath, [String])])
  func theFoldersThatWereUsedLastFollowAFolderThatMoves(
    old: DocumentPath, new: DocumentPath, paths: [String]
  ) throws {
    let suite = "PreferencesTests.\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    defaults.set(["Work/Trip", "Work", "Works"], forKey: Preferences.recentFoldersKey)
    defaults.set(["Work/Trip", 7.5], forKey: Preferences.lastFolderKey)
    Preferences.follow(old, to: new, in: defaults)
    #expect(defaults.stringArray(forKey: Preferences.recentFoldersKey) == paths)
    let last = try #require(defaults.array(forKey: Preferences.lastFolderKey))
    #expect(last.first as? String == paths[0] && last.last as? Double == 7.5)
  }
}
