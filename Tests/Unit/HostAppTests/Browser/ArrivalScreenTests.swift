import Foundation
import IntrayCore
import SwiftUI
import Testing

@testable import HostApp

#if canImport(AppleFoundation)
  /// Recents: what came, by share and by day, and what is to be said of it.
  @MainActor
  @Suite(.inApp) struct ArrivalScreenTests {
    private func openRecents(_ model: HostModel) async -> ViewHarness {
      await model.browser.finish { $0.place = .recents }
      return await show(model)
    }

    @Test func whatComesIsShownAtOnceAndIsNewUntilTheAppIsLeft() async throws {
      let (model, _) = try openApp()
      let harness = ViewHarness(IntrayApp(model: model))
      try model.library.deposit("first.txt", "one")
      harness.scenePhase = .active
      try await harness.wait(for: "first.txt")
      model.browser.harness = harness
      #expect(harness.text.contains("Recents") && harness.text.contains("Today"))
      #expect(harness.text.contains("‹New›"))
      try await model.browser.finish { _ in try harness.press("first.txt") }
      #expect(harness.front.role == .preview)
      try await model.browser.finish { _ in try harness.press("Done") }
      try await harness.wait { _ in !model.isBusy }
      harness.scenePhase = .background
      harness.scenePhase = .active
      try await harness.wait { !$0.text.contains("‹New›") && !model.isBusy }
      #expect(harness.text.contains("first.txt"))
    }

    @Test func aShareIsOneRowThatOpens() async throws {
      let (model, _) = try openApp()
      let library = model.library
      _ = try Inbox(library.container).deposit { deposit throws(DiskError) in
        for number in 1...3 { try deposit.add("\(number)".utf8, as: DocumentName("\(number).jpeg")) }
      }
      try library.deposit("note.txt", "x")
      await model.activate()
      let harness = await openRecents(model)
      #expect(harness.text.contains("3 photos") && !harness.text.contains("2.jpeg"))
      try await model.browser.finish { _ in try harness.press("3 photos") }
      try await model.browser.finish { _ in try harness.press("2.jpeg") }
      #expect(harness.front.role == .preview && harness.text.contains("2.jpeg"))
      try harness.press("Next")
      try await harness.wait { $0.front.label == "3.jpeg" }
      try await model.browser.finish { _ in try harness.press("Done") }
      try await model.browser.finish { _ in try harness.back() }
      // In another order there are no shares, and while the user selects each document can be.
      try await model.browser.finish { _ in try harness.choose("Name", in: "Sort By") }
      #expect(harness.text.contains("2.jpeg"))
      try await model.browser.finish { _ in try harness.choose("Date Added", in: "Sort By") }
      try harness.press("Select")
      #expect(harness.text.contains("2.jpeg") && !harness.text.contains("3 photos"))
    }

    /// Hands over photos as one share.
    private func share(_ numbers: ClosedRange<Int>, _ model: HostModel) throws {
      _ = try Inbox(model.library.container).deposit { deposit throws(DiskError) in
        for number in numbers { try deposit.add("\(number)".utf8, as: DocumentName("\(number).jpeg")) }
      }
    }

    @Test func aShareOfMorePhotosThanThePageHasRowsSaysHowManyThereAre() async throws {
      let (model, _) = try openApp()
      try share(1...450, model)
      try model.library.deposit("note.txt", "x")
      await model.activate()
      let harness = await openRecents(model)
      #expect(
        harness.text.components(separatedBy: "photos").count == 2 && harness.text.contains("450 photos"))
      try await model.browser.finish { _ in try harness.press("450 photos") }
      #expect(model.browser.list.total == 450 && model.browser.list.entries.count == ListModel.pageSize)
      #expect(harness.text.contains("450 items"))
    }

    @Test func aShareStaysOneRowWhenDocumentsInItsMiddleAreDeleted() async throws {
      let (model, _) = try openApp()
      try share(1...60, model)
      await model.activate()
      let browser = model.browser
      let harness = await openRecents(model)
      let (first, last) = (browser.listed.first, browser.listed.last)
      await browser.finish { $0.actions.delete(Array($0.list.entries[5..<55])) }
      #expect(harness.text.components(separatedBy: "photos").count == 2 && harness.text.contains("10 photos"))
      #expect(browser.listed.count == 10 && browser.listed.first == first && browser.listed.last == last)
    }

    @Test func inAShareAllIsWhatCameWithIt() async throws {
      let (model, path) = try openApp()
      try share(1...3, model)
      try share(4...6, model)
      try model.library.deposit("note.txt", "x")
      await model.activate()
      let (harness, browser) = await openWindow(of: model)
      await browser.finish { $0.place = .recents }
      let share = try #require(browser.entry("2.jpeg").share)
      await browser.finish { $0.window.route.path = [.share(share)] }
      #expect(harness.text.contains("3 photos"))
      try await browser.finish { _ in try harness.press(key: "a") }
      #expect(Set(browser.page.selected.map(\.path.description)) == ["1.jpeg", "2.jpeg", "3.jpeg"])
      try await browser.finish { _ in try harness.press("Delete") }
      #expect(try contents(of: path + "/AppGroup/Documents") == ["4.jpeg", "5.jpeg", "6.jpeg", "note.txt"])
      await browser.finish { $0.window.route.path = [] }
      try await browser.finish { _ in try harness.press(key: "a") }
      #expect(browser.page.selected.count == 4, "in Recents it is all that came")
    }

    @Test func thePageOfAShareIsSearchedAndOrderedByItselfAndQuickLookEndsWithIt() async throws {
      let (model, _) = try openApp()
      try share(1...3, model)
      try model.library.deposit("note.txt", "x")
      await model.activate()
      let (browser, harness) = (model.browser, await openRecents(model))
      try await browser.finish { _ in try harness.press("3 photos") }
      #expect(harness.text.contains("3 items"))
      try await browser.finish { _ in try harness.choose("Name", in: "Sort By") }
      #expect(browser.listed == ["1.jpeg", "2.jpeg", "3.jpeg"])
      await browser.finish { $0.page.search.text = "2" }
      #expect(browser.listed == ["2.jpeg"])
      await browser.finish { $0.page.search.text = "" }
      try await browser.finish { _ in try harness.press("3.jpeg") }
      #expect(browser.window.preview?.all.map(\.path.description) == ["1.jpeg", "2.jpeg", "3.jpeg"])
      #expect(throws: HarnessError.self) { try harness.press("Next") }
      try await browser.finish { _ in try harness.press("Done") }
      try await browser.finish { _ in try harness.back() }
      #expect(harness.text.contains("3 photos"), "Recents have their own order")
    }

    @Test func aFolderAndTheMenuLeadToThePlaceOfADocument() async throws {
      let (model, path) = try openApp()
      try put("x", at: path + "/Elsewhere/Trip/day.txt")
      _ = try Inbox(model.library.container).deposit { deposit throws(DiskError) in
        try deposit.add(contentsOf: path + "/Elsewhere/Trip", as: DocumentName("Trip"))
      }
      await model.activate()
      let harness = await openRecents(model)
      try await model.browser.finish { _ in try harness.press("Trip") }
      #expect(model.browser.place == .documents && model.browser.listed == ["Trip/day.txt"])
      await model.browser.finish { $0.place = .recents }
      try await model.browser.finish { _ in try harness.longPress("Trip", "Show in Enclosing Folder") }
      #expect(model.browser.place == .documents)
    }

    @Test(arguments: [
      (0, RecentDays.today), (1, .yesterday), (2, .week), (7, .week), (8, .month), (30, .month),
      (31, .earlier),
      (-3, .today),
    ])
    func aDayBelongsToAGroup(days: Int, group: RecentDays) throws {
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
      let now = try #require(
        calendar.date(from: DateComponents(year: 2026, month: 3, day: 29, hour: 3, minute: 30)))
      let day = try #require(calendar.date(byAdding: .day, value: -days, to: now))
      // By the calendar, at any hour.
      for moment in [calendar.startOfDay(for: day), day] {
        #expect(RecentDays(moment, now: now, calendar: calendar) == group)
      }
    }

    @Test(arguments: ["Keep Both", "Delete New Copy"])
    func anOpenedDocumentThatIsThereIsToldAndTheUserKeepsOneOrBoth(button: String) async throws {
      let (model, path) = try openApp()
      await model.activate()
      try put("one", at: path + "/AppGroup/Documents/Work/old.txt")
      try put("one", at: path + "/App/Documents/Inbox/again.txt")
      await model.open(URL(filePath: path + "/App/Documents/Inbox/again.txt"))
      let harness = await openRecents(model)
      #expect(harness.text.contains("“again.txt” is already in Intray, as “Work/old.txt”."))
      try harness.press(button)
      try await harness.wait { _ in
        model.recents.arrivals.allSatisfy { $0.counterpart == nil } && !model.isBusy
      }
      let isKept = button == "Keep Both"
      #expect(try contents(of: path + "/AppGroup/Documents") == (isKept ? ["Work", "again.txt"] : ["Work"]))
      #expect(try contents(of: path + "/AppGroup/Documents/Work") == ["old.txt"])
      if !isKept { #expect(try contents(of: path + "/AppGroup/Trash") == ["again.txt"]) }
      await harness.finishWork()
    }

    @Test func aFolderThatCameBesideOneOfItsNameIsMergedAndTheMergeIsTakenBack() async throws {
      let (model, path) = try openApp()
      try put("one", at: path + "/AppGroup/Documents/Work/a.txt")
      try put("same", at: path + "/AppGroup/Documents/Work/same.txt")
      try put("two", at: path + "/Elsewhere/Work/a.txt")
      try put("same", at: path + "/Elsewhere/Work/same.txt")
      _ = try Inbox(model.library.container).deposit { deposit throws(DiskError) in
        try deposit.add(contentsOf: path + "/Elsewhere/Work", as: DocumentName("Work"))
      }
      await model.activate()
      try await settle(model)
      let harness = await openRecents(model)
      #expect(harness.text.contains("There is “Work” already."))
      let undo = UndoManager()
      model.browser.window.undoManager = undo
      try await model.browser.finish { _ in try harness.press("Merge") }
      #expect(try contents(of: path + "/AppGroup/Documents") == ["Work"])
      #expect(try contents(of: path + "/AppGroup/Documents/Work") == ["a-1.txt", "a.txt", "same.txt"])
      for _ in 1...2 {
        await model.browser.finish { _ in undo.undo() }
        #expect(try contents(of: path + "/AppGroup/Documents/Work") == ["a.txt", "same.txt"])
        #expect(try contents(of: path + "/AppGroup/Documents/Work-1") == ["a.txt", "same.txt"])
        #expect(try contents(of: path + "/AppGroup/Trash").isEmpty)
        await model.browser.finish { _ in undo.redo() }
        #expect(try contents(of: path + "/AppGroup/Documents") == ["Work"])
        #expect(try contents(of: path + "/AppGroup/Documents/Work").count == 3)
      }
    }

    @Test func aRenamedArrivalShowsItsOriginalName() async throws {
      let (model, path) = try openApp()
      try put("old", at: path + "/AppGroup/Documents/report.pdf")
      try model.library.deposit("report.pdf", "new")
      await model.activate()
      let harness = await openRecents(model)
      #expect(harness.text.contains("report-1.pdf"))
      #expect(harness.text.contains("Renamed from “report.pdf”"))
    }
  }
#endif
