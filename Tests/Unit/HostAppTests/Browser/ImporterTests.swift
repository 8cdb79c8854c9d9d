import FileProvider
import Foundation
import IntrayCore
import IntrayIntake
import Testing
import UIKit
import UniformTypeIdentifiers

@testable import HostApp

/// The user imports documents: picks, drops, pastes.
@MainActor
@Suite(.inApp) struct ImporterTests {
  private func openImporter(
    _ files: FilesRegistration = FilesRegistration(), disk: Disk = .system,
    duplicateAnswer: Preferences.DuplicateAnswer = .ask
  ) async throws -> (HostModel, String) {
    let (model, path) = try openApp(files, disk: disk, duplicateAnswer: duplicateAnswer)
    try put("x", at: path + "/AppGroup/Documents/Work/old.txt")
    await model.activate()
    return (model, path)
  }

  @Test func pickedFilesAndFoldersComeInUnderTheirOwnNamesAndTheOriginalsStay() async throws {
    let (model, path) = try await openImporter()
    // Its extension does not match its contents: the user named it so.
    try put("%PDF-1.7", at: path + "/Elsewhere/scan.txt")
    try put("a", at: path + "/Elsewhere/Album/1.txt")
    model.importer.pick(
      .success(["scan.txt", "Album"].map { URL(filePath: path + "/Elsewhere/" + $0) }), into: DocumentPath()
    )
    await model.importer.finish()
    #expect(Set(model.recents.arrivals.map(\.path.description)) == ["scan.txt", "Album"])
    #expect(try stored("Documents/Album/1.txt") == "a")
    #expect(try stored("../Elsewhere/scan.txt") == "%PDF-1.7")
    #expect(model.queue.problems.isEmpty && model.queue.works.isEmpty)
  }

  @Test func aDocumentOfOursIsNotImportedAgain() async throws {
    let files = FilesRegistration(identify: { url in
      guard url.lastPathComponent == "ours.txt" else { throw CocoaError(.fileNoSuchFile) }
      return NSFileProviderDomainIdentifier(FilesDomain.identifier)
    })
    let (model, path) = try await openImporter(files)
    for name in ["ours.txt", "theirs.txt"] { try put(name, at: path + "/Elsewhere/" + name) }
    let urls = ["ours.txt", "theirs.txt"].map { URL(filePath: path + "/Elsewhere/" + $0) }
    model.importer.pick(.success(urls), into: DocumentPath())
    await model.importer.finish()
    #expect(model.queue.problems == ["“ours.txt” is already in Intray."])
    #expect(model.recents.arrivals.map(\.name) == ["theirs.txt"])
    // Dropped, it is known by where it is.
    model.importer.take(urls.compactMap { NSItemProvider(contentsOf: $0) }, into: DocumentPath())
    await model.importer.finish()
    #expect(model.queue.problems == ["“ours.txt” is already in Intray."])
    #expect(model.recents.arrivals.map(\.name) == ["theirs.txt", "theirs.txt"])
    let names = try FileManager.default.contentsOfDirectory(atPath: path + "/AppGroup/Documents")
    #expect(names.sorted() == ["Work", "theirs-1.txt", "theirs.txt"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: path + "/AppGroup/Staging").isEmpty)
  }

  @Test(arguments: [Preferences.DuplicateAnswer.ask, .keep])
  func whatIntrayHasIsImportedAndTheUserIsToldUnlessTheyKeepBoth(answer: Preferences.DuplicateAnswer)
    async throws
  {
    let (model, path) = try await openImporter(duplicateAnswer: answer)
    try put("x", at: path + "/Elsewhere/again.txt")
    model.importer.pick(.success([URL(filePath: path + "/Elsewhere/again.txt")]), into: DocumentPath())
    await model.importer.finish()
    let arrivals = model.recents.arrivals
    #expect(arrivals.map(\.path.description) == ["again.txt"] && arrivals.map(\.isNew) == [true])
    try await until { !model.isBusy }
    let counterpart = answer == .ask ? "Work/old.txt" : nil
    #expect(model.recents.arrivals.map(\.counterpart?.description) == [counterpart])
  }

  @Test func whatIntrayHasIsNotImportedWhenTheUserDoesNotWantItTwice() async throws {
    let (model, path) = try await openImporter(duplicateAnswer: .skip)
    for (name, text) in [("again.txt", "x"), ("new.txt", "new")] {
      try put(text, at: path + "/Elsewhere/" + name)
    }
    let urls = ["again.txt", "new.txt"].map { URL(filePath: path + "/Elsewhere/" + $0) }
    for urls in [urls, [urls[0]]] {
      model.importer.pick(.success(urls), into: DocumentPath())
      await model.importer.finish()
      #expect(model.queue.problems == ["“again.txt” is already in Intray, as “Work/old.txt”."])
    }
    #expect(model.recents.arrivals.map(\.path.description) == ["new.txt"])
    #expect(model.recents.arrivals.map(\.counterpart) == [nil])
    #expect(try stored("../Elsewhere/again.txt") == "x")
    #expect(try contents(of: path + "/AppGroup/Documents") == ["Work", "new.txt"])
    for room in ["Staging", "Inbox", "Trash"] {
      let place = path + "/AppGroup/" + room
      #expect(try !FileManager.default.fileExists(atPath: place) || contents(of: place).isEmpty, "\(room)")
    }
  }

  @Test func whatIsDroppedIsKeptEachAsAThingOfItsOwn() async throws {
    let (model, path) = try await openImporter()
    try put("a", at: path + "/Elsewhere/a.txt")
    try put("b", at: path + "/Elsewhere/Folder/b.txt")
    let image = NSItemProvider()
    image.registerDataRepresentation(forTypeIdentifier: UTType.png.identifier, visibility: .all) {
      $0(Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), nil)
      return nil
    }
    let link = URL(string: "https://www.example.com/page")
    let providers = [
      NSItemProvider(contentsOf: URL(filePath: path + "/Elsewhere/a.txt")),
      NSItemProvider(contentsOf: URL(filePath: path + "/Elsewhere/Folder")),
      image, NSItemProvider(item: link as NSURL?, typeIdentifier: UTType.url.identifier),
      NSItemProvider(item: "Buy milk" as NSString, typeIdentifier: UTType.plainText.identifier),
    ].compactMap { $0 }
    model.importer.take(providers, into: DocumentPath())
    await model.importer.finish()
    #expect(model.queue.problems == [])
    let names = Set(model.recents.arrivals.map(\.path.description))
    #expect(names.isSuperset(of: ["a.txt", "Folder", "example.com.webloc", "Buy milk.txt"]))
    #expect(names.count == 5 && names.contains { $0.hasSuffix(".png") })
    #expect(try stored("Documents/Folder/b.txt") == "b")
  }

  /// What is dropped can be asked for only while the drop is handled.
  @Test func everythingDroppedIsAskedForAtOnce() async throws {
    let (model, _) = try await openImporter()
    let providers = (0..<20).map { number in
      let provider = WatchedProvider()
      provider.suggestedName = "\(number).txt"
      provider.registerDataRepresentation(forTypeIdentifier: UTType.data.identifier, visibility: .all) {
        $0(Data("\(number)".utf8), nil)
        return nil
      }
      return provider
    }
    model.importer.take(providers, into: DocumentPath())
    // Without a step of the main actor in between.
    let wereAsked = providers.allSatisfy(\.wasAsked)
    #expect(wereAsked)
    await model.importer.finish()
    #expect(model.recents.arrivals.count == 20)
  }

  @Test func anErrorOfTheMediumAfterAnImportIsTold() async throws {
    let disk = Disk.system.failing(
      Fuse(at: 1, of: .flush, isLasting: true), with: .of(.failed, number: 5, call: "fsync"))
    let (model, path) = try await openImporter(disk: disk)
    try put("a", at: path + "/Elsewhere/a.txt")
    model.importer.pick(.success([URL(filePath: path + "/Elsewhere/a.txt")]), into: DocumentPath())
    await model.importer.finish()
    #expect(model.queue.problems.contains { $0.hasPrefix("The storage of this device reported an error.") })
    #expect(try stored("Documents/a.txt") == "a")
  }

  @Test func aFullDeviceIsToldAndNothingIsLeft() async throws {
    let disk = Disk.system.failing(
      Fuse(at: 1, of: .createFile, isLasting: true), with: DiskError(.noSpace, at: ""))
    let (model, path) = try await openImporter(disk: disk)
    try put("a", at: path + "/Elsewhere/a.txt")
    model.importer.pick(.success([URL(filePath: path + "/Elsewhere/a.txt")]), into: DocumentPath())
    await model.importer.finish()
    #expect(model.queue.problems.first?.hasPrefix("There isn’t enough space for “a.txt”.") == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: path + "/AppGroup/Staging").isEmpty)
    #expect(try stored("../Elsewhere/a.txt") == "a")
  }
}

/// A provider that knows whether it was asked for a file.
private final class WatchedProvider: NSItemProvider {
  private(set) var wasAsked = false

  override func loadFileRepresentation(
    forTypeIdentifier typeIdentifier: String,
    completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
  ) -> Progress {
    wasAsked = true
    return super.loadFileRepresentation(
      forTypeIdentifier: typeIdentifier, completionHandler: completionHandler)
  }
}

#if canImport(AppleFoundation)
  import AppleFoundation

  extension ImporterTests {
    @Test func whatTheSystemCouldPurgeIsRoom() {
      let container = Container(path: NSTemporaryDirectory())
      StandIn.VolumeCapacity.$forImportantUsage.withValue(1) { #expect(container.availableCapacity == 1) }
      // A volume that does not say it says 0.
      StandIn.VolumeCapacity.$forImportantUsage.withValue(0) {
        #expect((container.availableCapacity ?? 0) > 1)
      }
    }
  }
#endif
