import Foundation
import IntrayCore
import SwiftUI
import Synchronization
import Testing

@testable import HostApp

/// Windows: each has its own place, folder, search and sheets, and all show the same documents.
@MainActor
@Suite(.inApp) struct WindowTests {
  private func path(_ text: String) -> DocumentPath {
    DocumentPath(text.split(separator: "/").map { FileName(String($0)) })
  }

  @Test func eachWindowHasItsOwnFolderAndShowsWhatTheOtherOneDoes() async throws {
    let (model, _) = try await openActiveApp(["a.txt", "Work/b.txt"])
    let first = model.windows.next
    model.windows.show(first)
    let second = model.windows.next
    model.windows.show(second)
    #expect(first === model.browser && second !== first && model.windows.all.count == 2)
    await second.work?.value
    await second.enter(self.path("Work"))
    #expect(first.listed == ["Work", "a.txt"] && second.listed == ["Work/b.txt"])
    // A drag or a move in one window is seen in the other.
    await first.finish { $0.move([SeenDocument(self.path("a.txt"))], to: self.path("Work")) }
    #expect(first.listed == ["Work"] && second.listed == ["Work/a.txt", "Work/b.txt"])
    model.windows.close(second)
    #expect(model.windows.all.count == 1 && model.browser === first)
    model.windows.close(first)
    #expect(model.windows.next === first)
  }

  /// The system's undo manager may outlive a window, and holds what it takes back for unowned:
  /// <https://developer.apple.com/documentation/foundation/undomanager/registerundo(withtarget:handler:)>.
  @Test func whatWasDoneInAWindowIsNotTakenBackAfterItWasClosed() async throws {
    let (model, path) = try await openActiveApp(["a.txt", "b.txt"])
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

  @Test func aLinkIsFollowedInTheWindowThatGotIt() async throws {
    let (model, path) = try openApp()
    try put("b", at: path + "/AppGroup/Documents/Work/b.txt")
    model.windows.show(model.windows.next)
    let second = model.windows.next
    model.windows.show(second)
    await model.open(try #require(URL(string: "intray://document/Work/b.txt")), in: second)
    #expect(second.path == [self.path("Work")] && model.browser.path.isEmpty)
    await second.work?.value
  }

  @Test func aWindowComesBackToItsPlaceAndFolder() async throws {
    let (browser, _) = try await openBrowser(["Work/deep & down/b.txt"])
    await browser.enter(path("Work"))
    await browser.enter(path("Work/deep & down"))
    let kept = browser.location
    let later = NavigationModel(library: browser.library)
    await later.finish { $0.restore(kept) }
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

  @Test func goingIntoAFoundFolderClearsTheSearchAndGoingBackFindsTheListAsItWas() async throws {
    let names = (0..<NavigationModel.pageSize + 20).map { "\($0).txt" } + ["zz folder/in.txt"]
    let (browser, _) = try await openBrowser(names)
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
    await browser.finish { $0.text = "zz" }
    #expect(browser.listed == ["zz folder", "zz folder/in.txt"])
    await browser.enter(path("zz folder"))
    #expect(browser.text == "" && browser.listed == ["zz folder/in.txt"])
  }

  @Test func theOrderOfEachFolderAndTheLayoutAreKept() async throws {
    let chosen = Mutex<[String: ViewOptions.Order]>([:])
    let layout = Mutex(ViewOptions.Layout.list)
    let options = ViewOptions(
      order: { folder in chosen.withLock { $0[folder] } },
      keepOrder: { order, folder in chosen.withLock { $0[folder] = order } },
      layout: { layout.withLock { $0 } }, keepLayout: { new in layout.withLock { $0 = new } })
    let (shown, _) = try await openBrowser(["Work/a.txt"])
    let browser = NavigationModel(library: shown.library, options: options)
    browser.order = .size
    await browser.enter(path("Work"))
    #expect(browser.order == .size)
    browser.order = .kind
    await browser.finish { $0.path = [] }
    #expect(browser.order == .size)
    browser.isReversed = true
    #expect(chosen.withLock { $0 } == ["": .init(.size, isReversed: true), "Work": .init(.kind)])
    #expect(browser.layout == .list)
    browser.layout = .icons
    #expect(NavigationModel(library: shown.library, options: options).layout == .icons)
  }

  @Test func theTrashIsEmptiedAfterTheUserConfirmsIt() async throws {
    let (browser, path) = try await openBrowser(["a.txt", "b.txt", "c.txt"])
    await browser.finish { $0.throwAway([self.path("a.txt"), self.path("b.txt")]) }
    await browser.finish { $0.place = .trash }
    await browser.finish { $0.beginEmptyingTrash() }
    #expect(browser.removing.count == 2 && browser.list.total == 2)
    await browser.finish { $0.remove(browser.removing) }
    #expect(browser.list.total == 0 && browser.problem == nil)
    #expect(try contents(of: path + "/AppGroup/Documents") == ["c.txt"])
  }

  @Test func anActionOnADocumentThatAnotherOneReplacedIsRefused() async throws {
    let (browser, path) = try await openBrowser(["a.txt"])
    let file = path + "/AppGroup/Documents/a.txt"
    try FileManager.default.moveItem(atPath: file, toPath: path + "/elsewhere.txt")
    try put("another", at: file)
    await browser.finish { $0.throwAway([self.path("a.txt")]) }
    #expect(browser.problem != nil)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "another")
  }
}

#if canImport(AppleFoundation)
  /// What only a window on screen has: undo by shaking or a keyboard, VoiceOver, and what the system keeps for it.
  @MainActor
  @Suite(.inApp) struct WindowScreenTests {
    @Test func withoutAContainerTheAppSaysSo() {
      let harness = ViewHarness(IntrayApp(model: nil))
      harness.scenePhase = .active
      #expect(harness.text.contains("Intray can’t reach its folder. Please install Intray again."))
    }

    private func openScreen(_ names: [String]) async throws -> (ViewHarness, HostModel, String) {
      let (model, path) = try openApp()
      for name in names { try put(name, at: path + "/AppGroup/Documents/" + name) }
      let harness = ViewHarness(IntrayApp(model: model))
      // A new window shows the recents.
      #expect(harness.text.contains("Recents") && model.browser.place == .recents)
      model.browser.place = .documents
      harness.scenePhase = .active
      try await harness.wait { _ in !model.isBusy && !model.browser.list.entries.isEmpty }
      AppFolder.current.atEnd {
        harness.scenePhase = .background
        await harness.finishWork()
      }
      return (harness, model, path)
    }

    @Test func aShakeTakesBackADeletionARenamingAndAMove() async throws {
      let (harness, model, path) = try await openScreen(["a.txt", "Work/b.txt"])
      let browser = model.browser
      let documents = path + "/AppGroup/Documents"
      let a = DocumentPath(["a.txt"])
      await browser.finish { $0.throwAway([a]) }
      #expect(harness.undoManager.undoActionName == "Delete")
      await browser.finish { _ in harness.undoManager.undo() }
      #expect(try contents(of: documents) == ["Work", "a.txt"])
      await browser.finish { $0.move([browser.seen(a)], to: DocumentPath(["Work"])) }
      #expect(try contents(of: documents + "/Work") == ["a.txt", "b.txt"])
      #expect(harness.undoManager.undoActionName == "Move")
      await browser.finish { _ in harness.undoManager.undo() }
      #expect(try contents(of: documents) == ["Work", "a.txt"])
      browser.beginRenaming(a)
      browser.typed = "c.txt"
      await browser.name()
      await browser.work?.value
      #expect(try contents(of: documents) == ["Work", "c.txt"])
      await browser.finish { _ in harness.undoManager.undo() }
      #expect(try contents(of: documents) == ["Work", "a.txt"])
    }

    @Test func aMessageIsReadByVoiceOverAndStaysUntilItIsClosed() async throws {
      let (harness, model, path) = try await openScreen(["a.txt"])
      try FileManager.default.removeItem(atPath: path + "/AppGroup/Documents/a.txt")
      await model.browser.finish { $0.throwAway([DocumentPath(["a.txt"])]) }
      let problem = try #require(model.browser.problem)
      #expect(harness.text.contains(problem))
      #expect(ViewHarness.announced.contains(problem))
      try harness.press("Close")
      #expect(model.browser.problem == nil && !harness.text.contains(problem))
    }

    @Test func theSystemGivesAWindowItsPlaceBack() async throws {
      let (harness, model, _) = try await openScreen(["Work/b.txt"])
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
#endif
