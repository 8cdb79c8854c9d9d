import Foundation
import SwiftUI
import Testing

@testable import HostApp
@testable import IntrayCore

#if canImport(AppleFoundation)
  /// What only the bars around a list have: which buttons can be pressed.
  @MainActor
  @Suite(.inApp) struct SelectionScreenTests {
    private func openScreen(_ names: [String]) async throws -> (ViewHarness, WindowDriver) {
      let (model, _) = try await openActiveApp(names)
      return (await show(model), model.browser)
    }

    @Test func aDeletedDocumentIsNamedAsTheUserSawIt() async throws {
      let (harness, browser) = try await openScreen(["a.txt", "Work/a.txt"])
      try await browser.finish { _ in try harness.swipe("a.txt", "Delete") }
      try await browser.finish { _ in try harness.press("Work") }
      // In Recently Deleted its name is taken.
      try await browser.finish { _ in try harness.swipe("a.txt", "Delete") }
      #expect(harness.text.contains("“a.txt” is in Recently Deleted."))
    }

    @Test func severalAreSharedAndNothingCanBeDoneWithNothing() async throws {
      let (harness, browser) = try await openScreen(["a.txt", "c.txt", "Work/b.txt"])
      try harness.press("Select")
      #expect(throws: HarnessError.self) { try harness.press("Move") }
      try harness.select(row: "a.txt")
      try harness.select(row: "a.txt")
      #expect(throws: HarnessError.self) { try harness.press("Send as Parcel") }
      // A folder is not entered, and a document not shown, while they are chosen.
      #expect(throws: HarnessError.self) { try harness.press("Work") }
      for name in ["a.txt", "c.txt"] { try harness.select(row: name) }
      try harness.press("Share…")
      #expect(harness.shared.first?.compactMap { ($0 as? URL)?.lastPathComponent } == ["a.txt", "c.txt"])
      try harness.press("Done")
      try harness.press("Work")
      #expect(!browser.page.isSelecting)
    }

    @Test func whatCanBeDoneWithOneCanBeDoneWithSeveral() async throws {
      let (harness, browser) = try await openScreen(["a.txt", "b.txt", "c.txt", "Work/d.txt"])
      func choose(_ names: String...) throws {
        try harness.press("Select")
        for name in names { try harness.select(row: name) }
      }
      try choose("b.txt", "c.txt", "Work")
      try await browser.finish { _ in try harness.press("Quick Look") }
      #expect(browser.window.preview?.all.map(\.path.description) == ["b.txt", "c.txt"])
      try await browser.finish { _ in try harness.press("Done") }
      try choose("a.txt", "b.txt")
      try harness.press("Copy")
      #expect(harness.pasteboard.map(\.suggestedName) == ["a.txt", "b.txt"] && !browser.page.isSelecting)
      try choose("a.txt", "b.txt")
      try await browser.finish { _ in try harness.press("Duplicate") }
      #expect(browser.listed == ["Work", "a 2.txt", "a.txt", "b 2.txt", "b.txt", "c.txt"])
    }

    @Test func theTagsInUseAreGivenAndTakenInTheMenuAndInGetInfo() async throws {
      let (harness, browser) = try await openScreen(["a.txt", "b.txt", "c.txt"])
      #expect(throws: HarnessError.self, "no document has one") { try harness.longPress("a.txt", "Tax") }
      let info = try browser.library.documents.info(of: DocumentPath(["a.txt"]))
      let tag = try #require(DocumentTag(named: "Tax"))
      _ = try browser.library.documents.set(tag, of: info, to: true)
      await browser.finish { $0.app.overview.raise() }
      try await harness.wait { _ in browser.app.overview.tags == [tag] }
      try await browser.finish { _ in try harness.longPress("b.txt", "Tax") }
      #expect(browser.entry("b.txt").tags == [tag])
      try await browser.finish { _ in try harness.longPress("b.txt", "Tax") }
      #expect(browser.entry("b.txt").tags.isEmpty)
      // Not all that are chosen have it.
      try harness.press("Select")
      for name in ["a.txt", "c.txt"] { try harness.select(row: name) }
      try await browser.finish { _ in try harness.press("Tax") }
      #expect(browser.entry("a.txt").tags == [tag] && browser.entry("c.txt").tags == [tag])
      browser.showInfo("b.txt")
      await browser.info?.work?.value
      // One tag needs no menu.
      #expect(!harness.front.plainText.contains("Tags in Use"))
      try harness.press("Tax")
      await browser.info?.work?.value
      #expect(browser.info?.info?.tags == [tag])
    }

    @Test func severalTagsAreInAMenuAndOneIsNot() async throws {
      let (harness, browser) = try await openScreen(["a.txt", "b.txt"])
      let documents = browser.library.documents
      for name in ["Tax", "Work"] {
        let info = try documents.info(of: DocumentPath(["a.txt"]))
        _ = try documents.set(#require(DocumentTag(named: name)), of: info, to: true)
        await browser.finish { $0.app.overview.raise() }
        try await harness.wait { _ in browser.app.overview.tags.contains { $0.name == name } }
        let row = try #require(harness.all().last { !$0.menu.isEmpty && $0.plainText.contains("b.txt") })
        let menus = row.menu.filter { $0.role == .menu }.map(\.label)
        #expect(menus == (name == "Work" ? ["Tags"] : []))
      }
    }

    @Test func theDotsOfTagsHaveTheirColours() async throws {
      let (model, path) = try openApp()
      try put("x", at: path + "/AppGroup/Documents/a.txt")
      let tags = PropertyList.encode(["Home\n6", "Tax", "Work\n4"])
      try model.library.container.open(.documents)["a.txt"].open(.file)
        .setAttribute(ItemAttribute.tags, tags)
      await model.activate()
      let harness = await show(model)
      let row = try #require(harness.all(.row).first { $0.plainText.contains("Home") })
      func seen(_ node: HarnessNode) -> [HarnessNode] {
        [node] + (node.look.content + node.children).flatMap(seen)
      }
      let dots = seen(row).filter { $0.role == .image && $0.symbol?.hasPrefix("circle") == true }
      #expect(dots.map(\.look.color) == ["red", "secondary", "blue"])
      #expect(dots.map(\.symbol) == ["circle.fill", "circle", "circle.fill"])
    }

    @Test func moreHasWhatFilesHasInItsOrder() async throws {
      let (harness, _) = try await openScreen(["a.txt"])
      let more = try #require(harness.find(.menu, "More"))
      let entries = more.children.map(\.label)
      #expect(entries == ["Select", "New Folder", "View", "Sort By", "Reverse Order"])
      let orders = try #require(more.children.first { $0.label == "Sort By" }).children.map(\.label)
      #expect(orders == ["Name", "Kind", "Date Added", "Date Modified", "Size", "Tags"])
      let layouts = try #require(more.children.first { $0.label == "View" }).children.map(\.label)
      #expect(layouts == ["Icons", "List"])
    }

    @Test(arguments: [true, false]) func symbolsHaveWordsWhereThereIsRoom(isWide: Bool) async throws {
      let (harness, _) = try await openScreen(["a.txt"])
      if isWide { harness.horizontalSizeClass = .regular }
      try harness.press("Select")
      try harness.select(row: "a.txt")
      let bar = try #require(harness.all(.bottomBar).first).children
      #expect(bar.contains { $0.symbol == "trash" })
      for button in bar { #expect(button.look.labelStyle == (isWide ? "title and icon" : nil)) }
    }

    @Test(arguments: [true, false])
    func theButtonsOfABannerStandBelowEachOtherWhereTheyDoNotFit(isLarge: Bool) async throws {
      let banner = Banner(
        id: "edited", text: Text("Your changes are in “a 2.txt”. The original document is unchanged."),
        actions: [.init(title: "Save a Copy") {}, .init(title: "Replace Original") {}])
      let harness = ViewHarness(BannerRow(banner: banner))
      harness.isTypeLarge = isLarge
      let around = harness.all().filter { node in
        node.children.filter { $0.role == .button }.count == 2
      }
      #expect(around.map(\.role) == [isLarge ? .vertical : .horizontal])
    }

    @Test func aSwipeMovesToAFolderThatWasUsedLastWithOneTap() async throws {
      let (harness, browser) = try await openScreen(["a.txt", "b.txt", "Work/In/c.txt", "Home/d.txt"])
      try harness.swipe("a.txt", "Move")
      try await harness.wait { $0.front.plainText.contains("Home") }
      #expect(harness.front.plainText.contains("a.txt"), "it says what moves")
      #expect(harness.front.plainText.contains("Choose a folder to move to."), "and why it cannot")
      #expect(throws: HarnessError.self) { try harness.press("Move") }
      try harness.press("Work")
      try await harness.wait { $0.front.plainText.contains("In") }
      try harness.press("In")
      try await browser.finish { _ in try harness.press("Move") }
      #expect(browser.moving.isEmpty && browser.listed == ["Home", "Work", "b.txt"])
      let sheet = ViewHarness(
        MoveView(
          actions: browser.actions, documents: browser.entries("b.txt"),
          offered: [["Home"], ["Gone"], ["Work", "In"], []].map { DocumentPath($0) }))
      try await sheet.wait(for: "Move To")
      #expect(sheet.text.contains("Home") && sheet.text.contains("Work/In") && !sheet.text.contains("Gone"))
      try await browser.finish { _ in try sheet.press("Work/In") }
      #expect(browser.listed == ["Home", "Work"])
      await browser.enter(DocumentPath(["Work"]))
      await browser.enter(DocumentPath(["Work", "In"]))
      #expect(browser.listed == ["Work/In/a.txt", "Work/In/b.txt", "Work/In/c.txt"])
    }

    @Test func aNewFolderIsMadeOnTheWay() async throws {
      let (harness, browser) = try await openScreen(["a.txt", "Work/b.txt"])
      try harness.longPress("a.txt", "Move")
      try await harness.wait(for: "New Folder")
      try harness.type("Work", into: "New Folder")
      try harness.press("Create and Move")
      try await harness.wait(for: "The name “Work” is already taken.")
      try harness.type("Later", into: "New Folder")
      try harness.press("Create and Move")
      try await harness.wait { _ in browser.moving.isEmpty }
      await browser.settle()
      #expect(browser.listed == ["Later", "Work"])
      await browser.enter(DocumentPath(["Later"]))
      #expect(browser.listed == ["Later/a.txt"])
    }

    @Test func aFolderGoesNeitherIntoItselfNorIntoWhereItIs() async throws {
      let (harness, browser) = try await openScreen(["Work/b.txt", "Home/c.txt"])
      try harness.longPress("Work", "Move")
      try await harness.wait { $0.front.plainText.contains("Home") }
      #expect(!harness.front.plainText.contains("Work ›"))
      try harness.press("Cancel")
      #expect(browser.moving.isEmpty)
    }

    @Test func theFolderOfDocumentsLikeTheseIsOfferedFirst() async throws {
      let (model, path) = try openApp()
      try put("x", at: path + "/AppGroup/Documents/Bills/old.txt")
      let inbox = Inbox(model.library.container)
      for number in 1...4 {
        let deposit = try inbox.deposit()
        let name = try deposit.add("\(number)".utf8, as: DocumentName("\(number).pdf"))
        try deposit.note(whereFrom: ["https://bank.example/\(number)"], on: name)
        _ = try deposit.publish(to: Destination(number < 4 ? DocumentPath(["Bills"]) : DocumentPath()))
      }
      await model.activate()
      let (harness, browser) = await openWindow(of: model)
      await browser.finish { $0.place = .documents }
      try harness.longPress("4.pdf", "Move")
      try await harness.wait(for: "Used last for items like this from bank.example")
      let bills = try #require(
        harness.tree.everything.first { $0.role == .button && $0.label.hasPrefix("Bills") })
      try await browser.finish { _ in try harness.press(bills.label) }
      await browser.enter(DocumentPath(["Bills"]))
      #expect(browser.listed.contains("Bills/4.pdf"))
      // Here they all are.
      try harness.longPress("4.pdf", "Move")
      try await harness.wait { $0.front.plainText.contains("Folders") }
      #expect(!harness.front.plainText.contains("Used last"))
    }

    @Test func aFavoriteFolderIsInTheSidebarUntilItIsTakenOut() async throws {
      let (harness, browser) = try await openScreen(["Play/a.txt", "Work/b.txt"])
      for name in ["Work", "Play"] {
        try await browser.finish { _ in try harness.longPress(name, "Favorite") }
      }
      try harness.backToStart()
      // By the time at which each became one.
      try await harness.wait { harness in
        harness.text.contains("Favorites") && browser.app.overview.favorites.map(\.name) == ["Work", "Play"]
      }
      try await browser.finish { _ in try harness.press("Work") }
      #expect(browser.listed == ["Work/b.txt"])
      try harness.back()
      // The folder itself is one, under whichever name.
      await browser.finish { $0.actions.rename($0.entry("Work").seen, to: DocumentName("Job")) }
      try harness.backToStart()
      for name in ["Job", "Play"] {
        try await harness.wait(for: name)
        try harness.longPress(name, "Unfavorite")
      }
      try await harness.wait { !$0.text.contains("Favorites") }
    }

    @Test func aTextNoteStaysOnScreenUntilItIsSavedUnderItsFirstLine() async throws {
      let isFull = Flag()
      let disk = Disk.system.refusing([.createFile], with: .noSpace, while: isFull)
      let (model, path) = try await openActiveApp([], disk: disk)
      let harness = await show(model)
      try harness.press("New Text Note")
      #expect(throws: HarnessError.self) { try harness.press("Save") }
      try harness.type("Milk and bread\nand eggs", into: "Text")
      #expect(throws: HarnessError.self) { try harness.dismiss() }
      isFull.isOn = true
      try harness.press("Save")
      try await harness.wait(for: "There isn’t enough space")
      #expect(harness.front.plainText.contains("Milk and bread"))
      isFull.isOn = false
      try harness.press("Save")
      try await harness.wait { _ in model.browser.window.sheet == nil }
      #expect(try contents(of: path + "/AppGroup/Documents") == ["Milk and bread.txt"])
    }

    @Test func aRowThatWasFoundByItsCommentShowsTheComment() async throws {
      let (model, _) = try openApp()
      let deposit = try Inbox(model.library.container).deposit()
      try deposit.note(
        whereFrom: [], comment: "For Sunday", on: deposit.add("x".utf8, as: DocumentName("tea.txt")))
      _ = try deposit.publish()
      await model.activate()
      let (harness, browser) = (await show(model), model.browser)
      try await browser.finish { _ in try harness.search("sunday") }
      #expect(browser.listed == ["tea.txt"] && harness.text.contains("For Sunday"))
      try await browser.finish { _ in try harness.search("tea") }
      #expect(browser.listed == ["tea.txt"] && !harness.text.contains("For Sunday"))
    }

    @Test func aSearchIsNarrowedToAKindAndATag() async throws {
      let (model, _) = try await openActiveApp(["a.pdf", "Work/b.pdf", "c.jpeg", "d.txt"])
      let harness = await show(model)
      model.browser.showInfo("Work/b.pdf")
      let info = try #require(model.browser.info)
      await info.work?.value
      info.typed = "Tax"
      info.addTag()
      await info.work?.value
      try harness.press("Done")
      try await model.browser.finish { _ in try harness.narrow(to: "PDFs") }
      #expect(model.browser.listed == ["a.pdf", "Work/b.pdf"] && harness.text.contains(/b\.pdf.*Work/))
      await model.browser.refresh()
      try await model.browser.finish { _ in try harness.narrow(to: "Tax") }
      #expect(model.browser.listed == ["Work/b.pdf"])
      for token in ["PDFs", "Tax"] { try await model.browser.finish { _ in try harness.toggle(token) } }
      #expect(
        model.browser.listed == ["Work", "a.pdf", "c.jpeg", "d.txt"] && !model.browser.page.isSearching)
      // A word can name a kind, too.
      try await model.browser.finish { _ in try harness.search("images") }
      #expect(model.browser.listed == ["c.jpeg"])
    }
  }
#endif
