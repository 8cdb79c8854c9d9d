import Foundation
import Testing

@testable import IntrayCore

/// Hazards of the way from inbox to Documents that belong to no single type. `Tests/Proofs/Hazards.md` lists all.
@Suite(.inContainer) struct HazardTests {
  let test = TestContainer.current

  @Test func aVolumeWithoutExclusiveRenameIsRefusedAndNothingMoves() throws {
    try test.deliver(["a": "a", "b": ["c": "c"]])
    try test.put("old", at: "AppGroup/Documents/z")
    let before = try (test.tree("AppGroup/Inbox"), test.documents)
    let disk = test.disk.failing(
      Fuse(at: 1, of: .renameExclusive, isLasting: true), with: .of(.unsupported, number: EINVAL))
    let outcomes = try test.drain(Drain(test.container(on: disk)))
    #expect(outcomes.count == 2 && ["a", "b"].allSatisfy { outcomes.errors(for: $0) == [.unsupported] })
    #expect(try test.tree("AppGroup/Inbox") == before.0)
    #expect(try test.documents == before.1)
  }

  @Test func aFullVolumeDoesNotKeepADrainFromDelivering() throws {
    try test.deliver(["a": "a", "b": ["c": "c"]])
    _ = try test.container.open(.documents)
    _ = try test.container.open(.displaced)
    let disk = test.disk.refusing(
      [.createFile, .write, .clone, .makeFolder, .setAttribute], with: .noSpace)
    let outcomes = try test.drain(Drain(test.container(on: disk)))
    #expect(outcomes.arrivals(of: "a") == ["a"] && outcomes.arrivals(of: "b") == ["b"])
  }

  @Test func noTwoParcelsHaveOneName() {
    let names = (0..<10_000).map { _ in Parcel.freshName() }
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.bytes.count == 32 + ".parcel".utf8.count })
  }

  @Test func aWriterKeepsWritingTheSameDocumentAfterItMoved() throws {
    try test.deliver(["a": "begun"], as: "p")
    let writer = try #require(FileHandle(forWritingAtPath: test.path(of: "AppGroup/Inbox/p.parcel/a")))
    try test.drain()
    try writer.seekToEnd()
    try writer.write(contentsOf: Data(", and ended".utf8))
    try writer.close()
    try test.drain()
    #expect(try test.documents == ["a": "begun, and ended"])
  }

  @Test func attributesSurviveEveryImportRoute() throws {
    let whereFrom = PropertyList.encode(["https://example.com/a.pdf", "https://example.com/"])
    let document = Tree.file("a").attribute(Provenance.attribute, whereFrom).attribute("tag", [1, 2])
    let date = FileTime(seconds: 1_234_567_890, nanoseconds: 123_456_789)
    try test.deliver(
      ["parcel.pdf": document, "folder": .folder(["in.pdf": document]).attribute("tag", [3])], as: "p")
    try test.put(document, at: "App/Documents/Inbox/opened.pdf")
    try test.put(document, at: "App/Documents/finder.pdf")
    try test.put(document, at: "Originals/original.pdf")
    let places = [
      "AppGroup/Inbox/p.parcel/parcel.pdf", "App/Documents/Inbox/opened.pdf", "App/Documents/finder.pdf",
      "Originals/original.pdf",
    ]
    for place in places {
      let (folder, name) = try Folder.openParent(of: test.path(of: place), disk: .system)
      try folder[name].open(.file).setModified(date)
    }
    try test.drain(patientDrain(test, test.disk))
    try Drain(test.container).open(URL(filePath: test.path(of: "Originals/original.pdf"))) { _ in }
    #expect(
      try test.documents
        == [
          "parcel.pdf": document, "opened.pdf": document, "finder.pdf": document, "original.pdf": document,
          "folder": .folder(["in.pdf": document]).attribute("tag", [3]),
        ])
    let documents = try test.container.open(.documents)
    for name in ["parcel.pdf", "opened.pdf", "finder.pdf", "original.pdf"] as [FileName] {
      #expect(try documents[name].status().modified == date)
    }
  }
}
