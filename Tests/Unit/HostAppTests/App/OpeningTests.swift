import Foundation
import IntrayCore
import Synchronization
import Testing

@testable import HostApp

/// Opens the types that the property list declares.
@MainActor
@Suite(.inApp) struct OpeningTests {
  @Test func theExportedTypeIsThatOfParcels() async throws {
    let plist = try infoPlist("HostApp")
    let exported = try #require(plist["UTExportedTypeDeclarations"] as? [[String: Any]])
    let tags = exported.compactMap { $0["UTTypeTagSpecification"] as? [String: [String]] }
    let extensions = tags.flatMap { $0["public.filename-extension"] ?? [] }
    #expect(extensions.map { ".\($0)" } == [Parcel.suffix])
    let (model, path) = try openApp()
    for ending in extensions {
      let copy = path + "/App/Documents/Inbox/from Ada.\(ending)"
      try put("one", at: copy + "/one.txt")
      try put("two", at: copy + "/two.txt")
      await model.open(URL(fileURLWithPath: copy))
    }
    #expect(Set(model.recents.arrivals.map(\.path.description)) == ["one.txt", "two.txt"])
  }

  @Test func anyOtherTypeIsImportedUnchanged() async throws {
    let (model, path) = try openApp()
    let inbox = path + "/App/Documents/Inbox/"
    for name in ["letter.pdf", "no extension", "x.unheard-of"] { try put(name, at: inbox + name) }
    try put("text", at: inbox + "Letter.rtfd/TXT.rtf")
    for name in ["letter.pdf", "no extension", "x.unheard-of", "Letter.rtfd"] {
      await model.open(URL(fileURLWithPath: inbox + name))
    }
    #expect(
      Set(model.recents.arrivals.map(\.path.description))
        == ["letter.pdf", "no extension", "x.unheard-of", "Letter.rtfd"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: inbox).isEmpty)
  }

  @Test func anOpenedDocumentThatIsThereIsNotKeptTwiceWhenTheUserDoesNotWantIt() async throws {
    let (model, path) = try openApp(duplicateAnswer: .skip)
    try put("one", at: path + "/AppGroup/Documents/Work/old.txt")
    let inbox = path + "/App/Documents/Inbox/"
    for (name, text) in [("again.txt", "one"), ("new.txt", "new")] {
      try put(text, at: inbox + name)
      await model.open(URL(filePath: inbox + name))
    }
    #expect(model.recents.arrivals.map(\.path.description) == ["new.txt", "Work/old.txt"])
    #expect(model.recents.arrivals.map(\.isNew) == [true, false])
    #expect(try contents(of: path + "/AppGroup/Documents") == ["Work", "new.txt"])
    // The user can put it back.
    #expect(try contents(of: path + "/AppGroup/Trash") == ["again.txt"])
  }

  /// Finder copies them into the app's folder; the system copies into its inbox what another app opens while Intray is
  /// not in use.
  @Test func whatCameThroughTheFlatInboxesIsNotKeptTwiceWhenTheUserDoesNotWantIt() async throws {
    let (model, path) = try openApp(duplicateAnswer: .skip)
    // More than are shown as arrivals.
    for number in 0..<25 {
      try put("text \(number)", at: path + "/AppGroup/Documents/Work/\(number).txt")
      try put("text \(number)", at: path + "/App/Documents/again \(number).txt")
    }
    try put("text 0", at: path + "/App/Documents/Inbox/mail.txt")
    try put("new", at: path + "/App/Documents/new.txt")
    await model.activate()
    try await model.browser.wait { model.browser.listed == ["Work", "new.txt"] && !model.isBusy }
    #expect(try contents(of: path + "/AppGroup/Documents") == ["Work", "new.txt"])
    #expect(try contents(of: path + "/AppGroup/Documents/Work").count == 25)
    #expect(try contents(of: path + "/AppGroup/Trash").count == 26)
  }

  @Test func ofSeveralThatCameInTogetherOneStays() async throws {
    let (model, path) = try openApp(duplicateAnswer: .skip)
    for number in 0..<5 { try put("text", at: path + "/App/Documents/\(number).txt") }
    await model.activate()
    try await model.browser.wait { model.browser.list.total == 1 && !model.isBusy }
    #expect(try contents(of: path + "/AppGroup/Trash").count == 4)
  }

  /// A shared document is kept in any case: the user saved it on the sheet, before it was compared there.
  @Test(
    arguments: [("/App/Documents", .ask), ("/AppGroup/Inbox/a.parcel", .skip)]
      as [(String, Preferences.DuplicateAnswer)])
  func theUserIsAskedAboutWhatCameThroughAFlatInboxOrWasShared(
    place: String, answer: Preferences.DuplicateAnswer
  ) async throws {
    let (model, path) = try openApp(duplicateAnswer: answer)
    try put("one", at: path + "/AppGroup/Documents/Work/old.txt")
    try put("one", at: path + place + "/again.txt")
    await model.activate()
    try await until { model.recents.arrivals.map(\.counterpart?.description) == ["Work/old.txt"] }
    #expect(try contents(of: path + "/AppGroup/Documents") == ["Work", "again.txt"])
  }

  @Test func stoppingEndsEveryComparisonThatIsUnderWay() async throws {
    // Whether the first comparison was cancelled, once it has gone on; nil before it has begun, and in between.
    let wasCancelled = Mutex<Bool?>(nil)
    let isArmed = Flag()
    let gate = DispatchSemaphore(value: 0)
    let (begins, begin) = AsyncStream.makeStream(of: Void.self)
    let disk = Disk.system.asking { request throws(DiskError) in
      guard request.call == .list, isArmed.isOn else { return }
      isArmed.isOn = false
      begin.yield()
      // On a machine with one core nothing else runs meanwhile. There the wait ends by itself.
      _ = gate.wait(timeout: .now() + 100)
      wasCancelled.withLock { $0 = Task.isCancelled }
    }
    let (model, path) = try openApp(disk: disk)
    for name in ["a.txt", "b.txt"] { try put("x", at: path + "/AppGroup/Documents/" + name) }
    isArmed.isOn = true
    let first = DrainOutcome(name: "a.txt", source: .inbox, result: .imported(DocumentPath(["a.txt"])))
    model.recents.compareLater([first])
    var iterator = begins.makeAsyncIterator()
    await iterator.next()
    // The first one waits at the disk by now, and the second one is known to the model when it has begun too.
    let second = Task { await model.recents.compare([DocumentPath(["b.txt"])]) }
    await Task.yield()
    model.drains.stop()
    gate.signal()
    await second.value
    try await until { !model.recents.isBusy }
    #expect(wasCancelled.withLock { $0 } == true)
  }

  @Test func whatADrainBroughtBeforeTheUserStoppedItIsNotCompared() async throws {
    let (model, path) = try openApp(duplicateAnswer: .skip)
    for name in ["again.txt", "old.txt"] { try put("one", at: path + "/AppGroup/Documents/" + name) }
    let brought = DrainOutcome(
      name: "again.txt", source: .opened, result: .imported(DocumentPath(["again.txt"])))
    let began = model.recents.stops
    model.drains.stop()
    model.recents.compareLater([brought], unlessStoppedSince: began)
    try await until { !model.recents.isBusy }
    #expect(try contents(of: path + "/AppGroup/Documents") == ["again.txt", "old.txt"])
    model.recents.compareLater([brought])
    try await until { !model.recents.isBusy }
    #expect(try contents(of: path + "/AppGroup/Documents") == ["old.txt"])
  }

  @Test func aNewCopyStaysWhenTheOtherDocumentIsGone() async throws {
    let (model, path) = try openApp()
    await model.activate()
    try put("one", at: path + "/AppGroup/Documents/old.txt")
    try put("one", at: path + "/App/Documents/Inbox/again.txt")
    await model.open(URL(filePath: path + "/App/Documents/Inbox/again.txt"))
    try put("two", at: path + "/AppGroup/Documents/old.txt")
    model.recents.deleteCopy(try #require(model.recents.arrivals.first))
    try await until { model.problem != nil && !model.isBusy }
    #expect(try contents(of: path + "/AppGroup/Documents") == ["again.txt", "old.txt"])
  }

  @Test func severalURLsOpenedAtOnceAreAllImported() async throws {
    let (model, path) = try openApp()
    let names = (0..<20).map { "\($0).txt" }
    for name in names { try put(name, at: path + "/App/Documents/Inbox/" + name) }
    await withTaskGroup(of: Void.self) { group in
      for name in names {
        group.addTask { await model.open(URL(fileURLWithPath: path + "/App/Documents/Inbox/" + name)) }
      }
    }
    #expect(model.recents.arrivals.map(\.name).sorted() == names.sorted())
    #expect(model.problem == nil)
  }
}
