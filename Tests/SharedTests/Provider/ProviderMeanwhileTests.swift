import Foundation
import Synchronization
import Testing

@testable import Shared

/// Another program writes to a document after the provider has published it, and before the provider answers.
@Suite struct ProviderMeanwhileTests {
  @Test func theSystemFetchesASaveOverANewDocumentBeforeItsReply() throws {
    try withTestContainer { test in
      let provider = try test.startProvider(on: test.disk.writing("theirs", to: "a.txt", of: test))
      let answer = try provider.create(
        template: "t", .named("a.txt"), from: .copy(of: test.original("ours")), mayExist: false)
      #expect(answer.isConflicted)
      #expect(try test.documents == .folder(["a.txt": .file("theirs")]))
    }
  }

  @Test func aRepeatedEditDoesNotOverwriteALaterSave() throws {
    try withTestContainer { test in
      try test.put(.folder(["a.txt": .file("base")]), at: "AppGroup/Documents")
      let first = try test.startProvider()
      try first.scan()
      let item = try first.item(named: "a.txt")
      let path = test.path(of: "AppGroup/Documents/a.txt")
      let isExchanged = Mutex(false)
      let isSaved = Mutex(false)
      let disk = test.disk.asking { request throws(DiskError) in
        if request.call == .exchange { return isExchanged.withLock { $0 = true } }
        guard isExchanged.withLock({ $0 }), !isSaved.withLock({ $0 }) else { return }
        isSaved.withLock { $0 = true }
        // Another document is in the place of the one that the call has made.
        do { try Data("theirs".utf8).write(to: URL(fileURLWithPath: path), options: .atomic) } catch {
          Issue.record(error)
        }
      }
      let provider = try test.startProvider(on: disk)
      let answer = try provider.modify(
        item.id, ItemChange(), at: ("a.txt", .root), contents: test.original("ours"),
        base: .version(item.contentVersion))
      #expect(isSaved.withLock { $0 } && answer.isConflicted)
      #expect(try test.documents == .folder(["a.txt": .file("theirs"), "a-1.txt": .file("ours")]))
    }
  }

  @Test(
    "A save after the comparison of a new document gives a reply with another content version")
  func saveAfterComparison() throws {
    try withTestContainer { test in
      try test.put(.folder(["a.txt": .file("same")]), at: "AppGroup/Documents")
      let isSaved = Mutex(false)
      let provider = try test.startProvider(
        on: test.disk.replacing("a.txt", with: "theirs", of: test, after: .read, isSaved))
      try provider.scan()
      var change = ItemChange.named("a.txt")
      change.modified = FileTime(seconds: 77)
      let answer = try provider.create(
        template: "t", change, from: .copy(of: test.original("same")), mayExist: false)
      // What was compared is in the place no more, so the call begins again.
      #expect(isSaved.withLock { $0 } && !answer.isConflicted && answer.item.name == "a-1.txt")
      try edit(answer.reportedItem, "mine", provider, test)
      #expect(try test.documents == .folder(["a.txt": .file("theirs"), "a-1.txt": .file("mine")]))
    }
  }

  @Test("An edit of what was saved over after the answer is beside it, also when nothing was looked at since")
  func saveAfterAnswer() throws {
    try withTestContainer { test in
      try test.put(.folder(["a.txt": .file("same")]), at: "AppGroup/Documents")
      let provider = try test.startProvider()
      try provider.scan()
      let answer = try provider.create(
        template: "t", .named("a.txt"), from: .copy(of: test.original("same")), mayExist: false)
      let path = test.path(of: "AppGroup/Documents/a.txt")
      try Data("theirs".utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
      try edit(answer.reportedItem, "mine", provider, test)
      #expect(try test.documents == .folder(["a.txt": .file("theirs"), "a-1.txt": .file("mine")]))
    }
  }

  @Test("A save at any look of an edit gives a reply with another content version")
  func saveDuringEdit() throws {
    var looks = 0
    var isSaved = true
    while isSaved {
      looks += 1
      isSaved = try save(atLook: looks)
    }
    #expect(looks > 1)
  }

  @Test(
    "When the app replaces a document at any call of an edit, the reply is that item and both are kept once")
  func appReplacesDuringEdit() throws {
    let isReplaced = Mutex(true)
    var call = 0
    while isReplaced.withLock({ $0 }) {
      call += 1
      isReplaced.withLock { $0 = false }
      try withTestContainer(on: .memory) { test in
        try test.put(.folder(["a.txt": .file("base")]), at: "AppGroup/Documents")
        let first = try test.startProvider()
        try first.scan()
        let item = try first.item(named: "a.txt")
        let (seen, fuse) = (try test.known("a.txt"), Fuse(at: call))
        let disk = test.disk.interrupted(fuse) { _ in
          isReplaced.withLock { $0 = true }
          do {
            let documents = Documents(test.container)
            let staged = try documents.stage(.bytes(Array("theirs".utf8)), as: "a.txt")
            _ = try documents.replaceContents(of: "a.txt", with: staged, expecting: seen)
          } catch {
            Issue.record(error)
          }
        }
        let contents = try test.original("ours")
        for provider in [try test.startProvider(on: disk), try test.startProvider()] {
          let answer = try provider.modify(
            item.id, ItemChange(), at: ("a.txt", .root), contents: contents,
            base: .version(item.contentVersion))
          #expect(answer.item.id == item.id, "call \(call)")
        }
        let kept = isReplaced.withLock { $0 } ? texts("ours", "theirs") : texts("ours")
        #expect(try test.documents.contents == kept, "call \(call)")
      }
    }
    #expect(call > 60)
  }

  /// Another program saves at a look after the exchange of contents, and the system edits what it was answered.
  ///
  /// - Returns: whether there were so many looks.
  private func save(atLook number: Int) throws -> Bool {
    let isSaved = Mutex(false)
    try withTestContainer { test in
      try test.put(.folder(["a.txt": .file("base")]), at: "AppGroup/Documents")
      let first = try test.startProvider()
      try first.scan()
      let item = try first.item(named: "a.txt")
      let provider = try test.startProvider(
        on: test.disk.replacing("a.txt", with: "theirs", of: test, after: .exchange, look: number, isSaved))
      var change = ItemChange()
      change.tags = .some([1])
      let answer = try provider.modify(
        item.id, change, at: ("a.txt", .root), contents: test.original("ours"),
        base: .version(item.contentVersion))
      if !isSaved.withLock({ $0 }) { return }
      try edit(answer.reportedItem, "mine", provider, test)
      #expect(try test.documents.contents.contains(Array("theirs".utf8)), "look \(number)")
    }
    return isSaved.withLock { $0 }
  }

  @Test(
    "An edit that is made before the contents are fetched again does not replace them",
    arguments: ["contents", "tags"])
  func editBeforeFetch(call: String) throws {
    try withTestContainer { test in
      try test.put(.folder(["a.txt": .file("base")]), at: "AppGroup/Documents")
      let provider = try test.startProvider()
      try provider.scan()
      let item = try provider.item(named: "a.txt")
      let path = test.path(of: "AppGroup/Documents/a.txt")
      try Data("theirs".utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
      var change = ItemChange()
      if call == "tags" { change.tags = .some([1]) }
      let answer = try provider.modify(
        item.id, change, at: ("a.txt", .root), contents: call == "tags" ? nil : test.original("ours"),
        base: .version(item.contentVersion))
      #expect(answer.isConflicted)
      try edit(answer.reportedItem, "mine", provider, test)
      #expect(try test.documents.contents.contains(Array("theirs".utf8)))
      #expect(try test.documents.contents.contains(Array("mine".utf8)))
    }
  }

  @Test("A document that another program saves during a call for its tags is not deleted with its folder")
  func saveDuringTags() throws {
    let isSaved = Mutex(true)
    var look = 0
    while isSaved.withLock({ $0 }) {
      look += 1
      isSaved.withLock { $0 = false }
      try withTestContainer { test in
        try test.put(.folder(["box": .folder(["a.txt": .file("base")])]), at: "AppGroup/Documents")
        let provider = try test.startProvider(
          on: test.disk.replacing(
            "box/a.txt", with: "theirs", of: test, isInPlace: true, after: .setAttribute, look: look, isSaved
          ))
        try provider.refresh()
        _ = try provider.told()
        let (box, item) = (try provider.item(named: "box"), try provider.item(named: "box", "a.txt"))
        var change = ItemChange()
        change.tags = .some([1])
        _ = try provider.modify(
          item.id, change, at: ("a.txt", box.id), contents: nil, base: .version(item.contentVersion))
        if !isSaved.withLock({ $0 }) { return #expect(look > 1) }
        #expect(throws: ProviderError.self) { try provider.delete(box.id, base: nil, isRecursive: true) }
        #expect(try test.documents.contents == [Array("theirs".utf8)], "look \(look)")
      }
    }
  }

  /// An edit of the contents that the system has after an answer.
  private func edit(_ told: Item, _ text: String, _ provider: Provider, _ test: TestContainer) throws {
    _ = try provider.modify(
      told.id, ItemChange(), at: (told.name.description, .root), contents: test.original(text),
      base: .version(told.contentVersion))
  }

  @Test func aRepeatedCallOverwritesNoLaterSave() throws {
    try withTestContainer(.untidy) { test in
      let dying = test.disk.writing("theirs", to: "a.txt", of: test, dies: true)
      let original = try test.original("ours")
      #expect(throws: (any Error).self) {
        _ = try test.startProvider(on: dying).create(
          template: "t", .named("a.txt"), from: .copy(of: original), mayExist: false)
      }
      let answer = try test.startProvider().create(
        template: "t", .named("a.txt"), from: .copy(of: original), mayExist: false)
      // Another program has overwritten the contents of the call, so the document's origin is no longer the call.
      #expect(answer.item.name == "a-1.txt")
      #expect(try test.documents == .folder(["a.txt": .file("theirs"), "a-1.txt": .file("ours")]))
    }
  }

  @Test func aRepeatedCallAfterALostReplyOverwritesNoLaterSave() throws {
    try withTestContainer { test in
      let provider = try test.startProvider()
      let original = try test.original("ours")
      _ = try provider.create(
        template: "t", .named("a.txt"), from: .copy(of: original), mayExist: false)
      let path = test.path(of: "AppGroup/Documents/a.txt")
      let file = try #require(FileHandle(forWritingAtPath: path))
      try file.write(contentsOf: Data("theirs".utf8))
      try file.close()
      let answer = try provider.create(
        template: "t", .named("a.txt"), from: .copy(of: original), mayExist: false)
      #expect(answer.item.name == "a-1.txt")
      #expect(try test.documents == .folder(["a.txt": .file("theirs"), "a-1.txt": .file("ours")]))
    }
  }

  @Test func theSystemFetchesASaveOverNewContentsBeforeTheirReply() throws {
    try withTestContainer { test in
      try test.put(.file("old"), at: "AppGroup/Documents/a.txt")
      let provider = try test.startProvider(on: test.disk.writing("theirs", to: "a.txt", of: test))
      try provider.scan()
      let item = try provider.item(named: "a.txt")
      let answer = try provider.modify(
        item.id, ItemChange(), at: ("a.txt", .root), contents: test.original("ours"),
        base: .version(item.contentVersion))
      #expect(answer.isConflicted)
      #expect(try test.documents == .folder(["a.txt": .file("theirs")]))
    }
  }

  @Test func anEditOfADocumentDeletedMeanwhileRecreatesIt() throws {
    try withTestContainer { test in
      try test.put(.file("old"), at: "AppGroup/Documents/a.txt")
      let looks = Mutex<Int?>(nil)
      let delete = Mutex<(@Sendable () -> Void)?>(nil)
      let disk = test.disk.asking { request throws(DiskError) in
        guard request.call == .identify, request.name == "a.txt" else { return }
        // The first check finds it. It is removed before the second one.
        let look = looks.withLock { looks in
          looks = looks.map { $0 + 1 }
          return looks
        }
        if look == 2 { delete.withLock { $0 }?() }
      }
      let provider = try test.startProvider(on: disk)
      try provider.scan()
      let item = try provider.item(named: "a.txt")
      let other = try test.startProvider()
      delete.withLock {
        $0 = { try? other.delete(item.id, base: .version(item.contentVersion), isRecursive: false) }
      }
      looks.withLock { $0 = 0 }
      _ = try provider.modify(
        item.id, ItemChange(), at: ("a.txt", .root), contents: test.original("ours"),
        base: .version(item.contentVersion))
      #expect(looks.withLock { $0 ?? 0 } >= 2)
      #expect(try test.documents == .folder(["a.txt": .file("ours")]))
    }
  }
}

extension ItemChange {
  static func named(_ name: String) -> ItemChange {
    var change = ItemChange()
    (change.name, change.parent) = (name, .root)
    return change
  }
}

extension Disk {
  /// The same disk. When the provider asks for the nth time after some other call which file has a name in Documents,
  /// another program saves a document over it, or into it.
  fileprivate func replacing(
    _ name: String, with text: String, of test: TestContainer, isInPlace: Bool = false, after call: DiskCall,
    look number: Int = 1,
    _ isSaved: Mutex<Bool>
  ) -> Disk {
    let path = test.path(of: "AppGroup/Documents/" + name)
    let last = (name as NSString).lastPathComponent
    let looks = Mutex<Int?>(nil)
    return asking { request throws(DiskError) in
      if request.call == call { looks.withLock { $0 = $0 ?? 0 } }
      guard request.call == .identify, request.name?.description == last else { return }
      let isDue = looks.withLock { looks in
        looks = looks.map { $0 + 1 }
        return looks == number
      }
      guard isDue else { return }
      isSaved.withLock { $0 = true }
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
    _ text: String, to name: String, of test: TestContainer, dies: Bool = false
  ) -> Disk {
    let path = test.path(of: "AppGroup/Documents")
    let isWritten = Mutex(false)
    return asking { request throws(DiskError) in
      if isWritten.withLock({ $0 }) {
        if dies { throw .killed }
        return
      }
      guard request.call == .sync, let opened = request.descriptor,
        let root = try? Folder.open(path, disk: .system).identify(),
        try Disk.system.identify(opened, nil) == root,
        let file = FileHandle(forWritingAtPath: path + "/" + name)
      else { return }
      isWritten.withLock { $0 = true }
      // In place: the file stays the one that was published.
      try? file.truncate(atOffset: 0)
      try? file.write(contentsOf: Data(text.utf8))
      if dies { throw .killed }
    }
  }
}
