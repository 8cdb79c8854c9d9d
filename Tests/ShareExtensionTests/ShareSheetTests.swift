import Foundation
import Shared
import SwiftUI
import Testing
import UIKit
import UniformTypeIdentifiers

@testable import Intake

#if canImport(TestSupport)
  import TestSupport
#endif
#if canImport(ShareExtension)
  @testable import ShareExtension
#endif

// Sheets are read through the stand-in for SwiftUI, which shows them as text.
#if canImport(AppleFoundation)
  @MainActor
  @Suite struct ShareSheetTests {
    @Test func aSavedShareEndsTheSheet() async throws {
      let sheet = try Sheet(offering: ["a.txt"])
      try sheet.harness.press("Save")
      try await sheet.harness.wait { _ in !sheet.ends.isEmpty }
      #expect(sheet.ends == [true])
      #expect(try sheet.parcels == 1)
      try sheet.remove()
    }

    @Test func aPartialFailureAsksTheUserAndSavesTheRest() async throws {
      let sheet = try Sheet(offering: ["a.txt"], breaking: ["lost.pdf"])
      try sheet.harness.press("Save")
      try await sheet.harness.wait(for: "Save the Rest")
      #expect(sheet.harness.text.contains("lost.pdf"))
      #expect(try sheet.parcels == 0)
      try sheet.harness.press("Save the Rest")
      try await sheet.harness.wait { _ in !sheet.ends.isEmpty }
      #expect(sheet.ends == [true])
      #expect(try sheet.parcels == 1)
      try sheet.remove()
    }

    @Test func aSecondTapSavesNothingTwice() async throws {
      let sheet = try Sheet(offering: ["a.txt"], breaking: ["lost.pdf"])
      try sheet.harness.press("Save")
      try await sheet.harness.wait(for: "Save the Rest")
      async let first: Void = sheet.model.saveRest()
      async let second: Void = sheet.model.saveRest()
      _ = await (first, second)
      #expect(sheet.ends == [true])
      #expect(try sheet.parcels == 1)
      try sheet.remove()
    }

    @Test func aPartialFailureCanBeCancelledAndLeavesNothing() async throws {
      let sheet = try Sheet(offering: ["a.txt"], breaking: ["lost.pdf"])
      try sheet.harness.press("Save")
      try await sheet.harness.wait(for: "Save the Rest")
      try sheet.harness.press("Cancel")
      #expect(sheet.ends == [false])
      #expect(try sheet.parcels == 0)
      #expect(try sheet.staged == 0)
      try sheet.remove()
    }

    @Test func theSheetSaysWhenADocumentIsOnlyInTheApp() async throws {
      let sheet = try Sheet(offering: ["a.txt"], visibility: .notYet)
      try sheet.harness.press("Save")
      try await sheet.harness.wait(for: "Done")
      #expect(sheet.harness.text.contains("open Intray once"))
      #expect(try sheet.parcels == 1)
      #expect(sheet.ends.isEmpty)
      try sheet.harness.press("Done")
      #expect(sheet.ends == [true])
      try sheet.remove()
    }

    @Test func theSheetSaysHowToTurnIntrayOnInFiles() async throws {
      let sheet = try Sheet(offering: ["a.txt"], visibility: .turnedOff)
      try sheet.harness.press("Save")
      try await sheet.harness.wait(for: "Done")
      #expect(sheet.harness.text.contains("tap Edit, then turn on Intray"))
      #expect(!sheet.harness.text.contains("open Intray"))
      try sheet.harness.press("Done")
      #expect(sheet.ends == [true])
      try sheet.remove()
    }

    @Test func theUserTypesANameAndCreatesAFolderOnTheSheet() async throws {
      let sheet = try Sheet(offering: ["a.txt"])
      try sheet.makeFolder("Work/Reports")
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
      try sheet.harness.press("Save")
      try await sheet.harness.wait { _ in !sheet.ends.isEmpty }
      #expect(try sheet.drained == ["Work/2026/Minutes.txt"])
      try sheet.remove()
    }

    @Test func aCancelDuringLoadingEndsTheSheetOnceAndLeavesNothing() async throws {
      let late = LateSender(name: "Late.pdf")
      let sheet = try Sheet(offering: ["a.txt"], also: [late.item])
      try await sheet.harness.wait(for: "Cancel")
      await late.asked()
      try sheet.harness.press("Cancel")
      try await sheet.harness.wait { _ in !sheet.ends.isEmpty }
      sheet.model.cancel()
      late.answer()
      #expect(sheet.ends == [false])
      #expect(late.isCancelled)
      #expect(try sheet.parcels == 0)
      #expect(try sheet.staged == 0)
      try sheet.remove()
    }

    @Test func theSheetSaysHowManyItemsCanBeSaved() async throws {
      let sheet = try Sheet(offering: ["a.txt", "b.txt"], breaking: ["lost.pdf"])
      try sheet.harness.press("Save")
      try await sheet.harness.wait(for: "Save the Rest")
      #expect(sheet.harness.text.contains("2 of 3 can be saved."))
      try sheet.harness.press("Cancel")
      try sheet.remove()
    }

    @Test func aFailureIsShownUntilTheUserClosesIt() async throws {
      let sheet = try Sheet(breaking: ["lost.pdf"])
      try await sheet.harness.wait(for: "Close")
      #expect(sheet.harness.text.contains("lost.pdf"))
      #expect(sheet.ends.isEmpty)
      try sheet.harness.press("Close")
      #expect(sheet.ends == [false])
      try sheet.remove()
    }
  }
#endif

#if canImport(AppleFoundation)
  extension Sheet {
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
@Suite struct ShareModelTests {
  @Test func savingAtOncePublishesWhenEverythingIsLoaded() async throws {
    let late = LateSender(name: "Late.pdf")
    let sheet = try Sheet(offering: ["a.txt"], also: [late.item])
    async let start: Void = sheet.model.start()
    await late.asked()
    await sheet.model.save()
    #expect(sheet.ends.isEmpty)
    #expect(sheet.holds == [true])
    late.answer()
    await start
    #expect(sheet.ends == [true])
    #expect(try sheet.parcels == 1)
    try sheet.remove()
  }

  @Test func whatIsLoadedWaitsForTheUser() async throws {
    let sheet = try Sheet(offering: ["a.txt"])
    await sheet.model.start()
    #expect(try sheet.parcels == 0)
    #expect(try sheet.staged == 1)
    await sheet.model.save()
    #expect(sheet.ends == [true])
    #expect(try sheet.drained == ["a.txt"])
    try sheet.remove()
  }

  @Test func swipingTheSheetAwayBeforeSavingLeavesNothing() async throws {
    let sheet = try Sheet(offering: ["a.txt"])
    await sheet.model.start()
    sheet.model.cancel()
    sheet.model.cancel()
    #expect(sheet.ends == [false])
    #expect(sheet.holds.allSatisfy { !$0 })
    #expect(try sheet.parcels == 0)
    #expect(try sheet.staged == 0)
    try sheet.remove()
  }

  @Test func theNameKeepsTheExtensionAndTheFolderIsOfferedAgain() async throws {
    let sheet = try Sheet(offering: ["a.txt"])
    try sheet.makeFolder("Work")
    await sheet.model.folders.open(DocumentPath())
    #expect(sheet.model.folders.folders[DocumentPath()] == [DocumentPath(["Work"])])
    sheet.model.folders.choose(DocumentPath(["Work"]))
    sheet.model.name = " Minutes "
    await sheet.model.start()
    await sheet.model.save()
    #expect(try sheet.drained == ["Work/Minutes.txt"])
    try sheet.remove()
  }

  @Test func anUntouchedOrEmptyNameLeavesTheNameToIntray() async throws {
    for name in ["a.txt", "", "  "] {
      let sheet = try Sheet(offering: ["a.txt"])
      sheet.model.name = name
      await sheet.model.start()
      await sheet.model.save()
      #expect(try sheet.drained == ["a.txt"])
      try sheet.remove()
    }
  }

  @Test func aNameThatAFolderCannotHaveIsRefusedWithAnother() async throws {
    let sheet = try Sheet(offering: ["a.txt"])
    sheet.model.folders.newName = "a/b"
    await sheet.model.folders.create(in: DocumentPath())
    #expect(sheet.model.folders.problem == .illegal(suggestion: "a-b"))
    #expect(sheet.model.folders.chosen == FolderChoice())
    try sheet.remove()
  }
}

/// A sheet over a scratch container.
@MainActor
private final class Sheet {
  private let scratch: Scratch
  private let ended: Ended
  #if canImport(AppleFoundation)
    fileprivate var shown: ViewHarness?
  #endif
  var ends: [Bool] { ended.results }
  /// Whether a swipe could close the sheet, each time that it changed.
  var holds: [Bool] { ended.holds }
  let model: ShareModel

  init(
    offering names: [String] = [], breaking broken: [String] = [], also others: [NSExtensionItem] = [],
    visibility: FilesVisibility = .shown
  ) throws {
    scratch = try Scratch()
    let group = scratch.path + "/AppGroup"
    try FileManager.default.createDirectory(atPath: group, withIntermediateDirectories: true)
    let item = NSExtensionItem()
    let folder = scratch.path
    let whole = try names.map { name in
      let url = URL(fileURLWithPath: folder + "/" + name)
      try Data(name.utf8).write(to: url)
      return try #require(NSItemProvider(contentsOf: url))
    }
    item.attachments = whole + broken.map(Self.broken)
    let container = Container(path: group)
    let share = Share([item] + others, container: container)
    let ended = Ended()
    self.ended = ended
    model = ShareModel(
      share, container, signal: { visibility }, holdSheet: { ended.holds.append($0) }
    ) { result in
      if case .success = result { ended.results.append(true) } else { ended.results.append(false) }
    }
  }

  var parcels: Int { get throws { try count("Inbox") } }
  var staged: Int { get throws { try count("Staging") } }

  func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/AppGroup/Documents/" + path, withIntermediateDirectories: true)
  }

  /// The documents after a drain, by their paths.
  var drained: [String] {
    get throws {
      let container = Container(path: scratch.path + "/AppGroup")
      try Drain(container).run { _ in }
      let documents = scratch.path + "/AppGroup/Documents"
      return try FileManager.default.subpathsOfDirectory(atPath: documents).filter { path in
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: documents + "/" + path, isDirectory: &isFolder)
          && !isFolder.boolValue
      }.sorted()
    }
  }

  func remove() throws { try scratch.remove() }

  private func count(_ room: String) throws -> Int {
    let path = scratch.path + "/AppGroup/" + room
    if !FileManager.default.fileExists(atPath: path) { return 0 }
    return try FileManager.default.contentsOfDirectory(atPath: path).count
  }

  private static func broken(_ name: String) -> NSItemProvider {
    let provider = NSItemProvider()
    provider.suggestedName = name
    provider.registerFileRepresentation(
      forTypeIdentifier: UTType.pdf.identifier, fileOptions: [], visibility: .all
    ) { answer in
      answer(nil, false, CocoaError(.fileReadNoSuchFile))
      return nil
    }
    return provider
  }
}

/// How often a request ended, and whether well.
@MainActor
private final class Ended {
  var results: [Bool] = []
  var holds: [Bool] = []
}
