import Foundation
import Shared
import SwiftUI
import Synchronization
import Testing

@testable import HostApp

/// Windows: each has its own place, folder, search and sheets, and all show the same documents.
@MainActor
@Suite struct WindowTests {
  private func path(_ text: String) -> DocumentPath {
    DocumentPath(text.split(separator: "/").map { FileName(String($0)) })
  }

  @Test func eachWindowHasItsOwnFolderAndShowsWhatTheOtherOneDoes() async throws {
    try await withApp { (model: HostModel, path: String) async throws in
      for name in ["a.txt", "Work/b.txt"] { try put(name, at: path + "/AppGroup/Documents/" + name) }
      await model.activate()
      let first = model.windows.next
      model.windows.show(first)
      let second = model.windows.next
      model.windows.show(second)
      #expect(first === model.browser && second !== first && model.windows.all.count == 2)
      await second.work?.value
      await second.enter(self.path("Work"))
      #expect(first.listed == ["Work", "a.txt"] && second.listed == ["Work/b.txt"])
      // A drag or a move in one window is seen in the other.
      first.move([SeenDocument(self.path("a.txt"))], to: self.path("Work"))
      await first.work?.value
      #expect(first.listed == ["Work"] && second.listed == ["Work/a.txt", "Work/b.txt"])
      model.windows.close(second)
      #expect(model.windows.all.count == 1 && model.browser === first)
      model.windows.close(first)
      #expect(model.windows.next === first)
    }
  }

  /// The system's undo manager may outlive a window, and holds what it takes back for unowned:
  /// <https://developer.apple.com/documentation/foundation/undomanager/registerundo(withtarget:handler:)>.
  @Test func whatWasDoneInAWindowIsNotTakenBackAfterItWasClosed() async throws {
    try await withApp { (model: HostModel, path: String) async throws in
      for name in ["a.txt", "b.txt"] { try put(name, at: path + "/AppGroup/Documents/" + name) }
      await model.activate()
      model.windows.show(model.windows.next)
      let second = model.windows.next
      model.windows.show(second)
      await second.work?.value
      let (undoManager, later) = (UndoManager(), UndoManager())
      second.undoManager = undoManager
      second.throwAway([self.path("a.txt")])
      await second.work?.value
      // The window gets another one while it is on screen.
      second.undoManager = later
      undoManager.undo()
      second.throwAway([self.path("b.txt")])
      await second.work?.value
      model.windows.close(second)
      later.undo()
      await second.work?.value
      #expect(try contents(of: path + "/AppGroup/Trash") == ["a.txt", "b.txt"])
    }
  }

  @Test func aLinkIsFollowedInTheWindowThatGotIt() async throws {
    try await withApp { (model: HostModel, path: String) async throws in
      try put("b", at: path + "/AppGroup/Documents/Work/b.txt")
      model.windows.show(model.windows.next)
      let second = model.windows.next
      model.windows.show(second)
      await model.open(try #require(URL(string: "intray://document/Work/b.txt")), in: second)
      #expect(second.path == [self.path("Work")] && model.browser.path.isEmpty)
      await second.work?.value
    }
  }

  @Test func aWindowComesBackToItsPlaceAndFolder() async throws {
    try await withBrowser(["Work/deep & down/b.txt"]) { (browser: NavigationModel, _: String) async throws in
      await browser.enter(path("Work"))
      await browser.enter(path("Work/deep & down"))
      let kept = browser.location
      let later = NavigationModel(library: browser.library)
      later.restore(kept)
      await later.work?.value
      #expect(later.path == [path("Work"), path("Work/deep & down")])
      #expect(later.listed == ["Work/deep & down/b.txt"])
      browser.place = .trash
      later.restore(browser.location)
      #expect(later.shownPlace == .trash && later.path.isEmpty)
      // What another version wrote is no place.
      later.restore("elsewhere x")
      later.restore("")
      #expect(later.shownPlace == .trash)
      await later.work?.value
    }
  }

  @Test func goingIntoAFoundFolderClearsTheSearchAndGoingBackFindsTheListAsItWas() async throws {
    let names = (0..<NavigationModel.pageSize + 20).map { "\($0).txt" } + ["zz folder/in.txt"]
    try await withBrowser(names) { (browser: NavigationModel, _: String) async throws in
      if let last = browser.list.entries.last { browser.appeared(last) }
      await browser.work?.value
      #expect(browser.list.entries.count == names.count)
      await browser.enter(path("zz folder"))
      // The list below stays on screen while the folder slides in.
      #expect(browser.list(of: DocumentPath())?.entries.count == names.count)
      browser.path = []
      #expect(browser.list.entries.count == names.count)
      await browser.work?.value
      #expect(browser.list.entries.count == names.count)
      browser.text = "zz"
      await browser.work?.value
      #expect(browser.listed == ["zz folder"])
      await browser.enter(path("zz folder"))
      #expect(browser.text == "" && browser.listed == ["zz folder/in.txt"])
    }
  }

  @Test func theOrderOfEachFolderIsKept() async throws {
    let chosen = Mutex<[String: DocumentQuery.Order]>([:])
    let options = ViewOptions(
      order: { folder in chosen.withLock { $0[folder] } },
      keepOrder: { order, folder in chosen.withLock { $0[folder] = order } })
    try await withBrowser(["Work/a.txt"]) { (shown: NavigationModel, _: String) async throws in
      let browser = NavigationModel(library: shown.library, options: options)
      browser.chosenOrder = .size
      await browser.enter(path("Work"))
      #expect(browser.order == .size)
      browser.chosenOrder = .kind
      browser.path = []
      await browser.work?.value
      #expect(browser.order == .size)
      #expect(chosen.withLock { $0 } == ["": .size, "Work": .kind])
    }
  }

  @Test func whatArrivedIsInRecentsTheLatestFirstUntilItIsGone() async throws {
    try await withApp(visits: VisitMemory().visits) { (model: HostModel, path: String) async throws in
      for name in ["old.txt", "new.txt"] {
        try #require(model.library).deposit(name, name)
        await model.drain()
      }
      try put("by Finder", at: path + "/AppGroup/Documents/other.txt")
      model.browser.place = .recents
      await model.browser.work?.value
      #expect(model.browser.order == .added && model.browser.listed == ["new.txt", "old.txt"])
      #expect(model.browser.list.entries.allSatisfy(model.recents.isNew))
      model.leave()
      await model.activate()
      await model.browser.refresh()
      // They stay, and are not new any more.
      #expect(model.browser.listed == ["new.txt", "old.txt"])
      #expect(!model.browser.list.entries.contains(where: model.recents.isNew))
      model.browser.throwAway([self.path("new.txt")])
      await model.browser.work?.value
      #expect(model.browser.listed == ["old.txt"])
    }
  }

  @Test func theTrashIsEmptiedAfterTheUserConfirmsIt() async throws {
    try await withBrowser(["a.txt", "b.txt", "c.txt"]) {
      (browser: NavigationModel, path: String) async throws in
      browser.throwAway([self.path("a.txt"), self.path("b.txt")])
      await browser.work?.value
      browser.place = .trash
      await browser.work?.value
      browser.beginEmptyingTrash()
      await browser.work?.value
      #expect(browser.removing.count == 2 && browser.list.total == 2)
      browser.remove(browser.removing)
      await browser.work?.value
      #expect(browser.list.total == 0 && browser.problem == nil)
      #expect(try contents(of: path + "/AppGroup/Documents") == ["c.txt"])
    }
  }

  @Test func anActionOnADocumentThatAnotherOneReplacedIsRefused() async throws {
    try await withBrowser(["a.txt"]) { (browser: NavigationModel, path: String) async throws in
      let file = path + "/AppGroup/Documents/a.txt"
      try FileManager.default.moveItem(atPath: file, toPath: path + "/elsewhere.txt")
      try put("another", at: file)
      browser.throwAway([self.path("a.txt")])
      await browser.work?.value
      #expect(browser.problem != nil)
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "another")
    }
  }
}

#if canImport(AppleFoundation)
  /// What only a window on screen has: undo by shaking or a keyboard, VoiceOver, and what the system keeps for it.
  @MainActor
  @Suite struct WindowScreenTests {
    private func withScreen(
      _ names: [String], _ body: (ViewHarness, HostModel, String) async throws -> Void
    ) async throws {
      try await withApp { (model: HostModel, path: String) async throws in
        for name in names { try put(name, at: path + "/AppGroup/Documents/" + name) }
        let harness = ViewHarness(IntrayApp(model: model))
        harness.scenePhase = .active
        try await harness.wait { _ in !model.isBusy && !model.browser.list.entries.isEmpty }
        try await body(harness, model, path)
        harness.scenePhase = .background
        await harness.finishWork()
      }
    }

    @Test func aShakeTakesBackADeletionARenamingAndAMove() async throws {
      try await withScreen(["a.txt", "Work/b.txt"]) {
        (harness: ViewHarness, model: HostModel, path: String) async throws in
        let browser = model.browser
        let documents = path + "/AppGroup/Documents"
        let a = DocumentPath(["a.txt"])
        browser.throwAway([a])
        await browser.work?.value
        #expect(harness.undoManager.undoActionName == "Delete")
        harness.undoManager.undo()
        await browser.work?.value
        #expect(try contents(of: documents) == ["Work", "a.txt"])
        browser.move([browser.seen(a)], to: DocumentPath(["Work"]))
        await browser.work?.value
        #expect(try contents(of: documents + "/Work") == ["a.txt", "b.txt"])
        #expect(harness.undoManager.undoActionName == "Move")
        harness.undoManager.undo()
        await browser.work?.value
        #expect(try contents(of: documents) == ["Work", "a.txt"])
        browser.beginRenaming(a)
        browser.typed = "c.txt"
        await browser.name()
        await browser.work?.value
        #expect(try contents(of: documents) == ["Work", "c.txt"])
        harness.undoManager.undo()
        await browser.work?.value
        #expect(try contents(of: documents) == ["Work", "a.txt"])
      }
    }

    @Test func aMessageIsReadByVoiceOverAndStaysUntilItIsClosed() async throws {
      try await withScreen(["a.txt"]) { (harness: ViewHarness, model: HostModel, path: String) async throws in
        try FileManager.default.removeItem(atPath: path + "/AppGroup/Documents/a.txt")
        model.browser.throwAway([DocumentPath(["a.txt"])])
        await model.browser.work?.value
        let problem = try #require(model.browser.problem)
        #expect(harness.text.contains(problem))
        #expect(ViewHarness.announced.contains(problem))
        try harness.press("Close")
        #expect(model.browser.problem == nil && !harness.text.contains(problem))
      }
    }

    @Test func theSystemGivesAWindowItsPlaceBack() async throws {
      try await withScreen(["Work/b.txt"]) {
        (harness: ViewHarness, model: HostModel, _: String) async throws in
        await model.browser.enter(DocumentPath(["Work"]))
        _ = harness.text
        let kept = harness.sceneValues
        let later = HostModel(library: model.library)
        let window = ViewHarness(IntrayApp(model: later))
        window.sceneValues = kept
        window.scenePhase = .active
        try await window.wait { _ in later.browser.listed == ["Work/b.txt"] && !later.isBusy }
        window.scenePhase = .background
        await window.finishWork()
        try await settle(later)
      }
    }
  }
#endif
