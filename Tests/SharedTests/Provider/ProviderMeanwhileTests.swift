import Foundation
import Testing

@testable import Shared

#if canImport(TestSupport)
  import TestSupport
#endif

/// Another program writes to a document after the provider has published it, and before the provider answers.
@Suite struct ProviderMeanwhileTests {
  @Test func whatIsWrittenOverANewDocumentBeforeItsAnswerIsFetched() throws {
    try withHouse { house in
      let provider = try house.startProvider(on: house.disk.writing("theirs", to: "a.txt", of: house))
      let answer = try provider.create(
        template: "t", .named("a.txt"), from: .copy(of: house.original("ours")), mayExist: false)
      #expect(answer.isConflicted)
      #expect(try house.documents == .folder(["a.txt": .file("theirs")]))
    }
  }

  @Test func anEditThatAnotherProgramSavesOverIsNotMadeAgainOverThatSave() throws {
    try withHouse { house in
      try house.put(.folder(["a.txt": .file("base")]), at: "AppGroup/Documents")
      let first = try house.startProvider()
      try first.scan()
      let item = try first.item(named: "a.txt")
      let path = house.path(of: "AppGroup/Documents/a.txt")
      let (isExchanged, isSaved) = (Guarded(false), Guarded(false))
      let disk = house.disk.asking { request throws(DiskError) in
        if request.call == .exchange { return isExchanged.with { $0 = true } }
        guard isExchanged.with({ $0 }), !isSaved.with({ $0 }) else { return }
        isSaved.with { $0 = true }
        // Another document is in the place of the one that the call has made.
        do { try Data("theirs".utf8).write(to: URL(fileURLWithPath: path), options: .atomic) } catch {
          Issue.record(error)
        }
      }
      let provider = try house.startProvider(on: disk)
      let answer = try provider.modify(
        item.id, ItemChange(), at: ("a.txt", .root), contents: house.original("ours"),
        base: .version(item.contentVersion))
      #expect(isSaved.with { $0 } && answer.isConflicted)
      #expect(try house.documents == .folder(["a.txt": .file("theirs"), "a-1.txt": .file("ours")]))
    }
  }

  @Test(
    "A save between the comparison of a new document and the answer is not answered as the system's contents")
  func saveAfterComparison() throws {
    try withHouse { house in
      try house.put(.folder(["a.txt": .file("same")]), at: "AppGroup/Documents")
      let isSaved = Guarded(false)
      let provider = try house.startProvider(
        on: house.disk.replacing("a.txt", with: "theirs", of: house, after: .read, isSaved))
      try provider.scan()
      let answer = try provider.create(
        template: "t", .named("a.txt"), from: .copy(of: house.original("same")), mayExist: false)
      #expect(isSaved.with { $0 } && answer.isConflicted)
      try edit(answer.told, "mine", provider, house)
      #expect(try house.documents == .folder(["a.txt": .file("theirs"), "a-1.txt": .file("mine")]))
    }
  }

  @Test("A save at any look of an edit is not answered as the system's contents")
  func saveDuringEdit() throws {
    var looks = 0
    var isSaved = true
    while isSaved {
      looks += 1
      isSaved = try save(atLook: looks)
    }
    // Before the commit, in it, and for the attributes.
    #expect(looks > 3)
  }

  /// Another program saves at a look after the exchange of contents, and the system edits what it was answered.
  ///
  /// - Returns: whether there were so many looks.
  private func save(atLook number: Int) throws -> Bool {
    let isSaved = Guarded(false)
    try withHouse { house in
      try house.put(.folder(["a.txt": .file("base")]), at: "AppGroup/Documents")
      let first = try house.startProvider()
      try first.scan()
      let item = try first.item(named: "a.txt")
      let provider = try house.startProvider(
        on: house.disk.replacing("a.txt", with: "theirs", of: house, after: .exchange, look: number, isSaved))
      var change = ItemChange()
      change.tags = .some([1])
      let answer = try provider.modify(
        item.id, change, at: ("a.txt", .root), contents: house.original("ours"),
        base: .version(item.contentVersion))
      if !isSaved.with({ $0 }) { return }
      try edit(answer.told, "mine", provider, house)
      #expect(try house.documents.contents.contains(Array("theirs".utf8)), "look \(number)")
    }
    return isSaved.with { $0 }
  }

  @Test(
    "An edit that is made before the contents are fetched again does not replace them",
    arguments: ["contents", "name"])
  func editBeforeFetch(call: String) throws {
    try withHouse { house in
      try house.put(.folder(["a.txt": .file("base")]), at: "AppGroup/Documents")
      let provider = try house.startProvider()
      try provider.scan()
      let item = try provider.item(named: "a.txt")
      let path = house.path(of: "AppGroup/Documents/a.txt")
      try Data("theirs".utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
      var change = ItemChange()
      if call == "name" { change.tags = .some([1]) }
      let answer = try provider.modify(
        item.id, change, at: ("a.txt", .root), contents: call == "name" ? nil : house.original("ours"),
        base: .version(item.contentVersion))
      #expect(answer.isConflicted)
      try edit(answer.told, "mine", provider, house)
      #expect(try house.documents.contents.contains(Array("theirs".utf8)))
      #expect(try house.documents.contents.contains(Array("mine".utf8)))
    }
  }

  @Test("A document that another program saves during a call for its tags is not deleted with its folder")
  func saveDuringTags() throws {
    let isSaved = Guarded(true)
    var look = 0
    while isSaved.with({ $0 }) {
      look += 1
      isSaved.with { $0 = false }
      try withHouse { house in
        try house.put(.folder(["box": .folder(["a.txt": .file("base")])]), at: "AppGroup/Documents")
        let provider = try house.startProvider(
          on: house.disk.replacing(
            "box/a.txt", with: "theirs", of: house, isInPlace: true, after: .setAttribute, look: look, isSaved
          ))
        try provider.refresh()
        _ = try provider.told()
        let (box, item) = (try provider.item(named: "box"), try provider.item(named: "box", "a.txt"))
        var change = ItemChange()
        change.tags = .some([1])
        _ = try provider.modify(
          item.id, change, at: ("a.txt", box.id), contents: nil, base: .version(item.contentVersion))
        if !isSaved.with({ $0 }) { return #expect(look > 1) }
        #expect(throws: ProviderError.self) { try provider.delete(box.id, base: nil, isRecursive: true) }
        #expect(try house.documents.contents == [Array("theirs".utf8)], "look \(look)")
      }
    }
  }

  /// An edit of the contents that the system has after an answer.
  private func edit(_ told: Item, _ text: String, _ provider: Provider, _ house: House) throws {
    _ = try provider.modify(
      told.id, ItemChange(), at: (told.name.description, .root), contents: house.original(text),
      base: .version(told.contentVersion))
  }

  @Test func aCallPlayedAgainWritesNothingOverWhatWasWrittenSince() throws {
    try withHouse(.untidy) { house in
      let dying = house.disk.writing("theirs", to: "a.txt", of: house, dies: true)
      let original = try house.original("ours")
      #expect(throws: (any Error).self) {
        _ = try house.startProvider(on: dying).create(
          template: "t", .named("a.txt"), from: .copy(of: original), mayExist: false)
      }
      let answer = try house.startProvider().create(
        template: "t", .named("a.txt"), from: .copy(of: original), mayExist: false)
      // What the call brought was written over: the document says no more that the call made it.
      #expect(answer.item.name == "a-1.txt")
      #expect(try house.documents == .folder(["a.txt": .file("theirs"), "a-1.txt": .file("ours")]))
    }
  }

  @Test func aCallPlayedAgainWritesNothingOverWhatWasWrittenSinceItsAnswerWasLost() throws {
    try withHouse { house in
      let provider = try house.startProvider()
      let original = try house.original("ours")
      _ = try provider.create(
        template: "t", .named("a.txt"), from: .copy(of: original), mayExist: false)
      let path = house.path(of: "AppGroup/Documents/a.txt")
      let file = try #require(FileHandle(forWritingAtPath: path))
      try file.write(contentsOf: Data("theirs".utf8))
      try file.close()
      let answer = try provider.create(
        template: "t", .named("a.txt"), from: .copy(of: original), mayExist: false)
      #expect(answer.item.name == "a-1.txt")
      #expect(try house.documents == .folder(["a.txt": .file("theirs"), "a-1.txt": .file("ours")]))
    }
  }

  @Test func whatIsWrittenOverNewContentsBeforeTheirAnswerIsFetched() throws {
    try withHouse { house in
      try house.put(.file("old"), at: "AppGroup/Documents/a.txt")
      let provider = try house.startProvider(on: house.disk.writing("theirs", to: "a.txt", of: house))
      try provider.scan()
      let item = try provider.item(named: "a.txt")
      let answer = try provider.modify(
        item.id, ItemChange(), at: ("a.txt", .root), contents: house.original("ours"),
        base: .version(item.contentVersion))
      #expect(answer.isConflicted)
      #expect(try house.documents == .folder(["a.txt": .file("theirs")]))
    }
  }

  @Test func anEditOfWhatIsDeletedAtThatMomentIsADocumentAgain() throws {
    try withHouse { house in
      try house.put(.file("old"), at: "AppGroup/Documents/a.txt")
      let looks = Guarded<Int?>(nil)
      let delete = Guarded<(@Sendable () -> Void)?>(nil)
      let disk = house.disk.asking { request throws(DiskError) in
        guard request.call == .identify, request.name == "a.txt" else { return }
        // The first look finds it; before the second it goes.
        let look = looks.with { looks in
          looks = looks.map { $0 + 1 }
          return looks
        }
        if look == 2 { delete.with { $0 }?() }
      }
      let provider = try house.startProvider(on: disk)
      try provider.scan()
      let item = try provider.item(named: "a.txt")
      let other = try house.startProvider()
      delete.with {
        $0 = { try? other.delete(item.id, base: .version(item.contentVersion), isRecursive: false) }
      }
      looks.with { $0 = 0 }
      _ = try provider.modify(
        item.id, ItemChange(), at: ("a.txt", .root), contents: house.original("ours"),
        base: .version(item.contentVersion))
      #expect(looks.with { $0 ?? 0 } >= 2)
      #expect(try house.documents == .folder(["a.txt": .file("ours")]))
    }
  }
}

extension ItemChange {
  fileprivate static func named(_ name: String) -> ItemChange {
    var change = ItemChange()
    (change.name, change.parent) = (name, .root)
    return change
  }
}

extension Disk {
  /// The same disk. When the provider asks for the nth time after some other call which file has a name in Documents,
  /// another program saves a document over it, or into it.
  fileprivate func replacing(
    _ name: String, with text: String, of house: House, isInPlace: Bool = false, after call: DiskCall,
    look number: Int = 1,
    _ isSaved: Guarded<Bool>
  ) -> Disk {
    let path = house.path(of: "AppGroup/Documents/" + name)
    let last = (name as NSString).lastPathComponent
    let looks = Guarded<Int?>(nil)
    return asking { request throws(DiskError) in
      if request.call == call { looks.with { $0 = $0 ?? 0 } }
      guard request.call == .identify, request.name?.description == last else { return }
      let isDue = looks.with { looks in
        looks = looks.map { $0 + 1 }
        return looks == number
      }
      guard isDue else { return }
      isSaved.with { $0 = true }
      do {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: isInPlace ? [] : .atomic)
      } catch {
        Issue.record(error)
      }
    }
  }

  /// The same disk. At the first sync of Documents, which follows the publication, another program writes to the file.
  ///
  /// - Parameter dies: whether the process makes no further call then.
  fileprivate func writing(
    _ text: String, to name: String, of house: House, dies: Bool = false
  ) -> Disk {
    let path = house.path(of: "AppGroup/Documents")
    let isWritten = Guarded(false)
    return asking { request throws(DiskError) in
      if isWritten.with({ $0 }) {
        if dies { throw .killed }
        return
      }
      guard request.call == .sync, let opened = request.descriptor,
        let root = try? Folder.open(path, disk: .system).identify(),
        try Disk.system.identify(opened, nil) == root,
        let file = FileHandle(forWritingAtPath: path + "/" + name)
      else { return }
      isWritten.with { $0 = true }
      // In place: the file stays the one that was published.
      try? file.truncate(atOffset: 0)
      try? file.write(contentsOf: Data(text.utf8))
      if dies { throw .killed }
    }
  }
}
