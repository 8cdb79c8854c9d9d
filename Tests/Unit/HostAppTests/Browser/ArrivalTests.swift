import Foundation
import SwiftUI
import Synchronization
import Testing

@testable import HostApp
@testable import IntrayCore

/// What is new to the user.
@MainActor
@Suite(.inApp) struct ArrivalTests {
  private func share(
    _ name: String, _ model: HostModel, from page: String? = nil, into folder: DocumentPath = DocumentPath()
  ) throws {
    let container = model.library.container
    let deposit = try Inbox(container).deposit()
    try deposit.note(
      whereFrom: page.map { ["https://cdn.example.net/1", $0] } ?? [],
      on: deposit.add("x".utf8, as: DocumentName(name)))
    _ = try deposit.publish(to: Destination(folder))
  }

  @Test func anArrivalSaysWhichFolderIsGone() async throws {
    let (model, path) = try openApp()
    let container = model.library.container
    try put("old", at: path + "/AppGroup/Documents/Work/old.txt")
    let deposit = try Inbox(container).deposit()
    try deposit.add("x".utf8, as: DocumentName("a.txt"))
    _ = try deposit.publish(to: Destination(DocumentPath(["Work"])))
    try FileManager.default.removeItem(atPath: path + "/AppGroup/Documents/Work")
    await model.activate()
    #expect(model.recents.arrivals.map(\.path.description) == ["a.txt"])
    #expect(model.recents.arrivals.map(\.missingFolder) == [DocumentPath(["Work"])])
    #if canImport(AppleFoundation)
      await model.browser.finish { $0.place = .recents }
      let text = await show(model).text
      #expect(text.contains("Not in “Work”, because that folder no longer exists"))
    #endif
  }

  @Test func whatTheExtensionTookInWhileTheAppWasClosedShows() async throws {
    let (model, path) = try openApp()
    let container = model.library.container
    try put("old", at: path + "/AppGroup/Documents/Work/renamed.txt")
    try share("seen.txt", model)
    await model.activate()
    #expect(model.recents.arrivals.map(\.name) == ["seen.txt"])
    for entry in await model.library.index.entries(at: ["seen.txt"]) { model.recents.saw(entry) }
    model.leave()
    try await settle(model)
    let next = HostModel(library: model.library)
    await next.activate()
    #expect(next.recents.arrivals.isEmpty)

    try FileManager.default.removeItem(atPath: path + "/AppGroup/Documents/seen.txt")
    try share("new.txt", model, from: "https://www.example.com/page", into: DocumentPath(["Work"]))
    // As the extension does before it enumerates.
    try Drain(container).run { _ in }
    // A document that the user only renames is no arrival.
    try FileManager.default.moveItem(
      atPath: path + "/AppGroup/Documents/Work/renamed.txt",
      toPath: path + "/AppGroup/Documents/Work/again.txt")
    let later = HostModel(library: model.library)
    await later.activate()
    #expect(later.recents.arrivals.map(\.path.description) == ["Work/new.txt"])
    #expect(
      await later.library.index.entries(at: [DocumentPath(["Work", "new.txt"])]).map(\.source) == [
        "www.example.com"
      ])
    await later.browser.finish { $0.window.showInFolder(DocumentPath(["Work", "new.txt"])) }
    #expect(later.browser.path.map(\.description) == ["Work"])
    #expect(later.browser.page.cursor == DocumentPath(["Work", "new.txt"]), "the row is marked")
    try await settle(later)
  }

  /// Its clock may be years behind that of the last visit.
  @Test func whatCameWhileAnotherPageWasOnScreenIsNewInTheNextVisitWhateverTheClockSays() async throws {
    let (model, path) = try openApp()
    try share("seen.txt", model)
    try share("below.txt", model)
    await model.activate()
    for entry in await model.library.index.entries(at: ["seen.txt"]) { model.recents.saw(entry) }
    #expect(model.recents.arrivals.count == 2, "they stay new until the visit ends")
    model.leave()
    try await settle(model)
    try share("early.txt", model)
    try Drain(model.library.container).run { _ in }
    let folder = try Folder.open(path + "/AppGroup/Documents", disk: .system)
    let record = ArrivalRecord(time: FileTime(seconds: 1), share: nil)
    try folder["early.txt"].open(.file).setAttribute(ItemAttribute.arrival, record.bytes)
    try folder.touch()
    let next = HostModel(library: model.library)
    await next.activate()
    #expect(next.recents.arrivals.map(\.name) == ["below.txt", "early.txt"])
    try await settle(next)
  }

  @Test func theRowOfAShareStandsForAllOfIt() async throws {
    let (model, _) = try openApp()
    _ = try Inbox(model.library.container).deposit { deposit throws(DiskError) in
      for name in ["a.txt", "b.txt", "c.txt"] { try deposit.add(name.utf8, as: DocumentName(name)) }
    }
    try share("alone.txt", model)
    await model.activate()
    let last = try #require(await model.library.index.entries(at: ["c.txt"]).first)
    model.recents.saw(last, asRowOf: last.share)
    model.leave()
    await model.activate()
    try await until { !model.isBusy }
    #expect(model.recents.arrivals.map(\.name) == ["alone.txt"])
  }

  @Test func whatTheExtensionTookInIsComparedWhenTheAppComesToTheFront() async throws {
    let reads = Mutex(0)
    let disk = Disk.system.withoutSyncs.asking { request throws(DiskError) in
      if request.call == .read { reads.withLock { $0 += 1 } }
    }
    let (model, path) = try openApp(disk: disk, searchesContents: false)
    try put("x", at: path + "/AppGroup/Documents/Work/old.txt")
    try share("again.txt", model)
    // As the extension does before it enumerates.
    try Drain(model.library.container).run { _ in }
    await model.activate()
    try await until { model.recents.arrivals.map(\.counterpart?.description) == ["Work/old.txt"] }
    // Once: the user's answer stays.
    model.recents.keep(try #require(model.recents.arrivals.first))
    let before = reads.withLock { $0 }
    await model.recents.lookForArrivals()
    try await until { !model.isBusy }
    #expect(model.recents.arrivals.map(\.counterpart) == [nil] && reads.withLock { $0 } == before)
  }

  @Test func whatTheSheetHasAskedAboutIsNotAskedAgain() async throws {
    let (model, path) = try openApp()
    try put("x", at: path + "/AppGroup/Documents/Work/old.txt")
    let deposit = try Inbox(model.library.container).deposit()
    try deposit.add("x".utf8, as: DocumentName("again.txt"))
    _ = try deposit.publish(to: Destination(keepingCopies: true))
    await model.activate()
    try await until { !model.isBusy }
    #expect(model.recents.arrivals.map(\.counterpart) == [nil])
  }

  @Test func ofTwoThatCameInWithTheSameBytesOneAsks() async throws {
    let (model, _) = try openApp()
    try share("a.txt", model)
    try share("b.txt", model)
    await model.activate()
    try await until { !model.isBusy }
    #expect(model.recents.arrivals.count == 2)
    #expect(model.recents.arrivals.compactMap(\.counterpart).count == 1)
  }

  /// The path alone does not say whether a document was compared.
  @Test func anotherDocumentOfTheSameNameIsComparedInTheSameVisit() async throws {
    let (model, path) = try openApp()
    let container = model.library.container
    try put("x", at: path + "/AppGroup/Documents/Work/old.txt")
    try share("again.txt", model)
    await model.activate()
    try await until { model.recents.arrivals.map(\.counterpart?.description) == ["Work/old.txt"] }
    let first = try #require(model.recents.arrivals.first)
    model.recents.deleteCopy(first)
    try await until { !model.isBusy && model.recents.arrivals.map(\.isNew) == [false] }
    // The same bytes again, which the provider takes in.
    try share("again.txt", model)
    try Drain(container).run { _ in }
    await model.recents.lookForArrivals()
    try await until {
      model.recents.arrivals.first { $0.path == first.path }?.counterpart?.description == "Work/old.txt"
    }
    // Another document in the place of one that was compared, and that the user keeps.
    model.recents.keep(try #require(model.recents.arrivals.first { $0.path == first.path }))
    try FileManager.default.removeItem(atPath: path + "/AppGroup/Documents/again.txt")
    try share("again.txt", model)
    try Drain(container).run { _ in }
    await model.recents.lookForArrivals()
    try await until {
      model.recents.arrivals.filter { $0.path == first.path }.map(\.counterpart?.description)
        == ["Work/old.txt"]
    }
  }

  @Test func otherContentsOfTheSameDocumentAreCompared() async throws {
    let (model, path) = try openApp()
    let container = model.library.container
    try put("two", at: path + "/AppGroup/Documents/Work/old.txt")
    try share("a.txt", model)
    await model.activate()
    try await until { !model.isBusy }
    #expect(model.recents.arrivals.map(\.counterpart) == [nil])
    // As Files saves an edit.
    let documents = Documents(container)
    let document = DocumentPath(["a.txt"])
    let known = try documents.info(of: document)
    let base = FileSnapshot(
      file: known.file, size: known.status.size, modified: known.status.modified, changed: nil)
    let edited = try documents.stage(.bytes(Array("two".utf8)), as: DocumentName("a.txt"))
    #expect(try documents.replaceContents(of: document, with: edited, expecting: base) == .replaced)
    await model.recents.lookForArrivals()
    try await until { model.recents.arrivals.map(\.counterpart?.description) == ["Work/old.txt"] }
  }

  @Test func whatIsGoneWhenItIsTappedSaysSo() async throws {
    let (model, path) = try openApp()
    try put("one", at: path + "/AppGroup/Inbox/a.parcel/first.txt")
    await model.activate()
    try FileManager.default.removeItem(atPath: path + "/AppGroup/Documents/first.txt")
    try await model.browser.finish { $0.window.showInFolder(try #require(model.recents.arrivals.first).path) }
    #expect(model.browser.problem == "“first.txt” is no longer in Intray.")
  }

  @Test(
    arguments: [
      ("a.txt", "a.txt", nil), ("a.txt", "a-1.txt", "was taken"), ("a:b.txt", "a-b.txt", "can’t be used"),
      ("a:b.txt", "a-b-1.txt", "can’t be used"),
    ] as [(String, String, String?)])
  func whyItHasAnotherNameIsKnown(name: String, now: String, why: String?) {
    let arrival = Arrival(name: name, path: DocumentPath([FileName(now)]), isNew: true, time: .now)
    #expect(arrival.sentences == (why.map { ["Renamed from “\(name)” because that name \($0)"] } ?? []))
  }
}
