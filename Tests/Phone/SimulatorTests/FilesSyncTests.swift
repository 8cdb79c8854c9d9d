import Convergence
import Foundation
import TestSupport
import Testing

/// The daemon in the foreground: what programs do in `Files` reaches Documents, and the other way round.
@Suite(.onPhone) struct FilesSyncTests {
  let phone = TestPhone.current

  @Test func sharesReachTheReplicaAndItsEditsReachDocuments() throws {
    try phone.registerPlace()
    try phone.run("share", phone.original("report.pdf", "first"))
    try phone.sync()
    #expect(try String(contentsOfFile: phone.files + "/report.pdf", encoding: .utf8) == "first")
    try Data("second".utf8).write(to: URL(fileURLWithPath: phone.files + "/report.pdf"), options: .atomic)
    let before = try phone.list()
    try phone.sync()
    #expect(try phone.document("report.pdf") == Data("second".utf8))
    #expect(try phone.list().map(\.identifier) == before.map(\.identifier))
    try phone.expectSame()
  }

  @Test func anUnreportedDocumentOutlivesItsFolder() throws {
    try phone.registerPlace()
    try FileManager.default.createDirectory(atPath: phone.files + "/box", withIntermediateDirectories: true)
    try Data("old".utf8).write(to: URL(fileURLWithPath: phone.files + "/box/old.txt"))
    try phone.sync()
    try Data("new".utf8).write(to: URL(fileURLWithPath: phone.documents + "/box/new.txt"))
    // Another question of the system makes the catalogue know it.
    #expect(try phone.list().contains { $0.path == "box/new.txt" })
    try FileManager.default.removeItem(atPath: phone.files + "/box")
    try phone.sync()
    #expect(try phone.document("box/new.txt") == Data("new".utf8))
    try phone.expectSame()
  }

  /// What becomes of the catalogue, or of the documents under it.
  enum CatalogueLoss: CaseIterable {
    case catalogueIsLost, catalogueIsOlder, documentsAreOlder, backupIsRestored

    /// Documents come from a backup.
    var isOfDocuments: Bool { self == .documentsAreOlder || self == .backupIsRestored }
  }

  @Test(arguments: CatalogueLoss.allCases)
  func aLostOrRestoredCatalogueFetchesNothingAgainAndKeepsUnsentEdits(loss: CatalogueLoss) throws {
    try phone.registerPlace()
    for name in ["a", "b", "c"] { try phone.run("share", phone.original(name + ".txt", name)) }
    try phone.sync()
    try phone.write("edited", to: phone.files + "/b.txt")
    try phone.sync()
    try phone.backUp(documents: loss.isOfDocuments)
    if loss == .backupIsRestored { try phone.backUp(documents: false) }
    // What happens after the backup: something new on either side, a rename, an edit.
    try phone.run("share", phone.original("later.txt", "later"))
    try phone.write("made", to: phone.files + "/made.txt")
    try FileManager.default.moveItem(atPath: phone.files + "/c.txt", toPath: phone.files + "/renamed.txt")
    try phone.sync()
    let before = try phone.list()
    let untouched = try phone.inode("a.txt")
    switch loss {
    case .catalogueIsLost: try phone.removeCatalogue()
    case .catalogueIsOlder, .documentsAreOlder: try phone.restore(documents: loss.isOfDocuments)
    case .backupIsRestored:
      try phone.restore(documents: false)
      try phone.restore(documents: true)
    }
    // The daemon has not sent this edit yet.
    try phone.write("unsent", to: phone.files + "/b.txt")
    try phone.sync()
    let after = try phone.list()
    #expect(try phone.inode("a.txt") == untouched, "fetched again")
    #expect(try phone.document("b.txt") == Data("unsent".utf8))
    try phone.expectSame()
    if loss.isOfDocuments {
      #expect(after.first { $0.path == "a.txt" } == before.first { $0.path == "a.txt" })
    } else {
      #expect(after.filter { $0.path != "b.txt" } == before.filter { $0.path != "b.txt" })
      #expect(after.map(\.identifier) == before.map(\.identifier))
    }
  }

  @Test func nothingOfWhatWasDeletedStaysOnTheDevice() throws {
    try phone.registerPlace()
    try phone.run("share", phone.original("kept.txt", "kept"))
    let secret = try phone.original("Zebra report.txt", "zebra stripes")
    try phone.run("share", secret, "--new-folder", "Zebra folder")
    try phone.run("launch")
    try phone.run("app", "tag", "Zebra folder/Zebra report.txt", "Zebra tag")
    try phone.sync()
    #expect(try !phone.placesOf("zebra").isEmpty)
    try phone.run("app", "delete", "Zebra folder")
    try phone.sync()
    try phone.run("app", "empty-trash")
    try phone.sync()
    try phone.run("launch")
    try phone.sync()
    #expect(try phone.placesOf("zebra") == [])
    #expect(try phone.document("kept.txt") == Data("kept".utf8))
    try phone.expectSame()
  }

  @Test func aRepositoryIsClonedWhileParcelsArrive() throws {
    try phone.registerPlace()
    let origin = phone.path + "/Origin"
    try Shell.run(
      """
      git init -q '\(origin)' && cd '\(origin)'
      for n in 1 2 3; do mkdir -p p$n && echo $n > p$n/f && git add -A && git -c user.name=a -c user.email=a@b commit -qm $n; done
      """)
    let syncing = try phone.start(["files", "sync", "--for", "2"])
    try FileManager.default.createDirectory(atPath: phone.files, withIntermediateDirectories: true)
    try Shell.run("git clone -q '\(origin)' '\(phone.files)/clone'")
    for name in ["x", "y"] { try phone.run("share", phone.original(name + ".txt", name)) }
    let outcome = phone.finish(syncing)
    #expect(outcome.status == 0, "\(outcome.complaints)")
    // On a slow machine the clone may take longer than that.
    try phone.sync()
    for clone in [phone.files, phone.documents] {
      try Shell.run(
        "cd '\(clone)/clone' && export GIT_OPTIONAL_LOCKS=0 && git fsck --strict && test -z \"$(git status --porcelain)\""
      )
    }
    try phone.expectSame()
  }

  @Test func bothSidesConvergeAfterAnyFailure() throws {
    try phone.registerPlace()
    for number in 1...4 { try phone.run("share", phone.original("s\(number).txt", "\(number)")) }
    try FileManager.default.createDirectory(atPath: phone.files + "/in", withIntermediateDirectories: true)
    for number in 1...6 {
      try Data("\(number)".utf8).write(to: URL(fileURLWithPath: phone.files + "/in/\(number).txt"))
    }
    try phone.sync("--chaos", "1")
    for number in 1...6 {
      #expect(try phone.document("in/\(number).txt") == Data("\(number)".utf8))
    }
    try phone.expectSame()
  }
}

extension TestPhone {
  fileprivate var files: String { device + "/Files" }
  fileprivate var documents: String { device + "/AppGroup/Documents" }

  fileprivate func sync(_ options: String...) throws {
    let outcome = finish(try start(["files", "sync", "--once"] + options))
    #expect(outcome.status == 0, "\(outcome.complaints)\n\(outcome.text)")
  }

  fileprivate func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  /// Which file of the replica a document is.
  fileprivate func inode(_ name: String) throws -> UInt64? {
    try FileManager.default.attributesOfItem(atPath: files + "/" + name)[.systemFileNumber] as? UInt64
  }

  private func catalogues() throws -> [String] {
    try #require(FileManager.default.enumerator(atPath: device)).compactMap { $0 as? String }
      .filter { $0.contains("catalogue.sqlite") && !$0.hasPrefix("AppGroup") }
      .map { device + "/" + $0 }
  }

  fileprivate func removeCatalogue() throws {
    for file in try catalogues() { try FileManager.default.removeItem(atPath: file) }
  }

  fileprivate func backUp(documents: Bool) throws {
    if documents { return try Backup.make(of: device + "/AppGroup", at: path + "/Backup") }
    try FileManager.default.createDirectory(atPath: path + "/Home", withIntermediateDirectories: true)
    for file in try catalogues() { try Shell.run("cp -a '\(file)' '\(path)/Home/'") }
  }

  fileprivate func restore(documents: Bool) throws {
    if documents {
      return try Shell.run("rm -r '\(device)/AppGroup' && mv '\(path)/Backup' '\(device)/AppGroup'")
    }
    let home = try #require(try catalogues().first).split(separator: "/").dropLast().joined(separator: "/")
    try removeCatalogue()
    try Shell.run("cp -a '\(path)/Home/'* '/\(home)/'")
  }

  /// The files of the device, without those of the system, that have a word in them or in their paths.
  fileprivate func placesOf(_ word: String) throws -> [String] {
    let files = try #require(FileManager.default.enumerator(atPath: device)).compactMap { $0 as? String }
    return try files.filter { file in
      if file.hasPrefix("Files") || file.hasPrefix("System") { return false }
      if file.localizedCaseInsensitiveContains(word) { return true }
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: device + "/" + file, isDirectory: &isFolder),
        !isFolder.boolValue
      else { return false }
      let bytes = try Data(contentsOf: URL(fileURLWithPath: device + "/" + file))
      let text = String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self)
      return text.localizedCaseInsensitiveContains(word)
    }
  }

  fileprivate func expectSame() throws {
    try Shell.run("diff -r --no-dereference '\(files)' '\(documents)'")
  }
}
