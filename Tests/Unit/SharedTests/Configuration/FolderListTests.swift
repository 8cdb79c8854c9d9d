import Foundation
import Testing

@testable import IntrayCore

/// The folders that the user wants at hand, as the defaults keep them.
struct FolderListTests {
  @Test func aListIsKeptAsText() throws {
    let list = FolderList(["Work", "Work/Ünï “1”", "a\nb"])
    #expect(FolderList(rawValue: list.rawValue) == list)
    #expect(FolderList(rawValue: "") == nil && FolderList(rawValue: "{}") == nil)
    #expect(FolderList(rawValue: FolderList().rawValue)?.paths == [])
  }

  @Test(
    arguments: [
      ("Work", "Job", ["Job", "Job/In", "Workshop"]), ("Work/In", "In", ["Work", "In", "Workshop"]),
      ("Other", "Work", ["Work", "Work/In", "Workshop"]),
    ] as [(DocumentPath, DocumentPath, [DocumentPath])])
  func aFolderThatMovesIsFollowed(old: DocumentPath, new: DocumentPath, paths: [DocumentPath]) {
    var list = FolderList(["Work", "Work/In", "Workshop"])
    let isAmongThem = list.follow(old, to: new)
    #expect(list.paths == paths && isAmongThem == (old != "Other"))
  }

  @Test func aDeletedFolderOfTheSameNameThatIsRecoveredIsAnother() {
    var list = FolderList(["Work"])
    let isAmongThem = list.follow(DocumentPath(["Work"], in: .trash), to: "Work-1")
    #expect(!isAmongThem && list.paths == ["Work"])
  }

  @Test func whatIsKeptByItsPathFollowsAFolderThatIsRenamed() throws {
    let suite = "FolderListTests.\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    let favorites = FolderList(["Work", "Work/Trip", "Works"])
    defaults.set(favorites.rawValue, forKey: Preferences.favoriteFoldersKey)
    defaults.set(["Home", "Work/Trip"], forKey: Preferences.recentFoldersKey)
    defaults.set(["Work/Trip", 7.5], forKey: Preferences.lastFolderKey)
    Preferences.follow("Work", to: "Home/Job", in: defaults)
    let kept = try #require(defaults.string(forKey: Preferences.favoriteFoldersKey))
    #expect(FolderList(rawValue: kept)?.paths == ["Home/Job", "Home/Job/Trip", "Works"])
    #expect(defaults.stringArray(forKey: Preferences.recentFoldersKey) == ["Home", "Home/Job/Trip"])
    let last = try #require(defaults.array(forKey: Preferences.lastFolderKey))
    #expect(last.first as? String == "Home/Job/Trip" && last.last as? Double == 7.5)
  }
}
