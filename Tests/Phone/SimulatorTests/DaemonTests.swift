import FileProvider
import Foundation
import IntrayCore
import TestSupport
import Testing

@testable import Daemon

/// The simulated system is as unkind as Apple's.
@Suite struct DaemonTests {
  /// A daemon, the extension that a test plays, and the folder that the user sees.
  private struct DaemonFixture {
    let path: String
    let provider: PlayedExtension
    var daemon: Daemon

    var files: String { path + "/Files" }

    init(_ path: String) throws {
      self.path = path
      for name in ["Files", "System", "Handover"] {
        try FileManager.default.createDirectory(atPath: path + "/" + name, withIntermediateDirectories: true)
      }
      provider = PlayedExtension(handover: path + "/Handover")
      daemon = try Self.daemon(path, provider)
    }

    private static func daemon(
      _ path: String, _ provider: PlayedExtension, _ chaos: FaultInjector? = nil
    ) throws -> Daemon {
      try Daemon(
        files: path + "/Files", home: path + "/System", handover: path + "/Handover", provider: provider,
        chaos: chaos)
    }

    func makeDaemon(_ chaos: FaultInjector) throws -> Daemon { try Self.daemon(path, provider, chaos) }

    /// Ends the daemon and starts another.
    mutating func restart() throws { daemon = try Self.daemon(path, provider) }

    func write(_ text: String, to name: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: files + "/" + name))
    }

    /// Writes a file that the extension refuses for good, and accepts from then on.
    mutating func writeWhatIsRefusedForGood() throws {
      provider.refuse = { $0.isCreate ? NSFileProviderError(.cannotSynchronize) : nil }
      try write("a", to: "a.txt")
      try settle()
      provider.refuse = { _ in nil }
    }

    func read(_ name: String) -> String? {
      FileManager.default.contents(atPath: files + "/" + name).map { String(decoding: $0, as: UTF8.self) }
    }

    func settle() throws { #expect(try daemon.settle(), "\(daemon.dump)") }

    /// Rounds, however they end.
    func turn(_ rounds: Int = 8) throws { for _ in 0..<rounds { _ = try daemon.turn() } }
  }

  private func withDaemon(_ body: (inout DaemonFixture) throws -> Void) throws {
    try withScratch(on: .memory) { scratch throws in
      var room = try DaemonFixture(scratch.path)
      try body(&room)
    }
  }

  private func file(_ name: String, in parent: String = ItemSnapshot.root) -> ItemSnapshot {
    ItemSnapshot(identifier: name, parent: parent, name: name, kind: .file)
  }

  @Test func theSystemIsAsUnkindAsItMayBeUnlessATestNamesLess() throws {
    try withDaemon { room in #expect(room.daemon.unkindness == Set(Unkindness.allCases)) }
  }

  // MARK: The place

  @Test func aPlaceWhoseRootCannotBeHadIsDroppedUntilItIsRegisteredAgain() throws {
    try withDaemon { room in
      room.provider.put(file("a.txt"), "a")
      room.provider.refuse = { $0.isOfRoot ? CocoaError(.fileReadUnknown) : nil }
      try room.turn()
      try room.restart()
      room.provider.refuse = { _ in nil }
      try room.turn()
      #expect(room.daemon.isDropped && room.provider.asked.count == 1)
      try room.daemon.register()
      try room.settle()
      #expect(room.read("a.txt") == "a")
    }
  }

  // MARK: When it asks for changes

  @Test func theDaemonEnumeratesChangesOnlyAfterASignal() throws {
    try withDaemon { room in
      room.provider.put(file("a.txt"), "a")
      try room.settle()
      let before = room.provider.asked.count
      room.provider.put(file("b.txt"), "b")
      try room.turn()
      #expect(room.provider.asked.count == before)
      #expect(room.read("b.txt") == nil)
      room.provider.isSignalled = true
      try room.settle()
      #expect(room.read("b.txt") == "b")
    }
  }

  @Test func aNewFolderIsListedOnce() throws {
    try withDaemon { room in
      room.provider.put(ItemSnapshot(identifier: "f", parent: ItemSnapshot.root, name: "f", kind: .folder))
      room.provider.put(file("a.txt", in: "f"), "a")
      try room.settle()
      room.provider.isSignalled = true
      try room.settle()
      #expect(room.provider.count { $0.listed == "f" } == 1)
    }
  }

  // MARK: What errors mean

  @Test(arguments: [NSFileProviderError.Code.serverUnreachable, .notAuthenticated, .insufficientQuota])
  func allRequestsWaitUntilTheSameErrorIsResolved(code: NSFileProviderError.Code) throws {
    try withDaemon { room in
      try room.settle()
      room.provider.refuse = { $0.isCreate ? NSFileProviderError(code) : nil }
      try room.write("a", to: "a.txt")
      try room.turn()
      #expect(room.provider.count(\.isCreate) == 1)
      room.provider.refuse = { _ in nil }
      let other = code == .serverUnreachable ? NSFileProviderError.Code.cannotSynchronize : .serverUnreachable
      room.provider.resolved = [other.rawValue]
      room.provider.isSignalled = true
      let before = room.provider.asked.count
      try room.turn()
      // Neither does another daemon try.
      try room.restart()
      try room.turn()
      #expect(room.daemon.isHeld && room.provider.asked.count == before)
      room.provider.resolved = [code.rawValue]
      try room.settle()
      #expect(room.provider.count(\.isCreate) == 2)
    }
  }

  @Test func anItemWithAPermanentErrorIsSentAgainOnlyAfterAChange() throws {
    try withDaemon { room in
      try room.settle()
      try room.writeWhatIsRefusedForGood()
      room.provider.isSignalled = true
      try room.settle()
      try room.restart()
      try room.settle()
      #expect(room.provider.count(\.isCreate) == 1)
      try room.write("changed", to: "a.txt")
      try room.settle()
      #expect(room.provider.count(\.isCreate) == 2)
    }
  }

  @Test func thePendingSetHasRefusedEditsAndNoRefusedCreations() throws {
    try withDaemon { room in
      room.provider.put(file("a.txt"), "a")
      try room.settle()
      #expect(room.daemon.pending.isEmpty)
      room.provider.refuse = { request in
        if case .modify = request { return NSFileProviderError(.cannotSynchronize) }
        return request.isCreate ? NSFileProviderError(.cannotSynchronize) : nil
      }
      try room.write("edited", to: "a.txt")
      try room.write("b", to: "b.txt")
      try room.settle()
      #expect(room.daemon.pending.map(\.name) == ["a.txt"])
      room.provider.refuse = { _ in nil }
      try room.write("edited again", to: "a.txt")
      try room.settle()
      #expect(room.daemon.pending.isEmpty)
    }
  }

  @Test func anAnswerThatIsLostIsAskedForAgain() throws {
    try withDaemon { room in
      try room.settle()
      var rates = FaultInjector.Rates()
      rates.lose = 1000
      let chaos = FaultInjector(seed: 1, rates: rates)
      room.daemon = try room.makeDaemon(chaos)
      try room.write("a", to: "a.txt")
      try room.turn(2)
      chaos.rest()
      try room.settle()
      let templates = room.provider.asked.compactMap { request -> String? in
        if case .create(let wish, _, _, _) = request { wish.identifier } else { nil }
      }
      #expect(templates.count == 3 && Set(templates).count == 1)
      #expect(try !FileManager.default.contentsOfDirectory(atPath: room.path + "/Handover").isEmpty)
    }
  }

  // MARK: Names and links

  @Test func everySecondNameIsSentDecomposed() throws {
    try withDaemon { room in
      try room.settle()
      for name in ["\u{E9}1", "\u{E9}2"] { try room.write("a", to: name) }
      try room.settle()
      let sent = room.provider.asked.compactMap { request -> [UInt32]? in
        if case .create(let wish, _, _, _) = request { wish.name.unicodeScalars.map(\.value) } else { nil }
      }
      #expect(Set(sent.map(\.count)) == [2, 3])
      // Both forms are one name on the volume of a phone: nothing is renamed.
      let names = try FileManager.default.contentsOfDirectory(atPath: room.files)
      #expect(names.allSatisfy { $0.unicodeScalars.count == 2 })
    }
  }

  @Test func aLinkThatAProgramRetargetsIsAnotherItemOrHasOtherContents() throws {
    try withDaemon { room in
      try room.settle()
      let places = ["/a", "/b"].map { room.files + $0 }
      for place in places {
        try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: "one")
      }
      try room.settle()
      for place in places {
        try FileManager.default.removeItem(atPath: place)
        try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: "two")
      }
      try room.settle()
      let created = room.provider.asked.compactMap { request -> String? in
        if case .create(let wish, _, _, _) = request { wish.target } else { nil }
      }
      #expect(created == ["one", "one", "two"])
      #expect(room.provider.count { if case .delete = $0 { true } else { false } } == 1)
      let modified = room.provider.asked.compactMap { request -> String? in
        guard case .modify(let wish, _, let fields, let contents, _) = request, contents == nil,
          NSFileProviderItemFields(rawValue: fields) == .contents
        else { return nil }
        return wish.target
      }
      #expect(modified == ["two"])
      #expect(try places.map(FileManager.default.destinationOfSymbolicLink) == ["two", "two"])
    }
  }

  // MARK: Attributes

  @Test func onlySyncableAttributesAreSynced() throws {
    try withDaemon { room in
      var item = file("a.txt")
      item.attributes = ["told#S": Data([1]), "plain": Data([2]), "com.apple.quarantine": Data([3])]
      room.provider.put(item, "a")
      try room.settle()
      #expect(try attributes(room.files + "/a.txt") == ["told#S"])
      for name in ["local", "com.apple.metadata:kMDItemWhereFroms", "mine#PS"] {
        try change(room.files + "/a.txt") { file throws(DiskError) in
          try file.setAttribute(name, [7])
        }
      }
      try room.settle()
      let sent = room.provider.asked.compactMap { request -> [String: Data]? in
        if case .modify(let wish, _, _, _, _) = request { wish.attributes } else { nil }
      }
      #expect(sent.last.map { Set($0.keys) } == ["told#S", "mine#PS"])
      // What is not synced is no business of the extension's, and stays.
      item.attributes = [:]
      room.provider.put(item, "a")
      room.provider.isSignalled = true
      try room.settle()
      #expect(try attributes(room.files + "/a.txt").isDisjoint(with: ["told#S", "mine#PS"]))
    }
  }

  private func attributes(_ path: String) throws -> Set<String> {
    var names: Set<String> = []
    try change(path) { file throws(DiskError) in names = Set(try file.attributes()) }
    return names
  }

  private func change(_ path: String, _ body: (OpenFile) throws(DiskError) -> Void) throws {
    let (folder, name) = try Folder.openParent(of: path, disk: .system)
    try body(folder[name].open(.file))
  }
}

/// The signals of the product, process by process.
@Suite(.onPhone) struct SaidToTheSystemTests {
  let phone = TestPhone.current

  private func said(_ phone: TestPhone) throws -> Set<String> {
    let folder = phone.device + "/System/Signals"
    guard FileManager.default.fileExists(atPath: folder) else { return [] }
    return Set(try FileManager.default.contentsOfDirectory(atPath: folder))
  }

  @Test func openingTheAppResolvesWhatTheExtensionRefused() throws {
    try phone.run("launch")
    // The place is new: nothing waits for it.
    #expect(!(try said(phone)).contains { $0.hasPrefix("resolved") })
    try phone.run("launch")
    // The system waits for no other error that the extension answers.
    let code = NSFileProviderError.Code.serverUnreachable.rawValue
    #expect(try said(phone) == ["resolved \(code)", "working set"])
  }

  @Test func openingTheAppShowsUnsignalledChangesInFiles() throws {
    try phone.run("launch")
    try phone.run("files", "sync", "--once")
    // As if the app had been killed between a change and its signal.
    try Data("b".utf8).write(to: URL(fileURLWithPath: phone.device + "/AppGroup/Documents/b.txt"))
    try phone.run("files", "sync", "--once")
    #expect(!FileManager.default.fileExists(atPath: phone.device + "/Files/b.txt"))
    try phone.run("launch")
    try phone.run("files", "sync", "--once")
    #expect(FileManager.default.fileExists(atPath: phone.device + "/Files/b.txt"))
  }

  @Test func aCycleOfFoldersMadeOnBothSidesIsResolved() throws {
    let (here, there) = (phone.device + "/Files", phone.device + "/AppGroup/Documents")
    try phone.run("launch")
    for name in ["one", "two"] {
      try FileManager.default.createDirectory(atPath: there + "/" + name, withIntermediateDirectories: true)
    }
    try phone.run("files", "sync", "--once")
    try FileManager.default.moveItem(atPath: here + "/one", toPath: here + "/two/one")
    try FileManager.default.moveItem(atPath: there + "/two", toPath: there + "/one/two")
    try phone.run("launch")
    let outcome = try phone.run("files", "sync", "--once")
    #expect(outcome.status == 0, "\(outcome.complaints)\n\(outcome.text)")
    for side in [here, there] {
      #expect(FileManager.default.fileExists(atPath: side + "/one/two"), "\(side)")
    }
  }
}
