import Foundation
import Testing

@testable import IntrayCore

@Suite(.inContainer) struct ProviderFieldsTests {
  let test = TestContainer.current

  @Test func fieldsThatTheVolumeRefusesAreReturnedAndTheRestIsSet() throws {
    try test.put(["a.txt": "a"])
    _ = try test.startProvider().refresh()
    let provider = try test.startProvider(on: test.disk.refusing([.setAttribute], with: .noSpace))
    let item = try provider.item(named: "a.txt")
    let change = itemChange {
      $0.tags = [1]
      $0.favouriteRank = 2
      $0.modified = FileTime(seconds: 77)
    }
    let answer = try provider.modify(item) { $0 = change }
    #expect(answer.missed == [.tags, .favouriteRank])
    #expect(answer.item.modified == FileTime(seconds: 77) && answer.item.tags == nil)
    // Nothing at all is an error, which the system tries again.
    expectError(.noSpace) { try provider.modify(item) { $0.tags = [1] } }
  }

  @Test func aNewDateKeepsTheContentVersion() throws {
    try test.put(["a.txt": "a"])
    let (provider, item) = try test.startProvider(knowing: "a.txt")
    let answer = try provider.modify(item) { $0.modified = FileTime(seconds: 77) }
    #expect(answer.item.modified == FileTime(seconds: 77))
    #expect(answer.item.contentVersion == item.contentVersion)
  }

  @Test func aCallThatIsPlayedAgainSetsNothingAgain() throws {
    try test.put(["a.txt": "a"])
    let log = CallLog()
    let provider = try test.startProvider(on: test.disk.movingCreationDates().logging(to: log))
    try provider.scan()
    let item = try provider.item(named: "a.txt")
    let change = itemChange {
      ($0.modified, $0.created) = (FileTime(seconds: 77), FileTime(seconds: 66))
      $0.lastUsed = FileTime(seconds: 88)
      ($0.tags, $0.flags) = ([1], [.writable, .hidden])
    }
    let setters: [DiskCall] = [.setModified, .setCreated, .setAttribute]
    func play() throws -> (Item, [Int]) {
      (try provider.modify(item) { $0 = change }.item, setters.map(log.count))
    }
    let (first, again) = try (play(), play())
    #expect(first == again && first.1.allSatisfy { $0 > 0 })
  }

  @Test("An edit syncs the new version, its record, and both folders, each once")
  func syncsOfAnEdit() throws {
    try test.put(["a.txt": .file("old").attribute("tag", [1])])
    let log = CallLog()
    let provider = try test.startProvider(on: test.disk.logging(to: log))
    try provider.refresh()
    // The first one makes the folder Staging, too.
    let item = try provider.modify(provider.item(named: "a.txt"), contents: test.original("first")).item
    let before = log.count(of: .sync)
    _ = try provider.modify(item, contents: test.original("new")) { $0.modified = FileTime(seconds: 77) }
    // The new version; the folder of the change with its name, and Displaced; after the exchange both folders.
    #expect(log.count(of: .sync) - before == 5)
    #expect(try test.documents.entries["a.txt"]?.attributes["tag"] == [1])
  }

  @Test("A modification date before the creation date keeps the creation date")
  func creationDate() throws {
    try test.put(["a.txt": "a"])
    let provider = try test.startProvider(on: test.disk.movingCreationDates())
    try provider.scan()
    let item = try provider.item(named: "a.txt")
    let early = try provider.modify(item) { $0.modified = FileTime(seconds: 77) }
    #expect(early.item.modified == FileTime(seconds: 77) && early.item.created == item.created)
    let both = try provider.modify(item) {
      ($0.modified, $0.created) = (FileTime(seconds: 55), FileTime(seconds: 66))
    }
    #expect(both.item.modified == FileTime(seconds: 55) && both.item.created == FileTime(seconds: 66))
  }

  @Test(
    "Attributes of Intray on contents from the system are ignored: the document keeps its tags and rank")
  func ownAttributesOfContents() throws {
    let stale = Tree.file("new").attribute(ItemAttribute.tags, [9]).attribute(
      ItemAttribute.favouriteRank, [9]
    )
    .attribute(ItemAttribute.arrival, [9]).attribute("plain", [1])
    try test.put(stale, at: "Originals/new")
    try test.put(["a.txt": "a"])
    let (provider, item) = try test.startProvider(knowing: "a.txt")
    try provider.modify(item) { $0.tags = [1] }
    let edited = try provider.modify(item, contents: test.path(of: "Originals/new"))
    #expect(!edited.isConflicted && edited.item.tags == [1] && edited.item.favouriteRank == nil)
    let created = try provider.create(
      template: "t", itemChange { ($0.name, $0.parent) = ("b.txt", .root) },
      from: .copy(of: test.path(of: "Originals/new")), mayExist: false)
    #expect(created.item.tags == nil && created.item.favouriteRank == nil)
    for name in ["a.txt", "b.txt"] {
      #expect(try test.attribute(ItemAttribute.arrival, of: name) == nil)
      #expect(try test.attribute("plain", of: name) == [1])
    }
  }

  @Test(
    "Tags that a document brings are told as tag data, and what the system sets is the platform's attribute")
  func platformTags() throws {
    let name = "com.apple.metadata:_kMDItemUserTags"
    try test.put(["a.txt": Tree.file("a").attribute(name, [1, 2])])
    let (provider, item) = try test.startProvider(knowing: "a.txt")
    #expect(item.tags == [1, 2] && item.plainAttributes.isEmpty)
    let list = DocumentTag.encode([try #require(DocumentTag(named: "Work"))])
    let tagged = try provider.modify(item) {
      $0.tags = list
      // As an attribute it does not count.
      $0.attributes = [name: [9], "com.apple.ResourceFork": [9]]
    }
    #expect(tagged.item.tags == list)
    #expect(try test.attribute(name, of: "a.txt") == list)
    #expect(try test.attribute("com.apple.ResourceFork", of: "a.txt") == nil)
    try provider.modify(item) { $0.tags = .some(nil) }
    #expect(try test.attribute(name, of: "a.txt") == nil)
  }

  private func archive(_ tags: NSArray) throws -> [UInt8] {
    Array(try NSKeyedArchiver.archivedData(withRootObject: tags, requiringSecureCoding: true))
  }

  @Test(
    "Tags that the system hands over as an archive are read by the app, and go back as they came until the app changes them"
  )
  func archivedTags() throws {
    try test.put(["a.txt": "a"])
    let (provider, item) = try test.startProvider(knowing: "a.txt")
    let documents = Documents(test.container)
    let archives = try [
      archive(["Red\n6", "Work"]), archive([ArchivedTag("Red", 6), ArchivedTag("Work", 0)]),
    ]
    for sent in archives {
      let tagged = try provider.modify(item) { $0.tags = sent }
      #expect(tagged.item.tags == sent)
      let info = try documents.info(of: "a.txt")
      #expect(info.tags?.map(\.id) == ["Red\n6", "Work"])
      // Again it sets nothing.
      #expect(
        try provider.modify(item) { $0.tags = sent }.item.metadataVersion == tagged.item.metadataVersion)
      try provider.scan(isFull: true)
      #expect(try provider.item(named: "a.txt").tags == sent)
      let more = try documents.set(#require(DocumentTag(named: "New")), of: info, to: true)
      #expect(more.tags?.map(\.name) == ["Red", "Work", "New"])
      try provider.scan()
      let changed = try #require(try provider.item(named: "a.txt").tags)
      #expect(DocumentTag.decode(changed)?.map(\.name) == ["Red", "Work", "New"])
    }
    try provider.modify(item) { $0.tags = .some(nil) }
    #expect(try documents.info(of: "a.txt").tags == [])
    #expect(try test.attribute(ItemAttribute.sentTags, of: "a.txt") == nil)
    // An archive without tags removes them, too, and goes back as it came.
    let none = try archive([])
    #expect(try provider.modify(item) { $0.tags = none }.item.tags == none)
    #expect(try documents.info(of: "a.txt").tags == [])
  }

  @Test("Tags of the system that nothing can read stay as they are, and the app changes none")
  func unreadableTags() throws {
    let own = DocumentTag.encode([try #require(DocumentTag(named: "Work"))])
    try test.put(["a.txt": Tree.file("a").attribute(ItemAttribute.tags, own)])
    let (provider, item) = try test.startProvider(knowing: "a.txt")
    let new = try #require(DocumentTag(named: "New"))
    let odd = try archive([["name": "Red"] as NSDictionary])
    for sent in [[1, 2, 3], odd] {
      #expect(try provider.modify(item) { $0.tags = sent }.item.tags == sent)
      #expect(try test.attribute(ItemAttribute.tags, of: "a.txt") == own)
      let documents = Documents(test.container)
      let info = try documents.info(of: "a.txt")
      #expect(info.tags == nil)
      expectError(.unsupported) {
        try documents.set(new, of: info, to: true)
      }
    }
  }

  @Test("The resource fork goes and comes with the contents")
  func resourceFork() throws {
    let fork = "com.apple.ResourceFork"
    try test.put(["a.txt": Tree.file("a").attribute(fork, [1])])
    try test.put(Tree.file("a").attribute(fork, [2]), at: "Originals/other")
    try test.put(Tree.file("a"), at: "Originals/none")
    let (provider, item) = try test.startProvider(knowing: "a.txt")
    let other = try provider.modify(item, contents: test.path(of: "Originals/other"))
    #expect(try test.attribute(fork, of: "a.txt") == [2] && !other.isConflicted)
    // The same bytes without a fork are other contents.
    let none = try provider.modify(
      item.id, ItemChange(), at: ("a.txt", .root), contents: test.path(of: "Originals/none"),
      base: .version(other.item.contentVersion))
    #expect(try test.attribute(fork, of: "a.txt") == nil && !none.isConflicted)
    // A document of the same name and bytes, and another fork, is another document.
    let made = try provider.create(
      template: "t", itemChange { ($0.name, $0.parent) = ("a.txt", .root) },
      from: .copy(of: test.path(of: "Originals/other")), mayExist: true)
    #expect(made.item.name == "a-1.txt")
  }

  @Test func aRenameDoesNotReadEveryDocument() throws {
    let many = Dictionary(uniqueKeysWithValues: (0..<200).map { (FileName("\($0)"), Tree.file("x")) })
    try test.put(["f": .folder(many), "a.txt": "a"])
    let log = CallLog()
    let provider = try test.startProvider(on: test.disk.logging(to: log))
    _ = try provider.refresh()
    let item = try provider.item(named: "a.txt")
    let before = log.all.count
    try provider.modify(item) { $0.name = "b.txt" }
    // One look for each document would be two hundred.
    #expect(log.all.count - before < 60)
  }

  @Test("A call looks at its item's place once, then acts, then commits")
  func oneLook() throws {
    try test.put(["a.txt": "a"])
    let log = CallLog()
    let provider = try test.startProvider(on: test.disk.logging(to: log))
    _ = try provider.refresh()
    let item = try provider.item(named: "a.txt")
    func openings(_ call: () throws -> Void) throws -> Int {
      let before = log.count(of: .openRoot)
      try call()
      return log.count(of: .openRoot) - before
    }
    func modify(_ change: ItemChange) throws {
      try provider.modify(item) { $0 = change }
    }
    let look = try openings { _ = try provider.locateExisting(item.id) }
    #expect(look > 0)
    // A look for each step would make it five times a look.
    let tagged = try openings { try modify(itemChange { $0.tags = [1] }) }
    #expect(tagged <= 4 * look)
    let renamed = try openings { try modify(itemChange { $0.name = "b.txt" }) }
    #expect(renamed <= 4 * look)
  }
}

/// A tag as an object of its own, as no source says that the system archives it.
final class ArchivedTag: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  private let label: String
  private let colour: Int

  init(_ label: String, _ colour: Int) { (self.label, self.colour) = (label, colour) }

  init?(coder: NSCoder) { nil }

  func encode(with coder: NSCoder) {
    coder.encode(label as NSString, forKey: "label")
    coder.encode(colour, forKey: "color")
  }
}
