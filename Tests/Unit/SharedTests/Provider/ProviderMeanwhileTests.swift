import Foundation
import Synchronization
import Testing

@testable import IntrayCore

/// Another program writes to a document after the provider has published it, and before the provider answers.
@Suite(.inContainer) struct ProviderMeanwhileTests {
  let test = TestContainer.current

  @Test func theSystemFetchesASaveOverANewDocumentBeforeItsReply() throws {
    let provider = try test.startProvider(on: test.disk.writing("theirs", to: "a.txt", of: test))
    let answer = try provider.create(
      template: "t", .named("a.txt"), from: .copy(of: test.original("ours")), mayExist: false)
    #expect(answer.isConflicted)
    #expect(try test.documents == ["a.txt": "theirs"])
  }

  @Test(arguments: 0..<12) func aSaveThatAScanFindsDuringADeletionIsKept(call: Int) throws {
    try test.put(["a.txt": "old"])
    let item = try test.startProvider(knowing: "a.txt").1
    let other = try test.startProvider()
    let path = test.path(of: "AppGroup/Documents/a.txt")
    let calls = Mutex<Int?>(nil)
    let disk = test.disk.asking { _ throws(DiskError) in
      let number = calls.withLock { calls -> Int? in
        defer { calls = calls.map { $0 + 1 } }
        return calls
      }
      guard number == call else { return }
      do {
        // A save in place, as an editor does it, after which another process looks at once.
        try Data("theirs".utf8).write(to: URL(fileURLWithPath: path))
        try test.container.open(.documents).touch()
        try other.scan()
      } catch {
        Issue.record(error)
      }
    }
    let provider = try test.startProvider(on: disk)
    calls.withLock { $0 = 0 }
    do {
      try provider.delete(item.id, base: .version(item.contentVersion), isRecursive: false)
    } catch ProviderError.deletionRejected(let now) {
      #expect(now.id == item.id)
    }
    #expect(try test.documents == ["a.txt": "theirs"])
  }

  @Test func aRepeatedEditDoesNotOverwriteALaterSave() throws {
    try test.put(["a.txt": "base"])
    let item = try test.startProvider(knowing: "a.txt").1
    let path = test.path(of: "AppGroup/Documents/a.txt")
    let isExchanged = Flag()
    let isSaved = Flag()
    let disk = test.disk.asking { request throws(DiskError) in
      if request.call == .exchange { return isExchanged.isOn = true }
      guard isExchanged.isOn, isSaved.turnOn() else { return }
      // Another document is in the place of the one that the call has made.
      do { try saveAnew("theirs", at: path) } catch {
        Issue.record(error)
      }
    }
    let provider = try test.startProvider(on: disk)
    let answer = try provider.modify(item, contents: test.original("ours"))
    #expect(isSaved.isOn && answer.isConflicted)
    #expect(try test.documents == ["a.txt": "theirs", "a (conflict).txt": "ours"])
  }

  @Test(
    "An edit of a document that the user has replaced meanwhile is a conflict, and the old version can be put back"
  )
  func replacedOnPurpose() throws {
    try test.put(["a.txt": "old", "b.txt": "new"])
    let provider = try test.startProvider()
    _ = try provider.refresh()
    let told = try provider.confirmed()
    let item = try #require(told["a.txt"])
    let path = try Documents(test.container).replaceContents(
      of: "a.txt", expecting: test.known("a.txt").file, by: "b.txt", expecting: test.known("b.txt").file)
    #expect(path == "a.txt")
    let answer = try provider.modify(item, contents: test.original("edit"))
    #expect(answer.isConflicted && answer.item.id == item.id)
    let now = try provider.confirmed()
    #expect(Set(now.keys) == ["a.txt", "a (conflict).txt", "Trash/a.txt"])
    #expect(now["a.txt"]?.id == item.id && Set(now.values.map(\.id)).count == 3)
    let conflict = try test.container.open(.documents)["a (conflict).txt"].open(.file).attribute(
      ItemAttribute.conflict)
    #expect(conflict == item.id.bytes)
    try provider.putBack([try #require(now["Trash/a.txt"]).id])
    let texts = try test.documents.entries.mapValues { String(decoding: $0.bytes, as: UTF8.self) }
    #expect(texts == ["a.txt": "new", "a (conflict).txt": "edit", "a-1.txt": "old"])
  }

  @Test(
    "A save after the comparison of a new document gives a reply with another content version")
  func saveAfterComparison() throws {
    try test.put(["a.txt": "same"])
    let isSaved = Flag()
    let provider = try test.startProvider(
      on: test.disk.replacing("a.txt", with: "theirs", of: test, after: .read) {
        isSaved.isOn = true
      })
    try provider.scan()
    var change = ItemChange.named("a.txt")
    change.modified = FileTime(seconds: 77)
    let answer = try provider.create(
      template: "t", change, from: .copy(of: test.original("same")), mayExist: false)
    // What was compared is in the place no more, so the call begins again.
    #expect(isSaved.isOn && !answer.isConflicted && answer.item.name == "a-1.txt")
    try edit(answer.reportedItem, "mine", provider, test)
    #expect(try test.documents == ["a.txt": "theirs", "a-1.txt": "mine"])
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
    try eachCall { test, fuse in
      try test.put(["a.txt": "base"])
      let first = try test.startProvider()
      try first.scan()
      let (item, seen) = (try first.item(named: "a.txt"), try test.known("a.txt"))
      let disk = test.disk.interrupted(fuse) { _ in
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
        #expect(try provider.modify(item, contents: contents).item.id == item.id)
      }
      #expect(try test.documents.contents == (fuse.hasBlown ? texts("ours", "theirs") : texts("ours")))
    }
  }

  /// Another program saves at a look after the exchange of contents, and the system edits what it was answered.
  ///
  /// - Returns: whether there were so many looks.
  private func save(atLook number: Int) throws -> Bool {
    let isSaved = Flag()
    try withTestContainer { test in
      try test.put(["a.txt": "base"])
      let item = try test.startProvider(knowing: "a.txt").1
      let provider = try test.startProvider(
        on: test.disk.replacing("a.txt", with: "theirs", of: test, after: .exchange, look: number) {
          isSaved.isOn = true
        })
      var change = ItemChange()
      change.tags = .some([1])
      let answer = try provider.modify(item, contents: test.original("ours")) { $0 = change }
      if !isSaved.isOn { return }
      try edit(answer.reportedItem, "mine", provider, test)
      #expect(try test.documents.contents.contains(Array("theirs".utf8)), "look \(number)")
    }
    return isSaved.isOn
  }

  @Test(
    "An edit that is made before the contents are fetched again does not replace them",
    arguments: ["contents", "tags"])
  func editBeforeFetch(call: String) throws {
    try test.put(["a.txt": "base"])
    let (provider, item) = try test.startProvider(knowing: "a.txt")
    let path = test.path(of: "AppGroup/Documents/a.txt")
    try saveAnew("theirs", at: path)
    var change = ItemChange()
    if call == "tags" { change.tags = .some([1]) }
    let answer = try provider.modify(item, contents: call == "tags" ? nil : test.original("ours")) {
      $0 = change
    }
    #expect(answer.isConflicted)
    try edit(answer.reportedItem, "mine", provider, test)
    #expect(try test.documents.contents.contains(Array("theirs".utf8)))
    #expect(try test.documents.contents.contains(Array("mine".utf8)))
  }

  @Test("A document that another program saves during a call for its tags is not deleted with its folder")
  func saveDuringTags() throws {
    let isSaved = Flag(true)
    var look = 0
    while isSaved.isOn {
      look += 1
      isSaved.isOn = false
      try withTestContainer { test in
        try test.put(["box": ["a.txt": "base"]])
        let provider = try test.startProvider(
          on: test.disk.replacing(
            "box/a.txt", with: "theirs", of: test, isInPlace: true, after: .setAttribute, look: look,
            { isSaved.isOn = true }
          ))
        try provider.refresh()
        _ = try provider.told()
        let (box, item) = (try provider.item(named: "box"), try provider.item(named: "box", "a.txt"))
        var change = ItemChange()
        change.tags = .some([1])
        try provider.modify(item) { $0 = change }
        if !isSaved.isOn { return #expect(look > 1) }
        #expect(throws: ProviderError.self) { try provider.delete(box.id, base: nil, isRecursive: true) }
        #expect(try test.documents.contents == [Array("theirs".utf8)], "look \(look)")
      }
    }
  }

  /// An edit of the contents that the system has after an answer.
  private func edit(_ told: Item, _ text: String, _ provider: Provider, _ test: TestContainer) throws {
    try provider.modify(told, contents: test.original(text))
  }

  @Test(.untidy) func aRepeatedCallOverwritesNoLaterSave() throws {
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
    #expect(try test.documents == ["a.txt": "theirs", "a-1.txt": "ours"])
  }

  @Test func theSystemFetchesASaveOverNewContentsBeforeTheirReply() throws {
    try test.put("old", at: "AppGroup/Documents/a.txt")
    let provider = try test.startProvider(on: test.disk.writing("theirs", to: "a.txt", of: test))
    try provider.scan()
    let item = try provider.item(named: "a.txt")
    #expect(try provider.modify(item, contents: test.original("ours")).isConflicted)
    #expect(try test.documents == ["a.txt": "theirs"])
  }

  @Test func anEditOfADocumentDeletedMeanwhileRecreatesIt() throws {
    try test.put("old", at: "AppGroup/Documents/a.txt")
    let looks = Mutex<Int?>(nil)
    let delete = Mutex<(@Sendable () -> Void)?>(nil)
    let disk = test.disk.asking { request throws(DiskError) in
      guard request.call == .status, request.name == "a.txt" else { return }
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
    try provider.modify(item, contents: test.original("ours"))
    #expect(looks.withLock { $0 ?? 0 } >= 2)
    #expect(try test.documents == ["a.txt": "ours"])
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
    _ isSaved: @escaping @Sendable () -> Void
  ) -> Disk {
    let path = test.path(of: "AppGroup/Documents/" + name)
    let last = (name as NSString).lastPathComponent
    let looks = Mutex<Int?>(nil)
    return asking { request throws(DiskError) in
      if request.call == call { looks.withLock { $0 = $0 ?? 0 } }
      guard request.call == .status, request.name?.description == last else { return }
      let isDue = looks.withLock { looks in
        looks = looks.map { $0 + 1 }
        return looks == number
      }
      guard isDue else { return }
      isSaved()
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
    let isWritten = Flag()
    return asking { request throws(DiskError) in
      if isWritten.isOn {
        if dies { throw .killed }
        return
      }
      guard request.call == .sync, let opened = request.descriptor,
        let root = try? Folder.open(path, disk: .system).status().file,
        try Disk.system.status(opened, nil).file == root,
        let file = FileHandle(forWritingAtPath: path + "/" + name)
      else { return }
      isWritten.isOn = true
      // In place: the file stays the one that was published.
      try? file.truncate(atOffset: 0)
      try? file.write(contentsOf: Data(text.utf8))
      if dies { throw .killed }
    }
  }
}
