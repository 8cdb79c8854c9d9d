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
    let (first, second) = (WindowDriver(model), WindowDriver(model))
    #expect(model.windows.all.count == 2 && model.windows.front === second.window)
    await first.settle()
    await second.enter(self.path("Work"))
    #expect(first.listed == ["Work", "a.txt"] && second.listed == ["Work/b.txt"])
    // A drag or a move in one window is seen in the other.
    await first.finish { $0.actions.move($0.entries("a.txt").map(\.seen), to: self.path("Work")) }
    await second.settle()
    #expect(first.listed == ["Work"] && second.listed == ["Work/a.txt", "Work/b.txt"])
    model.windows.close(second.window)
    #expect(model.windows.all.count == 1 && model.windows.front === first.window)
    model.windows.close(first.window)
    #expect(model.windows.front == nil)
  }

  /// The system's undo manager may outlive a window, and holds what it takes back for unowned:
  /// <https://developer.apple.com/documentation/foundation/undomanager/registerundo(withtarget:handler:)>.
  @Test func whatWasDoneInAWindowIsNotTakenBackAfterItWasClosed() async throws {
    let (model, path) = try await openActiveApp(["a.txt", "b.txt"])
    let second = WindowDriver(model)
    await second.settle()
    let (undoManager, later) = (UndoManager(), UndoManager())
    second.window.undoManager = undoManager
    await second.finish { $0.delete("a.txt") }
    // The window gets another one while it is on screen.
    second.window.undoManager = later
    undoManager.undo()
    await second.finish { $0.delete("b.txt") }
    model.windows.close(second.window)
    later.undo()
    await second.settle()
    #expect(try contents(of: path + "/AppGroup/Trash") == ["a.txt", "b.txt"])
  }

  @Test func aLinkIsFollowedInTheWindowThatGotItOrElseInTheOneInFront() async throws {
    let (model, path) = try openApp()
    for name in ["Work/b.txt", "Play/c.txt"] { try put(name, at: path + "/AppGroup/Documents/" + name) }
    let (first, second) = (WindowDriver(model), WindowDriver(model))
    // The first one comes to the front again.
    model.windows.bringToFront(first.window)
    await model.open(try #require(URL(string: "intray://document/Work/b.txt")), in: second.window)
    #expect(second.path == [self.path("Work")] && first.path.isEmpty)
    await model.open(try #require(URL(string: "intray://document/Play/c.txt")))
    #expect(second.path == [self.path("Work")] && first.path == [self.path("Play")])
    for (window, row) in [(first, "Play/c.txt"), (second, "Work/b.txt")] {
      await window.settle()
      #expect(window.page.cursor == self.path(row))
    }
  }

  @Test func aWindowComesBackToItsPlaceAndFolder() async throws {
    let (browser, _) = try await openBrowser(["Work/deep & down/b.txt"])
    await browser.enter(path("Work"))
    await browser.enter(path("Work/deep & down"))
    let later = WindowDriver(browser.app)
    later.window.route = try #require(Route(kept: browser.window.route.kept))
    await later.settle()
    #expect(later.path == [path("Work"), path("Work/deep & down")])
    #expect(later.listed == ["Work/deep & down/b.txt"])
    browser.place = .trash
    #expect(Route(kept: browser.window.route.kept) == Route(.trash))
    // What another version wrote is no place.
    #expect(Route(kept: "elsewhere x") == nil && Route(kept: "") == nil)
  }

  /// A window on screen looks only when it goes elsewhere.
  @Test func aRouteIsAnotherOneWhenAnythingOfItIs() {
    let route = Route(.documents)
    #expect((0..<20).allSatisfy { _ in Route(.documents) == route })
    var (marked, seeking) = (route, route)
    marked.marked = path("a.txt")
    seeking.seeks = true
    #expect(marked != route && seeking != route)
  }

  @Test func aFolderHasASearchOfItsOwnAndGoingBackFindsTheListAsItWas() async throws {
    let names = (0..<ListModel.pageSize + 20).map { "\($0).txt" } + ["zz folder/in.txt"]
    let (browser, _) = try await openBrowser(names)
    if let last = browser.list.entries.last { browser.page.appeared(last) }
    await browser.settle()
    #expect(browser.list.entries.count == names.count)
    let below = browser.page
    await browser.enter(path("zz folder"))
    // The list below stays on screen while the folder slides in.
    #expect(below.list.entries.count == names.count)
    browser.path = []
    #expect(browser.page === below && browser.list.entries.count == names.count)
    await browser.settle()
    #expect(browser.list.entries.count == names.count)
    await browser.finish { $0.page.search.text = "zz" }
    #expect(browser.listed == ["zz folder", "zz folder/in.txt"])
    await browser.enter(path("zz folder"))
    #expect(browser.page.search.text == "" && browser.listed == ["zz folder/in.txt"])
    await browser.finish { $0.path = [] }
    #expect(browser.listed == ["zz folder", "zz folder/in.txt"])
  }

  @Test func theOrderOfEachFolderTheLayoutAndThePreviewAreKept() async throws {
    let chosen = Mutex<[String: ViewOptions.Order]>([:])
    let layout = Mutex(ViewOptions.Layout.list)
    let showsPreview = Mutex(false)
    let options = ViewOptions(
      order: { folder in chosen.withLock { $0[folder] } },
      keepOrder: { order, folder in chosen.withLock { $0[folder] = order } },
      layout: { layout.withLock { $0 } }, keepLayout: { new in layout.withLock { $0 = new } },
      showsPreview: { showsPreview.withLock { $0 } },
      keepPreview: { new in showsPreview.withLock { $0 = new } })
    let (shown, _) = try await openBrowser(["Work/a.txt"])
    let app = HostModel(library: shown.library, options: options)
    let browser = WindowDriver(app)
    browser.page.order = .size
    await browser.enter(path("Work"))
    // A folder in which none was chosen has the order of the folder that it is in.
    #expect(browser.page.order == .size)
    browser.page.order = .kind
    await browser.finish { $0.path = [] }
    #expect(browser.page.order == .size)
    browser.page.isReversed = true
    #expect(chosen.withLock { $0 } == ["": .init(.size, isReversed: true), "Work": .init(.kind)])
    #expect(browser.window.layout == .list)
    browser.window.layout = .icons
    #expect(WindowDriver(app).window.layout == .icons && !browser.window.showsPreview)
    browser.window.showsPreview = true
    #expect(WindowDriver(app).window.showsPreview)
  }

  @Test func theTrashIsEmptiedAfterTheUserConfirmsIt() async throws {
    let (browser, path) = try await openBrowser(["a.txt", "b.txt", "c.txt"])
    await browser.finish { $0.delete("a.txt", "b.txt") }
    await browser.finish { $0.place = .trash }
    await browser.finish { $0.actions.beginEmptyingTrash() }
    #expect(browser.removing.count == 2 && browser.list.total == 2)
    await browser.finish { $0.actions.remove($0.removing) }
    #expect(browser.list.total == 0 && browser.problem == nil)
    #expect(try contents(of: path + "/AppGroup/Documents") == ["c.txt"])
  }

  @Test func anActionOnADocumentThatAnotherOneReplacedIsRefused() async throws {
    let (browser, path) = try await openBrowser(["a.txt"])
    let file = path + "/AppGroup/Documents/a.txt"
    try FileManager.default.moveItem(atPath: file, toPath: path + "/elsewhere.txt")
    try put("another", at: file)
    await browser.finish { $0.delete("a.txt") }
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
      #expect(harness.text.contains("Intray can’t reach its folder. Please install it again."))
    }

    @Test(.timeLimit(.minutes(1))) func aWindowThatTheUserClosesIsNotKept() async throws {
      let (model, _) = try await openActiveApp(["a.txt"])
      weak var screen: ViewHarness?
      weak var window: WindowModel?
      do {
        let harness = ViewHarness(IntrayApp(model: model))
        try await harness.wait(for: "Recents")
        (screen, window) = (harness, model.windows.front)
        try model.windows.close(#require(window))
      }
      // The work of its views has a last step yet.
      while screen != nil || window != nil {
        try Task.checkCancellation()
        await Task.yield()
      }
    }

    private func openScreen(_ names: [String]) async throws -> (ViewHarness, HostModel, String) {
      let (model, path) = try openApp()
      for name in names { try put(name, at: path + "/AppGroup/Documents/" + name) }
      let harness = ViewHarness(IntrayApp(model: model))
      // A new window shows the recents.
      #expect(harness.text.contains("Recents") && model.browser.place == .recents)
      model.browser.harness = harness
      model.browser.place = .documents
      harness.scenePhase = .active
      try await harness.wait { _ in !model.isBusy }
      await model.browser.settle()
      #expect(!model.browser.list.entries.isEmpty)
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
      await browser.finish { $0.delete("a.txt") }
      #expect(harness.undoManager.undoActionName == "Delete")
      await browser.finish { _ in harness.undoManager.undo() }
      #expect(try contents(of: documents) == ["Work", "a.txt"])
      await browser.finish { $0.actions.move($0.entries("a.txt").map(\.seen), to: DocumentPath(["Work"])) }
      #expect(try contents(of: documents + "/Work") == ["a.txt", "b.txt"])
      #expect(harness.undoManager.undoActionName == "Move")
      await browser.finish { _ in harness.undoManager.undo() }
      #expect(try contents(of: documents) == ["Work", "a.txt"])
      browser.actions.beginRenaming(browser.entry("a.txt"))
      await browser.type("c")
      #expect(try contents(of: documents) == ["Work", "c.txt"])
      await browser.finish { _ in harness.undoManager.undo() }
      #expect(try contents(of: documents) == ["Work", "a.txt"])
    }

    @Test func aMessageIsReadByVoiceOverAndStaysUntilItIsClosed() async throws {
      let (harness, model, path) = try await openScreen(["a.txt"])
      try FileManager.default.removeItem(atPath: path + "/AppGroup/Documents/a.txt")
      await model.browser.finish { $0.delete("a.txt") }
      let problem = try #require(model.browser.problem)
      #expect(harness.text.contains(problem))
      #expect(ViewHarness.announced.contains(problem))
      try harness.press("Close")
      #expect(model.browser.problem == nil && !harness.text.contains(problem))
    }

    @Test func whatComesOverTheAppForAMomentActivatesItNotAgain() async throws {
      let signals = Mutex(0)
      var files = FilesRegistration()
      files.signal = { signals.withLock { $0 += 1 } }
      let (model, _) = try openApp(files)
      let harness = ViewHarness(IntrayApp(model: model))
      harness.scenePhase = .active
      try await harness.wait { _ in !model.isBusy }
      #expect(signals.withLock { $0 } == 1)
      // The Control Center, for instance.
      harness.scenePhase = .inactive
      harness.scenePhase = .active
      await model.activate()
      #expect(signals.withLock { $0 } == 1)
      harness.scenePhase = .background
      harness.scenePhase = .active
      await model.activate()
      #expect(signals.withLock { $0 } == 2)
      harness.scenePhase = .background
      await harness.finishWork()
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
      later.browser.harness = window
      try await window.wait { _ in later.browser.listed == ["Work/b.txt"] && !later.isBusy }
      window.scenePhase = .background
      await window.finishWork()
      try await settle(later)
    }
  }
#endif
