import Foundation
import IntrayCore
import SwiftUI
import Synchronization
import Testing

@testable import HostApp

extension DocumentInfoModel {
  /// The user does something, and waits until it is done.
  fileprivate func finish(_ act: (DocumentInfoModel) -> Void) async {
    act(self)
    await work?.value
  }
}

/// Get Info: what the sheet says of a document, and how it follows it.
@MainActor
@Suite(.inApp) struct DocumentInfoModelTests {
  private func openInfo(of path: DocumentPath, _ names: [String], disk: Disk = .system.withoutSyncs)
    async throws -> (DocumentInfoModel, HostModel, String)
  {
    let (model, folder) = try openApp(disk: disk)
    for name in names { try put(name, at: folder + "/AppGroup/Documents/" + name) }
    await model.activate()
    model.browser.showInfo(path.description)
    let info = try #require(model.browser.info)
    await info.work?.value
    try await until { !info.isCounting }
    return (info, model, folder + "/AppGroup/Documents/")
  }

  /// The list looks again, and the sheet with it.
  private func lookAgain(_ info: DocumentInfoModel, _ model: HostModel) async {
    await model.browser.refresh()
    // As the screen does.
    await info.finish { $0.lookAgain() }
  }

  @Test func aDocumentHasAKindASizeAndAPlace() async throws {
    let path = DocumentPath(["Work", "2026", "a.pdf"])
    let (info, _, _) = try await openInfo(of: path, ["Work/2026/a.pdf"])
    #expect(info.name == "a.pdf" && info.size == 15 && info.problem == nil)
    #expect(info.folder == ["On this device", "Documents", "Work", "2026"])
    #expect(info.sources.isEmpty && info.info?.added == nil)
    #if canImport(AppleFoundation)
      #expect(info.kind == "PDF document")
    #endif
  }

  @Test func whereADocumentIsFromCanBeCopiedWhenItIsALink() async throws {
    let (model, _) = try openApp()
    let deposit = try Inbox(model.library.container).deposit()
    let link = "https://www.example.com/page"
    try deposit.note(whereFrom: [link, "Anna", link], on: deposit.add("x".utf8, as: DocumentName("a.txt")))
    _ = try deposit.publish()
    await model.activate()
    model.browser.showInfo("a.txt")
    let info = try #require(model.browser.info)
    await info.work?.value
    #expect(info.sources == [link, "Anna"])
    #expect(info.sources.map(DocumentInfoModel.link) == [URL(string: link), nil])
    #expect(info.info?.added != nil && info.info?.lastOpened == nil)
  }

  @Test func theSheetFollowsADocumentThatIsRenamedOrThrownAwayAndSaysWhenItIsGone() async throws {
    let (info, model, _) = try await openInfo(of: DocumentPath(["a.txt"]), ["a.txt", "Work/b.txt"])
    let library = model.library
    _ = try await library.run { documents throws(DiskError) in
      try documents.move(SeenDocument(DocumentPath(["a.txt"])), to: DocumentPath(["Work", "c.txt"]))
    }
    await lookAgain(info, model)
    #expect(info.name == "c.txt" && info.folder == ["On this device", "Documents", "Work"] && !info.isGone)
    let trashed = try await library.run { documents throws(DiskError) in
      try documents.trash([SeenDocument(DocumentPath(["Work", "c.txt"]))])[0].get()
    }
    await lookAgain(info, model)
    #expect(info.folder == ["On this device", "Recently Deleted"] && info.problem == nil)
    _ = try await library.run { documents throws(DiskError) in
      try documents.remove([SeenDocument(trashed)])[0].get()
    }
    await lookAgain(info, model)
    #expect(info.isGone && info.problem == "“c.txt” is no longer in Intray.")
    info.typed = "Work"
    await info.finish { $0.addTag() }
    #expect(info.isGone && info.info?.tags == [])
  }

  @Test func tagsAreSetAndClearedAndOtherProcessesAreTold() async throws {
    let told = Mutex(0)
    let (model, path) = try openApp()
    try put("a", at: path + "/AppGroup/Documents/a.txt")
    let info = DocumentInfoModel(DocumentPath(["a.txt"]), library: model.library) {
      told.withLock { $0 += 1 }
    }
    await info.finish { $0.lookAgain() }
    #expect(told.withLock { $0 } == 0)
    for text in [" Work ", "Work", "Home", "  "] {
      info.typed = text
      await info.finish { $0.addTag() }
    }
    #expect(info.info?.tags?.map(\.name) == ["Work", "Home"] && info.typed == "  ")
    #expect(told.withLock { $0 } == 3)
    let tag = try #require(info.info?.tags?.first)
    await info.finish { $0.set(tag, to: false) }
    #expect(info.info?.tags?.map(\.name) == ["Home"] && info.problem == nil)
  }

  @Test func aTagThatTheVolumeRefusesIsToldAndTheNextLookForgetsIt() async throws {
    let isRefused = Flag()
    let disk = Disk.system.withoutSyncs.refusing([.setAttribute], with: .noSpace, while: isRefused)
    let (info, model, _) = try await openInfo(of: DocumentPath(["a.txt"]), ["a.txt"], disk: disk)
    isRefused.isOn = true
    info.typed = "Work"
    await info.finish { $0.addTag() }
    #expect(info.problem == "This device is full. Free up some space, then try again." && !info.isGone)
    isRefused.isOn = false
    await lookAgain(info, model)
    #expect(info.problem == nil && info.info?.tags == [])
  }

  @Test func theUserIsToldThatNoMoreTagsFitAndWhatToDo() async throws {
    let (info, _, _) = try await openInfo(of: DocumentPath(["a.txt"]), ["a.txt"])
    info.typed = String(repeating: "x", count: 200_000)
    await info.finish { $0.addTag() }
    let sentence = try #require(info.problem)
    #expect(sentence.hasPrefix("This item can’t have any more tags.") && !sentence.contains("try again"))
    // What was typed can be shortened.
    #expect(info.typed.count == 200_000 && info.info?.tags == [] && !info.isGone)
  }

  @Test func aFolderIsCountedAgainWhenSomethingComesIntoIt() async throws {
    let (info, model, path) = try await openInfo(
      of: DocumentPath(["Work"]), ["Work/a.txt", "Work/deep/b.txt"])
    #expect(info.size == 25)
    try put("12345", at: path + "Work/deep/c.txt")
    await lookAgain(info, model)
    try await until { info.size == 30 && !info.isCounting }
  }

  @Test func aFolderThatCannotBeReadIsNotCountedAndTheSheetSaysSo() async throws {
    let isLocked = Flag()
    let disk = Disk.system.withoutSyncs.refusing([.openFolder], of: "deep", with: .denied, while: isLocked)
    let names = ["Work/a.txt", "Work/deep/b.txt"]
    let (info, model, _) = try await openInfo(of: DocumentPath(["Work"]), names, disk: disk)
    #expect(info.size == 25 && !info.isSizePartial)
    isLocked.isOn = true
    await lookAgain(info, model)
    try await until { info.isSizePartial && info.size == 10 && !info.isCounting }
    isLocked.isOn = false
    await lookAgain(info, model)
    try await until { !info.isSizePartial && info.size == 25 && !info.isCounting }
  }

  @Test func theUserStopsTheCounting() async throws {
    let isSlow = Flag(true)
    let goOn = DispatchSemaphore(value: 0)
    let disk = Disk.system.withoutSyncs.asking { request throws(DiskError) in
      // One thread of few is held up, and however this ends not for ever.
      if request.call == .status, request.name == "slow.txt", isSlow.isOn {
        _ = goOn.wait(timeout: .now() + 60)
      }
    }
    let (model, path) = try openApp(disk: disk)
    for name in ["slow.txt", "z.txt"] { try put("x", at: path + "/AppGroup/Documents/Work/" + name) }
    model.browser.showInfo("Work")
    let info = try #require(model.browser.info)
    await info.work?.value
    #expect(info.isCounting && info.size == nil)
    info.stopCounting()
    isSlow.isOn = false
    goOn.signal()
    try await until { !info.isCounting }
    #expect(info.size == nil)
    await lookAgain(info, model)
    #expect(!info.isCounting)
  }
}

#if canImport(AppleFoundation)
  import AppleFoundation
  import UIKit

  /// Get Info, as the screen shows it.
  @MainActor
  @Suite(.serialized, .inApp) struct DocumentInfoScreenTests {
    private func openSheet() async throws -> (ViewHarness, HostModel) {
      let (model, _) = try openApp()
      let deposit = try Inbox(model.library.container).deposit()
      let name = try deposit.add("x".utf8, as: DocumentName("a.txt"))
      try deposit.note(
        whereFrom: ["https://www.example.com/page"], title: "All about tea", comment: "For Sunday", on: name)
      _ = try deposit.publish()
      await model.activate()
      try Documents(model.library.container).noteOpened(
        DocumentPath(["a.txt"]), now: FileTime(seconds: FileTime.now.seconds + 60))
      let harness = await show(model)
      model.browser.showInfo("a.txt")
      await model.browser.info?.work?.value
      AppFolder.current.atEnd { await harness.finishWork() }
      return (harness, model)
    }

    @Test func aFolderSaysHowManyItemsItHasAndTheSheetRenamesIt() async throws {
      let (harness, model, _) = try await openScreen(["Work/a.txt", "Work/Deep/b.txt", "Work/Deep/c.txt"])
      try harness.longPress("Work", "Get Info")
      let info = try #require(model.browser.info)
      await info.work?.value
      try await harness.wait { _ in info.items == 2 && info.size == 40 }
      #expect(harness.text.contains("Items"))
      try harness.press("Rename")
      #expect(model.browser.naming?.document?.path == DocumentPath(["Work"]))
      await harness.finishWork()
    }

    @Test func theMenuOfARowShowsTheSheetAndDoneClosesIt() async throws {
      let (harness, model) = try await openSheet()
      try harness.press("Done")
      #expect(model.browser.info == nil)
      try harness.longPress("a.txt", "Get Info")
      await model.browser.info?.work?.value
      for word in [
        "Where", "Documents", "Last Opened", "Comments", "For Sunday", "Where From", "All about tea",
      ] {
        #expect(harness.text.contains(word), "\(word)")
      }
      try harness.press("Copy Link")
      #expect(StandIn.Pasteboard.ofTask.url?.absoluteString == "https://www.example.com/page")
      try harness.type("Work", into: "Add Tag")
      try harness.submit("Add Tag")
      try await harness.wait { _ in model.browser.info?.info?.tags?.count == 1 }
      // The sheet follows what another process does.
      _ = try await model.library.run { documents throws(DiskError) in
        try documents.move(SeenDocument(DocumentPath(["a.txt"])), to: DocumentPath(["b.txt"]))
      }
      await model.browser.refresh()
      try await harness.wait { _ in model.browser.info?.name == "b.txt" }
      try harness.press("Remove Tag “Work”")
      try await harness.wait { _ in model.browser.info?.info?.tags?.isEmpty == true }
      try harness.press("Done")
      try await model.browser.finish { _ in try harness.swipe("b.txt", "Delete") }
      try harness.backToStart()
      try await model.browser.finish { _ in try harness.press("Recently Deleted") }
      try harness.longPress("b.txt", "Get Info")
      await model.browser.info?.work?.value
      #expect(model.browser.info?.folder == ["On this device", "Recently Deleted"])
    }
  }
#endif
