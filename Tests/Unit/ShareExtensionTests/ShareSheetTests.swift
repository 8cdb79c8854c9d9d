import Foundation
import IntrayCore
import SwiftUI
import Synchronization
import Testing
import UIKit
import UniformTypeIdentifiers

@testable import IntrayIntake

#if canImport(ShareExtension)
  @testable import ShareExtension
#endif

// Sheets are read through the stand-in for SwiftUI, which shows them as text.
#if canImport(AppleFoundation)
  @MainActor
  @Suite(.inScratch) struct ShareSheetTests {
    @Test func aPartialFailureAsksTheUserAndSavesTheRestOnceHoweverOftenItIsTapped() async throws {
      let sheet = try Sheet(offering: ["a.txt"], breaking: ["lost.pdf"])
      try sheet.harness.press("Save")
      try await sheet.harness.wait(for: "Save the Rest")
      #expect(sheet.harness.text.contains("lost.pdf") && sheet.harness.text.contains("1 of 2 can be saved."))
      #expect(try sheet.parcels == 0)
      async let first: Void = sheet.end("Save the Rest")
      async let second: Void = sheet.model.request.saveRest()
      _ = try await (first, second)
      #expect(sheet.ends == [true])
      #expect(try sheet.parcels == 1)
    }

    @Test func theSheetSaysThatFilesDoesNotShowAnItem() async throws {
      let note = "Files doesn’t show items whose names begin with a dot. Intray does."
      let sheet = try Sheet(offering: [".notes.txt"])
      try await sheet.harness.wait(for: note)
      let named = try Sheet(offering: ["notes.txt"])
      try await named.harness.wait(for: "Name")
      #expect(!named.harness.text.contains(note))
      try named.harness.type(".notes", into: "Name")
      #expect(named.harness.text.contains(note))
      // The name in the field counts, and not the one that was given.
      try sheet.harness.type("notes", into: "Name")
      #expect(!sheet.harness.text.contains(note))
    }

    @Test(arguments: [nil, "Keep “.txt”", "Use “.md”"])
    func aTypedExtensionIsAskedAboutAndShownOnce(answer: String?) async throws {
      let sheet = try Sheet(offering: ["notes.txt"])
      try await sheet.harness.wait { $0.find(.textField, "Name") != nil }
      #expect(sheet.harness.text.contains(".txt") && !sheet.harness.text.contains("Keep “.txt”"))
      try sheet.harness.type("notes.md", into: "Name")
      // A text stays a text, so the typed one is meant, unless the user says otherwise.
      #expect(sheet.model.fileExtension == ".md" && sheet.harness.text.contains("Keep “.txt”"))
      if let answer { try sheet.harness.press(answer) }
      try await sheet.end("Save")
      #expect(try sheet.names == [answer == "Keep “.txt”" ? "notes.txt" : "notes.md"])
    }

    @Test(arguments: [(nil, "page.txt"), ("Use “.pdf”", "page.pdf")])
    func anExtensionOfAnotherKindIsTakenOnlyIfTheUserMeansIt(answer: String?, name: String) async throws {
      let sheet = try Sheet(offering: ["notes.txt"])
      try await sheet.harness.wait { $0.find(.textField, "Name") != nil }
      try sheet.harness.type("page.pdf", into: "Name")
      if let answer { try sheet.harness.press(answer) }
      try await sheet.end("Save")
      #expect(try sheet.names == [name])
    }

    @Test func theSheetSaysThatWhatIsSavedMayNotBeOnTheMediumAndWaitsUntilTheUserHasRead() async throws {
      let disk = Disk.system.failing(
        Fuse(at: 1, of: .flush, isLasting: true), with: .of(.failed, number: 5, call: "fsync"))
      let sheet = try Sheet(offering: ["a.txt"], on: disk)
      try sheet.harness.press("Save")
      try await sheet.harness.wait(for: "Done")
      #expect(sheet.harness.text.contains("reported an error"))
      #expect(try sheet.parcels == 1 && sheet.ends.isEmpty)
      try sheet.harness.press("Done")
      #expect(sheet.ends == [true])
      #expect(try sheet.drained == ["a.txt"])
    }

    @Test func aPartialFailureCanBeCancelledAndLeavesNothing() async throws {
      let sheet = try Sheet(offering: ["a.txt"], breaking: ["lost.pdf"])
      try sheet.harness.press("Save")
      try await sheet.harness.wait(for: "Save the Rest")
      try sheet.harness.press("Cancel")
      try await sheet.end()
      #expect(try sheet.isCancelled)
    }

    @Test(arguments: [
      (FilesVisibility.notYet, "open Intray once"), (.turnedOff, "tap Edit, then turn on Intray"),
    ])
    func theSheetSaysWhyADocumentIsOnlyInTheApp(visibility: FilesVisibility, sentence: String) async throws {
      let sheet = try Sheet(offering: ["a.txt"], visibility: visibility)
      try sheet.harness.press("Save")
      try await sheet.harness.wait(for: "Done")
      #expect(sheet.harness.text.contains(sentence))
      #expect(try sheet.parcels == 1)
      #expect(sheet.ends.isEmpty)
      try sheet.harness.press("Done")
      #expect(sheet.ends == [true])
    }

    @Test func theUserTypesANameAndCreatesAFolderOnTheSheet() async throws {
      let sheet = try Sheet(offering: ["a.txt"])
      try sheet.makeFolder("Work/Reports")
      #expect(sheet.harness.find(.textField, "Name") == nil)
      try await sheet.harness.wait { $0.find(.textField, "Name") != nil }
      #expect(sheet.model.name == "a")
      try sheet.harness.type("Minutes", into: "Name")
      try sheet.harness.press("Choose Another Folder")
      try await sheet.harness.wait(for: "Work")
      try sheet.harness.press("Work")
      try await sheet.harness.wait(for: "Reports")
      try sheet.harness.type("Reports", into: "New Folder")
      try sheet.harness.press("Create")
      try await sheet.harness.wait(for: "is already taken")
      try sheet.harness.type("2026", into: "New Folder")
      try sheet.harness.press("Create")
      try await sheet.harness.wait(for: "Work/2026")
      try await sheet.end("Save")
      #expect(try sheet.drained == ["Work/2026/Minutes.txt"])
    }

    @Test(arguments: ["Bills", "Gone"])
    func theFolderOfDocumentsLikeTheseIsChosenWithOneTap(folder: FileName) async throws {
      let item = NSExtensionItem()
      let page = try #require(URL(string: "https://bank.example/may.pdf"))
      let file = NSItemProvider(item: Data("%PDF-1.4".utf8) as NSData, typeIdentifier: UTType.pdf.identifier)
      file.suggestedName = "may.pdf"
      item.attachments = [file, NSItemProvider(item: page as NSURL, typeIdentifier: UTType.url.identifier)]
      let sheet = try Sheet(also: [item], usual: DocumentPath([folder]))
      try sheet.makeFolder("Bills")
      try await sheet.harness.wait { _ in sheet.model.isSearched }
      let sentence = "Used last for items like this from bank.example"
      #expect(sheet.harness.text.contains(sentence) == (folder == "Bills"))
      let offer = sheet.harness.tree.everything.first { $0.role == .button && $0.label.hasPrefix("Bills") }
      if let offer { try sheet.harness.press(offer.label) }
      try await sheet.end("Save")
      #expect(try sheet.drained == [folder == "Bills" ? "Bills/may.pdf" : "may.pdf"])
    }

    @Test func tagsAndACommentAreAddedToAllThatIsShared() async throws {
      let used = try ["Tax", "Home"].map { try #require(DocumentTag(named: $0)) }
      let sheet = try Sheet(offering: ["a.txt", "b.txt"], tags: used)
      #expect(sheet.harness.find(.textField, "Comment") == nil)
      try sheet.harness.press("Add Tags and Comment")
      for _ in 0..<3 { try sheet.harness.press("Home") }
      try sheet.harness.type("Car", into: "Add Tag")
      try sheet.harness.submit("Add Tag")
      #expect(sheet.harness.find(.button, "Car")?.isSelected == true)
      // What was typed and not entered counts, too.
      try sheet.harness.type("Tax", into: "Add Tag")
      try sheet.harness.type("Second try", into: "Comment")
      try await sheet.end("Save")
      #expect(try sheet.drained == ["a.txt", "b.txt"])
      for name in ["a.txt", "b.txt"] {
        let info = try Documents(sheet.container).info(of: DocumentPath([FileName(name)]))
        #expect(info.tags?.map(\.name) == ["Home", "Car", "Tax"] && info.comment == "Second try")
      }
    }

    @Test func aTagForWhichThereIsNoRoomStaysInTheField() async throws {
      let sheet = try Sheet(offering: ["a.txt"])
      try sheet.harness.press("Add Tags and Comment")
      let long = String(repeating: "Tag", count: 200)
      try sheet.harness.type(long, into: "Add Tag")
      try sheet.harness.press("Save")
      try await sheet.harness.wait(for: "can’t have any more tags")
      #expect(try sheet.model.typedTag == long && sheet.ends.isEmpty && sheet.parcels == 0)
      try sheet.harness.type("Tag", into: "Add Tag")
      try await sheet.end("Save")
      #expect(try sheet.drained == ["a.txt"])
      #expect(try Documents(sheet.container).info(of: "a.txt").tags?.map(\.name) == ["Tag"])
    }

    /// No attribute has room for it, and no word is lost.
    @Test func aLongCommentIsADocumentAsWell() async throws {
      let sheet = try Sheet(offering: ["a.pdf", "b.pdf"])
      try sheet.harness.press("Add Tags and Comment")
      let words = "My notes. " + String(repeating: "And so on. ", count: 200)
      try sheet.harness.type(words, into: "Comment")
      try await sheet.end("Save")
      let documents = try sheet.drained
      #expect(documents.count == 3, "\(documents)")
      let text = try #require(documents.first { $0.hasSuffix(".txt") })
      #expect(
        try String(
          decoding: Documents(sheet.container).head(of: DocumentPath([FileName(text)]), count: 9_999),
          as: UTF8.self)
          == words)
      #expect(try Documents(sheet.container).info(of: "a.pdf").comment?.hasPrefix("My notes.") == true)
    }

    @Test func theLastFolderIsChosenBeforeAnythingWasLookedAtAndNoFolderMovesIn() async throws {
      let sheet = try Sheet(offering: ["a.txt"])
      try sheet.makeFolder("Work/2026")
      try sheet.makeFolder("Photos/Lake")
      let used = DocumentPath(["Work", "2026"])
      let model = FolderModel(sheet.container, offered: [used], last: (used, .now))
      let choices = model.choices
      #expect(model.chosen.path == used && choices.map(\.path.description) == ["", "Work/2026"])
      await model.look()
      #expect(model.chosen.path == used && model.choices == choices)
    }

    @Test func aCancelDuringLoadingEndsTheSheetOnceAndLeavesNothing() async throws {
      let late = LateSender(name: "Late.pdf")
      let sheet = try Sheet(offering: ["a.txt"], also: [late.item])
      try await sheet.harness.wait(for: "Cancel")
      await late.asked()
      try await sheet.end("Cancel")
      sheet.model.request.cancel()
      late.answer()
      #expect(late.isCancelled)
      #expect(try sheet.isCancelled)
    }

    @Test func theSheetSaysWhereADocumentIsAndOffersToSaveAnotherCopy() async throws {
      let sheet = try Sheet(offering: ["a.txt"])
      try sheet.write("a.txt", to: "Work/old.txt")
      try await sheet.harness.wait(for: "“a.txt” is already in Intray, as “Work/old.txt”.")
      #expect(sheet.harness.find(.button, "Done") != nil)
      #expect(sheet.harness.find(.button, "Save") == nil)
      let text = sheet.harness.text
      let known = try #require(text.range(of: "Work/old.txt"))
      let name = try #require(text.range(of: "Name"))
      #expect(known.lowerBound < name.lowerBound, "it is said at the top")
      try await sheet.end("Save Another Copy")
      #expect(try sheet.drained == ["Work/old.txt", "a.txt"])
    }

    @Test func aSheetThatSavesNothingAgainEndsWell() async throws {
      let sheet = try Sheet(offering: ["a.txt"])
      try sheet.write("a.txt", to: "old.txt")
      try await sheet.harness.wait(for: "Save Another Copy")
      try await sheet.end("Done")
      #expect(sheet.ends == [true])
      #expect(sheet.harness.text.contains("Already in Intray"))
      #expect(try sheet.parcels == 0 && sheet.staged == 0)
      #expect(try sheet.drained == ["old.txt"])
    }

    @Test func onlyNewItemsAreSavedWhenTheUserWantsIt() async throws {
      let sheet = try Sheet(offering: ["a.txt", "b.txt"])
      try sheet.write("b.txt", to: "old.txt")
      try await sheet.harness.wait(for: "“b.txt” is already in Intray, as “old.txt”.")
      #expect(sheet.harness.find(.button, "Save All") != nil)
      try await sheet.end("Save")
      #expect(try sheet.drained == ["a.txt", "old.txt"])
    }

    @Test func theSheetSaysThatARememberedAnswerSavesNothingAgain() async throws {
      let sheet = try Sheet(offering: ["a.txt"], answer: .skip)
      try sheet.write("a.txt", to: "a.txt")
      try await sheet.harness.wait(for: "Items that are already in Intray aren’t saved again.")
      // The bar has the answer; the other is offered below.
      #expect(sheet.harness.find(.button, "Done") != nil)
      try await sheet.end("Save Another Copy")
      #expect(try sheet.drained == ["a-1.txt", "a.txt"])
    }

    @Test func aRememberedAnswerNeverTurnsSaveIntoDoneUnderTheFinger() async throws {
      let late = LateSender(name: "Late.pdf")
      let sheet = try Sheet(offering: ["a.txt"], also: [late.item], answer: .skip)
      try sheet.write("a.txt", to: "old.txt")
      try await sheet.harness.wait(for: "Loading")
      await late.asked()
      #expect(throws: HarnessError.disabled("Save")) { try sheet.harness.press("Save") }
      late.answer()
      try await sheet.harness.wait(for: "Save All")
      #expect(sheet.model.isSearched && !sheet.harness.text.contains("Loading"))
      try await sheet.end("Save")
      #expect(sheet.ends == [true])
      #expect(try !sheet.drained.contains("a.txt"))
    }

    @Test func saveCanBeTappedAfterASearchThatFoundNothing() async throws {
      let sheet = try Sheet(offering: ["a.txt"], answer: .skip)
      #expect(throws: HarnessError.disabled("Save")) { try sheet.harness.press("Save") }
      try await sheet.harness.wait { _ in sheet.model.isSearched }
      try await sheet.end("Save")
      #expect(try sheet.drained == ["a.txt"])
    }

    @Test(arguments: [false, true]) func theSheetSaysWhatIsLeftOutAndATapKeepsThePreview(keeps: Bool)
      async throws
    {
      let recorded = try RecordedShare(contentsOf: Corpus.file("youtube-title-link-and-thumbnail"))
      let advertising = NSExtensionItem()
      advertising.attributedContentText = NSAttributedString(string: "Sent from my iPhone")
      let sheet = try Sheet(also: recorded.extensionItems + [advertising])
      try await sheet.harness.wait(for: "Left Out")
      #expect(sheet.harness.text.contains("Sent from my iPhone"))
      #expect(sheet.model.names.map(\.text) == ["How to make tea.webloc"])
      if keeps {
        #expect(sheet.harness.text.contains("Also Keep “How to make tea.png”"))
        // A second tap keeps nothing twice, and nothing is saved before it is kept.
        let request = sheet.model.request
        let taps = [Task { await request.keepPreview() }, Task { await request.keepPreview() }]
        let saving = Task { await sheet.model.save() }
        for tap in taps + [saving] { await tap.value }
        try await sheet.end()
      } else {
        try await sheet.end("Save")
      }
      #expect(
        try sheet.drained == (keeps ? ["How to make tea.png"] : []) + ["How to make tea.webloc"])
    }

    @Test func aFailureIsShownUntilTheUserClosesIt() async throws {
      let sheet = try Sheet(breaking: ["lost.pdf"])
      try await sheet.harness.wait(for: "Close")
      #expect(sheet.harness.text.contains("lost.pdf"))
      #expect(sheet.ends.isEmpty)
      try sheet.harness.press("Close")
      #expect(sheet.ends == [false])
    }

    @Test(arguments: [StandIn.AssistiveTechnology.voiceOver, .switchControl], [false, true])
    func aSheetThatSavedStaysUntilDoneForAUserWhoNeedsLonger(
      technology: StandIn.AssistiveTechnology, savingAtOnce: Bool
    ) async throws {
      try await StandIn.$assistiveTechnologies.withValue([technology]) {
        let sheet = try Sheet(offering: ["a.txt"], savingAtOnce: savingAtOnce)
        try sheet.makeFolder("Work")
        let signals = Mutex(0)
        sheet.whenSignalled = { signals.withLock { $0 += 1 } }
        sheet.whilePausing = { Issue.record("It goes by itself.") }
        if !savingAtOnce { try sheet.harness.press("Save") }
        try await sheet.harness.wait(for: "Done")
        await sheet.harness.finishWork()
        #expect(sheet.ends.isEmpty)
        #expect(try sheet.parcels == 1)
        // One of them wants another folder.
        let changes = savingAtOnce && technology == .voiceOver
        if changes {
          try sheet.harness.press("Change…")
          try sheet.harness.press("Choose Another Folder")
          try await sheet.harness.wait(for: "Work")
          try sheet.harness.press("Work")
          try sheet.harness.press("Choose")
          try sheet.harness.press("Move")
          try await sheet.harness.wait(for: "Saved in “Work”")
        }
        try sheet.harness.press("Done")
        #expect(sheet.ends == [true] && signals.withLock { $0 } == 1)
        #expect(try sheet.drained == [changes ? "Work/a.txt" : "a.txt"])
      }
    }

    @Test func aSheetThatSavesNothingAgainStaysUntilDoneForAUserWhoNeedsLonger() async throws {
      try await StandIn.$assistiveTechnologies.withValue([.voiceOver]) {
        let sheet = try Sheet(offering: ["a.txt"])
        try sheet.write("a.txt", to: "old.txt")
        try await sheet.harness.wait(for: "Save Another Copy")
        try sheet.harness.press("Done")
        try await sheet.harness.wait { !$0.text.contains("Save Another Copy") && $0.text.contains("Done") }
        #expect(sheet.ends.isEmpty)
        try await sheet.end("Done")
        #expect(sheet.ends == [true])
      }
    }

    /// Each sentence is said once. Other tests announce, too, so the folder's name is this test's own.
    @Test func voiceOverSaysWhereItIsSavedAndThatTheFolderCanBeChanged() async throws {
      let sheet = try Sheet(offering: ["a.txt"], savingAtOnce: true)
      try sheet.makeFolder("Announced")
      sheet.whilePausing = {
        guard sheet.saved?.change == .offered else { return }
        // The sheet is drawn, and says it.
        #expect(sheet.harness.text.contains("Change…"))
        #expect(ViewHarness.announced.contains("Saved in “Documents”\nChange…"))
        sheet.model.request.beginChange()
        _ = sheet.harness.text
        await sheet.model.request.change(to: FolderChoice(folder: DocumentPath(["Announced"])))
      }
      try await sheet.harness.wait { _ in !sheet.ends.isEmpty }
      #expect(ViewHarness.announced.filter { $0.contains("Announced") } == ["Saved in “Announced”"])
    }

    @Test func aFailureIsNotHiddenByThePageOfAFolder() async throws {
      let sheet = try Sheet(breaking: ["lost.pdf"])
      try sheet.harness.press("Choose Another Folder")
      #expect(sheet.harness.find(.textField, "New Folder") != nil)
      try await sheet.harness.wait(for: "Close")
      #expect(sheet.harness.find(.textField, "New Folder") == nil)
    }
  }
#endif

#if canImport(AppleFoundation)
  extension Sheet {
    /// The user presses a button, and the request ends.
    fileprivate func end(_ button: String) async throws {
      try harness.press(button)
      try await end()
    }

    /// The sheet as the user sees it.
    fileprivate var harness: ViewHarness {
      if let shown { return shown }
      let harness = ViewHarness(ShareView(model: model))
      shown = harness
      return harness
    }
  }
#endif

@MainActor
@Suite(.inScratch) struct ShareModelTests {
  /// Into the folder that the user saw then.
  @Test func savingAtOncePublishesWhenEverythingIsLoaded() async throws {
    let late = LateSender(name: "Late.pdf")
    let sheet = try Sheet(offering: ["a.txt"], also: [late.item])
    try sheet.makeFolder("Work")
    async let start: Void = sheet.model.start()
    await late.asked()
    await sheet.model.save()
    #expect(sheet.ends.isEmpty)
    #expect(sheet.holds == [true])
    sheet.model.folders.choose(FolderChoice(folder: DocumentPath(["Work"])))
    late.answer()
    await start
    #expect(sheet.ends == [true])
    #expect(try sheet.parcels == 1)
    #expect(try sheet.drained == ["Late.pdf", "a.txt"])
  }

  @Test func swipingTheSheetAwayBeforeSavingLeavesNothing() async throws {
    let sheet = try Sheet(offering: ["a.txt"])
    await sheet.model.start()
    sheet.model.request.cancel()
    sheet.model.request.cancel()
    // A tap on Save comes too late.
    await sheet.model.save()
    try await sheet.end()
    #expect(sheet.holds.allSatisfy { !$0 })
    #expect(try sheet.isCancelled)
  }

  @Test func aSheetThatIsClosedBeforeItStartsEndsTheRequest() async throws {
    let sheet = try Sheet(offering: ["a.txt"])
    sheet.model.request.close()
    #expect(sheet.ends == [false])
    await sheet.model.start()
    #expect(sheet.ends == [false])
    #expect(try sheet.staged == 0)
  }

  @Test func aSheetThatIsClosedWhileItLoadsEndsTheRequestAndLeavesNothing() async throws {
    let late = LateSender(name: "Late.pdf")
    let sheet = try Sheet(offering: ["a.txt"], also: [late.item])
    async let start: Void = sheet.model.start()
    await late.asked()
    sheet.model.request.close()
    late.answer()
    await start
    #expect(try sheet.isCancelled)
  }

  @Test func aSheetThatIsClosedWhileItPublishesEndsTheRequestAsDone() async throws {
    let sheet = try Sheet(offering: ["a.txt"], visibility: .notYet)
    await sheet.model.start()
    sheet.whenSignalled = { sheet.model.request.close() }
    await sheet.model.save()
    #expect(sheet.ends == [true])
    #expect(try sheet.parcels == 1)
  }

  @Test func aFailureAfterTheSheetIsClosedEndsTheRequest() async throws {
    let sheet = try Sheet(offering: ["a.txt"])
    await sheet.model.start()
    // The parcel is gone when it is to be published.
    try sheet.emptyStaging()
    sheet.whenHeld = { sheet.model.request.close() }
    await sheet.model.save()
    try await sheet.end()
    #expect(sheet.ends == [false])
  }

  @Test(arguments: Preferences.DuplicateAnswer.allCases)
  func savingBeforeTheSearchHasEndedKeepsTheCopy(answer: Preferences.DuplicateAnswer) async throws {
    let late = LateSender(name: "Late.pdf")
    let sheet = try Sheet(offering: ["a.txt"], also: [late.item], answer: answer)
    try sheet.write("a.txt", to: "old.txt")
    async let start: Void = sheet.model.start()
    await late.asked()
    await sheet.model.save()
    late.answer()
    await start
    #expect(sheet.model.known.isEmpty)
    #expect(try sheet.drained.contains("a.txt"))
  }

  @Test func aDocumentThatChangedSinceItWasFoundIsNoReasonNotToSave() async throws {
    let sheet = try Sheet(offering: ["a.txt", "b.txt"])
    try sheet.write("a.txt", to: "1.txt")
    try sheet.write("b.txt", to: "2.txt")
    await sheet.model.start()
    await sheet.model.look()
    #expect(sheet.model.known.map(\.path.description) == ["1.txt", "2.txt"])
    try sheet.write("A.TXT", to: "1.txt")
    await sheet.model.save(skippingKnown: true)
    #expect(sheet.ends == [true])
    #expect(try sheet.drained == ["1.txt", "2.txt", "a.txt"])
  }

  @Test func whoKeepsBothIsNotTold() async throws {
    let sheet = try Sheet(offering: ["a.txt"], answer: .keep)
    try sheet.write("a.txt", to: "old.txt")
    await sheet.model.start()
    await sheet.model.look()
    #expect(sheet.model.known.isEmpty && sheet.model.isSearched)
    await sheet.model.save()
    #expect(try sheet.drained == ["a.txt", "old.txt"])
  }

  @Test func aFolderThatCannotBeReadIsNotShownAsEmpty() async throws {
    let disk = Disk.system.refusing([.list], with: .denied)
    let sheet = try Sheet(offering: ["a.txt"], on: disk)
    try sheet.makeFolder("Locked")
    await #expect(throws: FolderModel.Problem.unreadable) {
      _ = try await sheet.model.folders.folders(in: DocumentPath(["Locked"]))
    }
  }

  @Test func theSheetStartsAtTheLastFolderForADayAndQuickSaveAlways() async throws {
    let sheet = try Sheet(offering: ["a.txt"])
    try sheet.makeFolder("Work")
    let work = DocumentPath(["Work"])
    let hour: TimeInterval = 60 * 60
    func chosen(_ hours: Double, in folder: DocumentPath = work, always: Bool = false) async -> DocumentPath {
      let last = (path: folder, time: Date.now - hours * hour)
      let model = FolderModel(sheet.container, offered: [folder], last: last, choosingLast: always)
      await model.look()
      return model.chosen.path
    }
    #expect(await chosen(23) == work)
    #expect(await chosen(25) == DocumentPath())
    #expect(await chosen(25, always: true) == work)
    #expect(await chosen(1, in: "Gone") == DocumentPath())
  }

  @Test func aFolderThatIsGoneIsNotToldAsLocked() async throws {
    let sheet = try Sheet(offering: ["a.txt"])
    try sheet.write("x", to: "file.txt")
    for name in ["Gone", "file.txt"] {
      await #expect(throws: FolderModel.Problem.gone) {
        _ = try await sheet.model.folders.folders(in: DocumentPath([FileName(name)]))
      }
    }
  }

  @Test(arguments: [
    ("a", "a.txt"), ("a.txt", "a.txt"), ("", "a.txt"), ("  ", "a.txt"), (".txt", "a.txt"),
    ("note.md", "note.md"), ("Mr.Smith", "Mr.Smith.txt"), ("plan.pdf", "plan.txt"), ("b.TXT", "b.TXT"),
  ])
  func aNameThatIsTypedIsTakenAndItsExtensionIfItIsOfTheSameKind(typed: String, name: String) async throws {
    let sheet = try Sheet(offering: ["a.txt"])
    await sheet.model.start()
    sheet.model.name = typed
    await sheet.model.save()
    #expect(try sheet.drained == [name])
  }

  @Test func theHalvesOfALivePhotoAreRenamedTogether() async throws {
    let recorded = try RecordedShare(contentsOf: Corpus.file("photos-live-photo"))
    let sheet = try Sheet(also: recorded.extensionItems)
    await sheet.model.start()
    #expect(sheet.model.others == 1 && sheet.model.canRename && sheet.model.name == "IMG_0005")
    sheet.model.name = "Beach"
    await sheet.model.save()
    #expect(try sheet.drained == ["Beach.heic", "Beach.mov"])
  }

  @Test func whatIsLoadedWaitsForTheUserAndSeveralHaveNoNameToType() async throws {
    let sheet = try Sheet(offering: ["a.txt", "b.txt"])
    await sheet.model.start()
    #expect(try sheet.parcels == 0 && sheet.staged == 1)
    #expect(!sheet.model.canRename && sheet.model.name.isEmpty)
    await sheet.model.save()
    #expect(try sheet.ends == [true] && sheet.drained == ["a.txt", "b.txt"])
  }

  @Test func whatHasNoNameShowsNoneToType() async throws {
    let item = NSExtensionItem()
    item.attachments = [
      NSItemProvider(item: NSData(data: Data("%PDF-1.4".utf8)), typeIdentifier: UTType.pdf.identifier)
    ]
    let sheet = try Sheet(also: [item])
    await sheet.model.start()
    #expect(sheet.model.names.map(\.text) == ["Untitled.pdf"] && sheet.model.name.isEmpty)
    sheet.model.name = "Plan"
    await sheet.model.save()
    #expect(try sheet.drained == ["Plan.pdf"])
  }

  @Test func quickSaveSavesAtOnceAndTheFolderCanBeChanged() async throws {
    let sheet = try Sheet(offering: ["a.txt"], savingAtOnce: true)
    try sheet.makeFolder("Work")
    let signals = Mutex(0)
    sheet.whenSignalled = { signals.withLock { $0 += 1 } }
    var isChanged = false
    sheet.whilePausing = {
      if isChanged { return }
      isChanged = true
      #expect(signals.withLock { $0 } == 0)
      sheet.model.request.beginChange()
      sheet.model.folders.choose(FolderChoice(folder: DocumentPath(["Work"])))
      let folder = sheet.model.folders.chosen
      async let first: Void = sheet.model.request.change(to: folder)
      async let second: Void = sheet.model.request.change(to: folder)
      _ = await (first, second)
    }
    await sheet.model.start()
    try await sheet.end()
    #expect(sheet.ends == [true] && signals.withLock { $0 } == 1)
    #expect(sheet.saved?.change == .over && sheet.saved?.title == "Saved in “Work”")
    #expect(try sheet.drained == ["Work/a.txt"])
  }

  @Test func aFolderThatIsChangedAfterTheDeliveryIsToldAndNothingMoves() async throws {
    let sheet = try Sheet(offering: ["a.txt"], savingAtOnce: true)
    try sheet.makeFolder("Work")
    sheet.whilePausing = {
      guard sheet.saved?.change == .offered else { return }
      // Another process drains meanwhile.
      _ = try? sheet.drained
      sheet.model.request.beginChange()
      await sheet.model.request.change(to: FolderChoice(folder: DocumentPath(["Work"])))
    }
    await sheet.model.start()
    #expect(sheet.saved?.change == .tooLate && sheet.ends.isEmpty)
    sheet.model.request.cancel()
    #expect(sheet.ends == [true])
    #expect(try sheet.drained == ["a.txt"])
  }

  @Test(arguments: [("Bills", true), ("Gone", true), ("Bills", false)] as [(FileName, Bool)])
  func quickSaveUsesTheFolderOfSimilarDocumentsIfItIsToAndIsThere(
    folder: FileName, usesUsual: Bool
  ) async throws {
    let item = NSExtensionItem()
    let page = try #require(URL(string: "https://bank.example/may.pdf"))
    let file = NSItemProvider(item: Data("%PDF-1.4".utf8) as NSData, typeIdentifier: UTType.pdf.identifier)
    file.suggestedName = "may.pdf"
    item.attachments = [file, NSItemProvider(item: page as NSURL, typeIdentifier: UTType.url.identifier)]
    let sheet = try Sheet(
      also: [item], savingAtOnce: true, usual: DocumentPath([folder]), usesUsual: usesUsual)
    try sheet.makeFolder("Bills")
    let isThere = folder == "Bills" && usesUsual
    var title: String?
    sheet.whilePausing = {
      title = title ?? sheet.saved?.title
      // The user can still change it, from there.
      #expect(sheet.model.folders.chosen.path == (isThere ? DocumentPath(["Bills"]) : DocumentPath()))
    }
    await sheet.model.start()
    #expect(sheet.ends == [true] && title == (isThere ? "Saved in “Bills”" : "Saved in “Documents”"))
    #expect(try sheet.drained == [isThere ? "Bills/may.pdf" : "may.pdf"])
  }

  @Test func quickSaveTakesTheRememberedAnswer() async throws {
    let sheet = try Sheet(offering: ["a.txt"], answer: .skip, savingAtOnce: true)
    try sheet.write("a.txt", to: "old.txt")
    await sheet.model.start()
    #expect(sheet.ends == [true])
    #expect(try sheet.drained == ["old.txt"])
  }

  @Test func aQuickSaveThatIsCancelledWhileItLooksForTheSameSavesNothing() async throws {
    let model = Mutex<ShareModel?>(nil)
    let disk = Disk.system.asking { request throws(DiskError) in
      guard request.call == .list, let model = model.withLock({ $0 }) else { return }
      let isThrough = Flag()
      Task { @MainActor in
        // Everything is loaded, so this is the search.
        if !model.names.isEmpty { model.request.cancel() }
        isThrough.isOn = true
      }
      while !isThrough.isOn { sched_yield() }
    }
    let sheet = try Sheet(offering: ["a.txt"], answer: .skip, savingAtOnce: true, on: disk)
    try sheet.write("other", to: "old.txt")
    // The folders have been listed when the sheet begins to save.
    sheet.whenHeld = { [sheet = sheet.model] in model.withLock { $0 = sheet } }
    await sheet.model.start()
    try await sheet.end()
    #expect(try sheet.isCancelled)
  }

  @Test func aNameThatAFolderCannotHaveIsRefusedWithAnother() async throws {
    let sheet = try Sheet(offering: ["a.txt"])
    let problem = await sheet.model.folders.create("a/b", in: DocumentPath())
    #expect(problem == .name(.illegal(nearest: DocumentName("a-b"))))
    #expect(sheet.model.folders.chosen == FolderChoice())
  }
}

/// A sheet over a scratch container.
@MainActor
private final class Sheet {
  private let scratch = Scratch.current
  private let ended: Ended
  #if canImport(AppleFoundation)
    fileprivate var shown: ViewHarness?
  #endif
  var ends: [Bool] { ended.results }
  /// Whether a swipe could close the sheet, each time that it changed.
  var holds: [Bool] { ended.holds }
  let model: ShareModel
  let container: Container
  private let answer: Preferences.DuplicateAnswer

  init(
    offering names: [String] = [], breaking broken: [String] = [], also others: [NSExtensionItem] = [],
    visibility: FilesVisibility = .shown, answer: Preferences.DuplicateAnswer = .ask,
    savingAtOnce: Bool = false, tags: [DocumentTag] = [], usual: DocumentPath? = nil,
    usesUsual: Bool = false, on disk: Disk = .system
  ) throws {
    self.answer = answer
    let group = scratch.path + "/AppGroup"
    let item = NSExtensionItem()
    let folder = scratch.path
    let whole = try names.map { name in
      let url = URL(fileURLWithPath: folder + "/" + name)
      try Data(name.utf8).write(to: url)
      return try #require(NSItemProvider(contentsOf: url))
    }
    item.attachments = whole + broken.map(NSItemProvider.broken)
    container = Container(path: group, disk: disk)
    let share = Share([item] + others, container: container)
    let ended = Ended()
    self.ended = ended
    let request = ShareRequest(
      share, container,
      system: ShareSystem(
        look: { visibility }, signal: { ended.whenSignalled() }, pause: { _ in await ended.whilePausing() }),
      holdSheet: { isSaving in
        ended.holds.append(isSaving)
        if isSaving { ended.whenHeld() }
      }
    ) { result in
      if case .success = result { ended.results.append(true) } else { ended.results.append(false) }
    }
    model = ShareModel(
      request, answer: answer, savesAtOnce: savingAtOnce, tags: tags, usualFolder: { _ in usual },
      usesUsualFolder: usesUsual)
  }

  /// What is saved, as long as the sheet shows it.
  var saved: ShareRequest.Saved? { if case .saved(let saved) = model.state { saved } else { nil } }
  /// Whether the request ended without anything being saved or left.
  var isCancelled: Bool { get throws { try ends == [false] && parcels == 0 && staged == 0 } }
  var parcels: Int { get throws { try count("Inbox") } }
  var staged: Int { get throws { try count("Staging") } }
  /// The names in all parcels.
  var names: [String] {
    get throws {
      let inbox = scratch.path + "/AppGroup/Inbox/"
      let files = FileManager.default
      return try files.contentsOfDirectory(atPath: inbox).flatMap {
        try files.contentsOfDirectory(atPath: inbox + $0)
      }
    }
  }

  /// Called when the sheet begins to save, and when it signals Files.
  var whenHeld: () -> Void {
    get { ended.whenHeld }
    set { ended.whenHeld = newValue }
  }
  var whenSignalled: () -> Void {
    get { ended.whenSignalled }
    set { ended.whenSignalled = newValue }
  }

  /// What the user does while the sheet says that it is saved.
  var whilePausing: () async -> Void {
    get { ended.whilePausing }
    set { ended.whilePausing = newValue }
  }

  func emptyStaging() throws {
    let staging = scratch.path + "/AppGroup/Staging"
    for name in try FileManager.default.contentsOfDirectory(atPath: staging) {
      try FileManager.default.removeItem(atPath: staging + "/" + name)
    }
  }

  /// Writes a document.
  func write(_ text: String, to path: String) throws {
    let path = scratch.path + "/AppGroup/Documents/" + path
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/AppGroup/Documents/" + path, withIntermediateDirectories: true)
  }

  /// The documents after a drain, by their paths.
  var drained: [String] {
    get throws {
      let container = Container(path: scratch.path + "/AppGroup")
      var preferences = Preferences()
      preferences.duplicateAnswer = answer
      try Drain(container, preferences: preferences).run { _ in }
      let documents = scratch.path + "/AppGroup/Documents"
      return try FileManager.default.subpathsOfDirectory(atPath: documents).filter { path in
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: documents + "/" + path, isDirectory: &isFolder)
          && !isFolder.boolValue
      }.sorted()
    }
  }

  /// Waits until the request has ended.
  func end() async throws {
    while ends.isEmpty {
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  private func count(_ room: String) throws -> Int {
    let path = scratch.path + "/AppGroup/" + room
    if !FileManager.default.fileExists(atPath: path) { return 0 }
    return try FileManager.default.contentsOfDirectory(atPath: path).count
  }
}

/// How often a request ended, and whether well.
@MainActor
private final class Ended {
  var results: [Bool] = []
  var holds: [Bool] = []
  var whenHeld: () -> Void = {}
  var whenSignalled: () -> Void = {}
  var whilePausing: () async -> Void = {}
}
