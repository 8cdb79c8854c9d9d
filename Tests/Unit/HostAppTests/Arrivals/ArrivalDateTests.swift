import Foundation
import IntrayCore
import IntrayIntake
import Testing
import UIKit

@testable import HostApp

/// The dates of a document on each way in, and the order of one share.
@MainActor
@Suite(.inApp) struct ArrivalDateTests {
  /// A way in.
  enum Way: CaseIterable {
    case share, openedCopy, openedElsewhere, drop, picker, shortcut, finder

    /// Where the document lies before.
    var place: String {
      switch self {
      case .openedCopy: "App/Documents/Inbox"
      case .finder: "App/Documents"
      case .share, .openedElsewhere, .drop, .picker, .shortcut: "Elsewhere"
      }
    }

    /// The ways on which several files come in one gesture.
    static let ofSeveral = [share, drop, picker, shortcut]
  }

  private nonisolated static let created = FileTime(seconds: 946_684_800)
  private nonisolated static let modified = FileTime(seconds: 1_000_000_000, nanoseconds: 500_000_000)

  @Test(arguments: Way.allCases)
  func aDocumentKeepsItsDatesAndArrivesAndIsUsedWhenItIsHandedOver(way: Way) async throws {
    let disk = Disk.system.withoutSyncs.movingCreationDates()
    let (model, path) = try openApp(disk: disk)
    let file = path + "/" + way.place + "/a.txt"
    let before = await clockTick()
    try put("a", at: file)
    try setDates(of: file, disk)
    let handedOver = try await play(way, [URL(filePath: file)], model, path)
    let documents = path + "/AppGroup/Documents"
    let status = try Folder.open(documents, disk: disk)["a.txt"].status()
    #expect(status.modified == Self.modified)
    #expect(status.created == Self.created)
    let library = model.library
    let arrivals = try await library.arrivals().get()
    #expect(arrivals.map(\.path.description) == ["a.txt"])
    let time = try #require(arrivals.first?.added)
    #expect(before <= time && time <= handedOver, "\(time) between \(before) and \(handedOver)")
    #expect(try lastUsed("a.txt", in: documents) == time.seconds)
  }

  @Test(arguments: Way.ofSeveral)
  func theDocumentsOfOneShareArriveInTheSendersOrder(way: Way) async throws {
    let (model, path) = try openApp()
    let names = ["z.txt", "b.txt", "a.txt", "m.txt"]
    let files = names.map { path + "/Elsewhere/" + $0 }
    for file in files { try put(file, at: file) }
    _ = try await play(way, files.map { URL(filePath: $0) }, model, path)
    let library = model.library
    let arrivals = try await library.arrivals().get()
    // The latest is listed first.
    #expect(arrivals.map(\.path.description) == names)
  }

  /// - Returns: a moment after the hand-over. Where a later drain takes the documents in, it comes after that moment.
  private func play(
    _ way: Way, _ urls: [URL], _ model: HostModel, _ path: String
  ) async throws -> FileTime {
    switch way {
    case .share:
      let item = NSExtensionItem()
      item.attachments = try urls.map { try #require(NSItemProvider(contentsOf: $0)) }
      let library = model.library
      let share = Share([item], container: library.container)
      _ = try await share.publish(share.load())
      let moment = await clockTick()
      await model.activate()
      try await until { !model.isBusy && model.drains.waiting.isEmpty }
      return moment
    case .openedCopy:
      let moment = await clockTick()
      for url in urls { await model.open(url) }
      return moment
    case .openedElsewhere: for url in urls { await model.open(url) }
    case .drop:
      model.importer.take(try urls.map { try #require(NSItemProvider(contentsOf: $0)) }, into: DocumentPath())
      await model.importer.finish()
    case .picker:
      model.importer.pick(.success(urls), into: DocumentPath())
      await model.importer.finish()
    case .shortcut:
      let library = model.library
      _ = try await library.save(into: DocumentPath()) {
        Share(files: urls.map { PickedFile($0) }, container: library.container)
      }
    case .finder:
      let moment = await clockTick()
      await model.activate()
      try await until { !model.isBusy && model.drains.waiting.isEmpty }
      return moment
    }
    return .now
  }

  /// Waits until the clock of the file system is past this moment. No process can set it.
  private func clockTick() async -> FileTime {
    let moment = FileTime.now
    while ScanClock.system.now() <= moment { await Task.yield() }
    return moment
  }

  private func setDates(of file: String, _ disk: Disk) throws {
    let (folder, name) = try Folder.openParent(of: file, disk: disk)
    let opened = try folder[name].open(.file)
    try opened.setModified(Self.modified)
    try opened.setCreated(Self.created)
  }

  /// The seconds of the platform's attribute.
  private func lastUsed(_ name: FileName, in folder: String) throws -> Int64? {
    let bytes = try Folder.open(folder, disk: .system)[name].open(.file).attribute(
      "com.apple.lastuseddate#PS")
    return bytes?.prefix(8).reversed().reduce(0) { $0 << 8 | Int64($1) }
  }
}
