import Foundation
import Testing

@testable import IntrayCore

/// The index of all documents: its lists, and what it asks of the disk for them.
@Suite(.inContainer) struct DocumentIndexTests {
  let test = TestContainer.current

  private let tree = Tree.folder([
    "b.pdf": "22", "a10.txt": "1", "a2.txt": "333",
    "Work": ["Äpfel.txt": "4", "deep": ["b.txt": "5"]],
  ])

  private func index(_ test: TestContainer, _ disk: Disk? = nil) -> DocumentIndex {
    DocumentIndex(test.container(on: disk ?? test.disk)) { $0.hasSuffix(".pages") }
  }

  @Test(arguments: [
    (DocumentQuery.Order.name, ["Work", "a2.txt", "a10.txt", "b.pdf"]),
    (.size, ["Work", "a2.txt", "b.pdf", "a10.txt"]), (.kind, ["Work", "b.pdf", "a2.txt", "a10.txt"]),
    (.modified, ["Work", "a10.txt", "b.pdf", "a2.txt"]),
  ])
  func eachOrderSortsAsTheUserExpectsFoldersFirst(order: DocumentQuery.Order, names: [String]) async throws {
    try test.put(tree)
    for (name, seconds) in [("a2.txt", 10), ("b.pdf", 20)] as [(FileName, Int64)] {
      try test.folder("AppGroup/Documents")[name].open(.file).setModified(FileTime(seconds: seconds))
    }
    let found = try await index(test).list(DocumentQuery(order: order, limit: 10))
    #expect(found.paths == names)
    #expect(found.total == 4)
  }

  @Test func findersOwnFilesAreNoDocuments() async throws {
    try test.put([".DS_Store": "f", "._a.txt": "f", "a.txt": "a", ".hidden": "h"])
    #expect(try await Set(index(test).list(DocumentQuery(limit: 10)).paths) == ["a.txt", ".hidden"])
  }

  @Test func pagesOfAnySizeAreThePartsOfOneOrder() async throws {
    let names = (1...500).map { "\($0).txt" }
    try test.put(.folder(Dictionary(uniqueKeysWithValues: names.shuffled().map { (FileName($0), "x") })))
    for size in [1, 7, 25, 499, 500, 1_000] {
      let index = index(test)
      var found: [String] = []
      for start in stride(from: 0, to: 500, by: size) {
        let part = try await index.list(DocumentQuery(scope: .folder(""), range: start..<start + size))
        found += part.paths
        #expect(part.total == 500)
      }
      #expect(found == names, "\(size)")
    }
  }

  @Test func documentsOfTheSameSizeAreFoundWithoutTheDisk() async throws {
    try test.put(tree)
    let log = CallLog()
    let index = index(test, test.disk.logging(to: log))
    try await index.update()
    let looked = log.all.count
    let found = await index.paths(withSizesOf: ["a10.txt", "gone.txt", "Work"])
    #expect(Set(found) == ["a10.txt", "Work/Äpfel.txt", "Work/deep/b.txt"])
    #expect(log.all.count == looked)
  }

  @Test func aSearchFindsEachWordAnywhereBelowIgnoringCaseAndAccents() async throws {
    try test.put(tree)
    let index = index(test)
    try await index.update()
    let found = { (text: String, folder: DocumentPath) in
      try await index.list(DocumentQuery(folder: folder, text: text, limit: 10)).paths
    }
    #expect(try await found("APF", "") == ["Work/Äpfel.txt"])
    #expect(try await found("b", "Work") == ["Work/deep/b.txt"])
    #expect(try await found("TXT a", "") == ["a2.txt", "a10.txt", "Work/Äpfel.txt"])
    #expect(try await found("a missing", "").isEmpty)
    // Also what is in a folder of that name, but not everything in the folder that is searched.
    #expect(try await found("e", "") == ["Work/deep", "Work/Äpfel.txt", "Work/deep/b.txt"])
    #expect(try await found("work", "Work").isEmpty)
  }

  @Test func aSearchByNameListsTheBestMatchFirst() async throws {
    try test.put([
      "Soup.txt": "1", "pea soup.txt": "2", "Soup": ["b.txt": "3"], "A soupspoon.txt": "4", "Oxsoup.txt": "5",
    ])
    let index = index(test)
    try await index.update()
    var query = DocumentQuery(text: "soup", limit: 10)
    // The whole name, the beginning of a word, the rest; of each the folders, and then by name.
    #expect(
      try await index.list(query).paths == [
        "Soup", "Soup.txt", "A soupspoon.txt", "pea soup.txt", "Soup/b.txt", "Oxsoup.txt",
      ])
    query.order = .kind
    #expect(try await index.list(query).paths.first == "Soup")
    #expect(try await index.list(query).paths.dropFirst().first == "A soupspoon.txt")
  }

  @Test func aSearchFindsWhatTheUserRemembersOfADocument() async throws {
    let site = PropertyList.encode(["https://cdn.example.net/1", "https://www.example.com/menu"])
    let tag = DocumentTag.encode(["Réceipts", "Tax"].compactMap { DocumentTag(named: $0) })
    try test.put([
      "Bills": ["may.pdf": .file("1").attribute(ItemAttribute.tags, tag), "june.pdf": "2"],
      "a.webloc": .file("x").attribute(Provenance.commentAttribute, PropertyList.encode("Für Sonntag")),
      "page.html": .file("3").attribute(Provenance.attribute, site), "tom’s “big” day — 1….jpeg": "4",
      "pdf": [:],
      "1.webloc": .file("5").attribute(Provenance.titleAttribute, PropertyList.encode("Walfische")),
    ])
    let index = DocumentIndex(test.container, clock: .patient) {
      $0.isFolder ? .folder : $0.path.names.last?.description.hasSuffix(".pdf") == true ? .pdf : nil
    } isPackage: { _ in
      false
    }
    try await index.update()
    let found = { (text: String, kinds: Set<DocumentKind>, tags: Set<String>) in
      var query = DocumentQuery(text: text, limit: 10)
      (query.kinds, query.tags, query.kindWords) = (kinds, tags, ["papers": .pdf])
      return try await index.list(query).paths
    }
    #expect(try await found("menu", [], []).isEmpty)
    #expect(try await found("example", [], []) == ["page.html"])
    #expect(try await found("fur a", [], []) == ["a.webloc"])
    #expect(try await found("walfisch", [], []) == ["1.webloc"])
    #expect(try await found("receipts", [], []) == ["Bills/may.pdf"])
    #expect(try await found("may bills", [], []) == ["Bills/may.pdf"])
    #expect(try await found("papers bills", [], []) == ["Bills/june.pdf", "Bills/may.pdf"])
    #expect(try await found("day - tom's \"big\" 1...", [], []) == ["tom’s “big” day — 1….jpeg"])
    #expect(try await found("", [.pdf], []) == ["Bills/june.pdf", "Bills/may.pdf"])
    #expect(try await found("", [.folder], []) == ["Bills", "pdf"])
    #expect(try await found("", [], ["Tax", "Réceipts"]) == ["Bills/may.pdf"])
    #expect(try await found("", [.folder], ["Tax"]).isEmpty)
    #expect(await index.usedTags.map(\.name) == ["Réceipts", "Tax"])
  }

  @Test func favoritesAreTheFoldersThatHaveARankInTheOrderOfFiles() async throws {
    func rank(_ rank: Int64) -> [UInt8] { ItemAttribute.encode(rank) }
    try test.put([
      "Late": [:], "Early": ["In": [:]], "Last": [:],
      "a.txt": .file("x").attribute(ItemAttribute.favouriteRank, rank(1)),
    ])
    // A number without a sign.
    for (path, value) in [("Late", 9), ("Early/In", 3), ("Last", -1), ("Early", 0)] as [(DocumentPath, Int64)]
    {
      try test.container.folder(at: path).opened.setAttribute(ItemAttribute.favouriteRank, rank(value))
    }
    let index = DocumentIndex(test.container, clock: .patient) { _ in false }
    try await index.update()
    #expect(await index.favourites.map(\.path.description) == ["Early/In", "Late", "Last"])
    let documents = Documents(test.container)
    let folders = await index.entries(at: ["Early/In", "Early"]).map(\.seen)
    _ = try documents.setFavourite(folders[0], to: false)
    _ = try documents.setFavourite(folders[1], to: true, now: FileTime(seconds: 1_700_000_000))
    _ = try documents.trash("Late", expecting: documents.info(of: "Late").file)
    try await index.update()
    #expect(await index.favourites.map(\.path.description) == ["Early", "Last"])
    #expect(await index.favourites.first?.favouriteRank == 1_700_000_000_000)
    // Another folder of the name is none.
    #expect(throws: DiskError.self) {
      _ = try documents.setFavourite(SeenDocument("Last", folders[0].identity), to: false)
    }
  }

  @Test func documentsAreOrderedByTheirTagsAndThoseWithoutOneComeLast() async throws {
    func tagged(_ names: String...) -> Tree {
      .file("x").attribute(ItemAttribute.tags, PropertyList.encode(names))
    }
    try test.put([
      "a.txt": .file("x"), "b.txt": tagged("Work"), "c.txt": tagged("home\n6"),
      "d.txt": tagged("Home", "Tax"), "Z": [:],
    ])
    let index = index(test)
    try await index.update()
    var query = DocumentQuery(order: .tags, limit: 10)
    #expect(try await index.list(query).paths == ["Z", "c.txt", "d.txt", "b.txt", "a.txt"])
    query.isReversed = true
    #expect(try await index.list(query).paths == ["Z", "a.txt", "b.txt", "d.txt", "c.txt"])
  }

  @Test func savedLinksAreFoundInEveryFolder() async throws {
    try test.put([
      "a.webloc": .file("x"), "Work": ["B.WEBLOC": .file("x")], "c.txt": .file("x"), "d.webloc": .folder([:]),
    ])
    let index = index(test)
    try await index.update()
    let found = try await index.list(DocumentQuery(scope: .links, range: 0..<10))
    #expect(found.paths == ["a.webloc", "Work/B.WEBLOC"] && found.total == 2)
  }

  /// Shares documents, and delivers them.
  private func share(_ names: [String]) throws -> ShareID {
    let deposit = try Inbox(test.container).deposit()
    for name in names { try deposit.add("x".utf8, as: DocumentName(name)) }
    _ = try deposit.publish()
    try test.drain()
    return ShareID(parcel: deposit.name)
  }

  private func sharesIndex() -> DocumentIndex {
    DocumentIndex(test.container) {
      $0.isFolder ? .folder : $0.name.hasSuffix(".heic") ? .image : .text
    } isPackage: { _ in
      false
    }
  }

  private func recents(_ order: DocumentQuery.Order = .added, _ range: Range<Int> = 0..<200) -> DocumentQuery
  {
    DocumentQuery(scope: .recents, order: order, range: range)
  }

  @Test(.inMemory) func aShareIsCountedWholeHoweverFewRowsAreWantedAndHoweverManyAreDeleted() async throws {
    let photos = (0..<450).map { "photo \($0).heic" }
    let first = try share(photos)
    let second = try share(["note.txt", "drawing.heic"])
    try test.put("x", at: "AppGroup/Documents/not shared.heic")
    let index = sharesIndex()
    try await index.update()
    for order in DocumentQuery.Order.allCases {
      let list = try await index.list(recents(order))
      #expect(list.entries.count == 200 && list.total == 452)
      #expect(list.shares[first]?.count == 450 && list.shares[first]?.images == 450, "\(order)")
    }
    // The latest only, although the index holds more rows.
    let latest = try await index.list(recents(.added, 0..<2))
    #expect(latest.entries.map(\.share) == [second, second] && Array(latest.shares.keys) == [second])
    #expect(latest.shares[second]?.count == 2 && latest.shares[second]?.images == 1)
    #expect(try await index.list(recents(.added, 0..<0)).shares.isEmpty)

    for photo in photos[200..<250] {
      let path = DocumentPath([FileName(photo)])
      _ = try Documents(test.container).trash(path, expecting: test.known(FileName(photo)).file)
    }
    try await index.update()
    let fewer = try await index.list(recents(.added, 0..<300))
    #expect(fewer.total == 402 && Set(fewer.shares.keys) == [first, second])
    #expect(fewer.shares[first]?.count == 400 && fewer.shares[first]?.images == 400)
    #expect(Set(fewer.entries.dropFirst(2).map(\.share)) == [first])
    let members = try await index.list(DocumentQuery(scope: .share(first), order: .added, range: 0..<10))
    #expect(members.total == 400 && members.shares == fewer.shares.filter { $0.key == first })
  }

  @Test func theDocumentsOfAShareAreFoundInEveryFolderAndWithThemNothingElse() async throws {
    let id = try share(["a.heic", "b.heic", "c.txt"])
    let other = try share(["d.heic"])
    try test.put(["x.txt": "x", "inside": ["y.heic": "y"]], at: "AppGroup/Documents/Album")
    let documents = try test.container.open(.documents)
    let value = ArrivalRecord(time: .now, share: id).bytes
    try documents["Album"].open(.folder).setAttribute(ItemAttribute.arrival, value)
    _ = try Documents(test.container).move(
      "b.heic", expecting: try test.known("b.heic").file, to: "Album", as: "renamed.heic")
    let index = sharesIndex()
    try await index.update()
    var query = DocumentQuery(scope: .share(id), range: 0..<10)
    let all = try await index.list(query)
    // Folders stand among the documents, as in all that came in.
    #expect(all.paths == ["a.heic", "Album", "c.txt", "Album/renamed.heic"])
    #expect(all.shares.keys.map(\.self) == [id])
    #expect(all.shares[id]?.count == 4 && all.shares[id]?.images == 2)
    // A search counts what it finds.
    query.text = "heic"
    let found = try await index.list(query)
    #expect(found.paths == ["a.heic", "Album/renamed.heic"] && found.shares[id]?.count == 2)
    query.scope = .recents
    #expect(try await index.list(query).shares.mapValues(\.count) == [id: 2, other: 1])
    for scope in [DocumentQuery.Scope.all, .folder(""), .links, .conflicts] {
      #expect(try await index.list(DocumentQuery(scope: scope, range: 0..<10)).shares.isEmpty)
    }
  }

  @Test func twoSharesOfOneMicrosecondAreTwoAndADocumentWithoutAShareIsInNone() async throws {
    let time = FileTime(seconds: 1_700_000_000, nanoseconds: 5_000)
    let (one, two) = (ShareID(parcel: "one.parcel"), ShareID(parcel: "two.parcel"))
    func file(_ value: [UInt8]) -> Tree { .file("x").attribute(ItemAttribute.arrival, value) }
    try test.put([
      "a.heic": file(ArrivalRecord(time: time, share: one).bytes),
      "b.txt": file(ArrivalRecord(time: time, share: two).bytes),
      "c.txt": file(ArrivalRecord(time: time, share: one).bytes),
      // Before there were shares, the time alone was written: seconds and nanoseconds.
      "d.txt": file(ItemAttribute.encode(1_700_000_000) + ItemAttribute.encode(5_000)),
      "e.txt": file([1, 2, 3]), "f.txt": file(ArrivalRecord(time: time, share: one).bytes + [0]),
    ])
    let index = sharesIndex()
    try await index.update()
    let list = try await index.list(recents())
    #expect(list.paths == ["a.heic", "b.txt", "c.txt", "d.txt"])
    #expect(list.entries.map(\.added) == [time, time, time, time])
    #expect(list.entries.map(\.share) == [one, two, one, nil])
    #expect(list.shares.mapValues(\.count) == [one: 2, two: 1])
    #expect(list.shares.mapValues(\.images) == [one: 1, two: 0])
  }

  @Test func whatIsInAPackageIsNoDocument() async throws {
    let package = Tree.folder(["inside.txt": "1"])
    try test.put(["a.pages": package, "b.txt": "2"])
    let index = index(test)
    try await index.update()
    let all = try await index.list(DocumentQuery(scope: .all, range: 0..<10))
    #expect(all.paths == ["a.pages", "b.txt"])
    #expect(all.entries.map(\.isFolder) == [false, false])
    #expect(try await index.list(DocumentQuery(text: "inside", limit: 10)).total == 0)
  }

  /// Every operation on a tree of files, in hundreds of orders: the index is always what a new one finds.
  @Test(.untidy, .inMemory, arguments: 0..<4)
  func afterAnyChangesTheIndexIsThatOfANewLook(seed: UInt64) async throws {
    try test.put(tree)
    var random = Seeded(seed)
    let index = index(test)
    let queries = Self.queries
    for step in 0..<60 {
      let came = try change(test, &random)
      if let came, Bool.random(using: &random) {
        _ = await index.add([DocumentPath(bytes: Array(came.utf8))])
      }
      // Sometimes the app looks at the folder on screen only.
      if Bool.random(using: &random) { try await index.look(at: "") } else { try await index.update() }
      let query = queries.randomElement(using: &random) ?? queries[0]
      _ = try await index.list(query)
      guard step % 10 == 9 else { continue }
      try await index.update()
      let new = self.index(test)
      try await new.update()
      for query in queries {
        #expect(try await index.list(query) == new.list(query), "step \(step), \(query)")
      }
    }
  }

  private static let queries = DocumentQuery.Order.allCases.flatMap { order in
    [
      DocumentQuery(order: order, limit: 3), DocumentQuery(order: order, limit: 100),
      DocumentQuery(order: order, text: "a", limit: 100),
      DocumentQuery(scope: .all, order: order, range: 2..<9),
    ]
  }

  /// - Returns: the path of a new document.
  private func change(_ test: TestContainer, _ random: inout Seeded) throws -> String? {
    let root = test.path(of: "AppGroup/Documents")
    let all = (try FileManager.default.subpathsOfDirectory(atPath: root)).sorted()
    let folders = [""] + all.filter { isFolder(root + "/" + $0) }
    let folder = folders.randomElement(using: &random) ?? ""
    let new = (folder.isEmpty ? "" : folder + "/") + "n\(Int.random(in: 0..<1_000, using: &random)).txt"
    let old = all.randomElement(using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0...1:
      try Data(new.utf8).write(to: URL(filePath: root + "/" + new))
      return new
    case 2:
      try FileManager.default.createDirectory(atPath: root + "/" + new, withIntermediateDirectories: true)
    case 3:
      guard let old else { break }
      try FileManager.default.removeItem(atPath: root + "/" + old)
    case 4:
      // A document is replaced by a rename, as in all of Intray.
      guard let old, !isFolder(root + "/" + old) else { break }
      try Data("more \(old)".utf8).write(to: URL(filePath: root + "/" + old), options: .atomic)
    default:
      guard let old, !folder.hasPrefix(old) else { break }
      rename(root + "/" + old, root + "/" + new)
    }
    return nil
  }

  private func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  @Test func whatComesIsInItsPlaceInEachListBeforeItsFolderIsListedAgain() async throws {
    try test.put(tree)
    for number in 0..<30 { try test.put("x", at: "AppGroup/Documents/\(number).txt") }
    let calls = CallLog()
    let index = index(test, test.disk.logging(to: calls))
    try await index.update()
    for (step, name) in ["0a.txt", "zz.txt", "Work/b.txt", "é.pdf"].enumerated() {
      for query in Self.queries { _ = try await index.list(query) }
      try test.put("\(step)", at: "AppGroup/Documents/" + name)
      let before = calls.count(of: .list)
      // It may be told twice.
      let path = DocumentPath(bytes: Array(name.utf8))
      #expect(await index.add([path, path]))
      #expect(calls.count(of: .list) == before)
      let new = self.index(test)
      try await new.update()
      for query in Self.queries {
        let (found, expected) = (try await index.list(query), try await new.list(query))
        #expect((found.total, found.paths) == (expected.total, expected.paths), "\(name) \(query)")
      }
    }
    #expect(
      await !self.index(test).add(["0a.txt"]), "A folder that was never listed is left to the next look.")
  }

  @Test(.inMemory) func theFirstRowsOfALargeFolderAreThereBeforeItIsRead() async throws {
    let names = (0..<300).flatMap { ["Page \($0).txt", "page-\($0).txt", "\($0) x", "é\($0)", "Z\($0)"] }
    for name in names + ["a/x", "b.pages/x", "c/x", ".DS_Store"] {
      try test.put("x", at: "AppGroup/Documents/" + name)
    }
    let calls = CallLog()
    let index = index(test, test.disk.logging(to: calls))
    let first = try #require(index.glance(DocumentQuery(limit: 100)))
    #expect(calls.count(of: .openFile) < 250)
    try await index.update()
    #expect(try await index.list(DocumentQuery(limit: 100)) == first)
    // Where all is read as soon, or where all is needed, it says nothing.
    #expect(index.glance(DocumentQuery(limit: 1_000)) == nil)
    #expect(index.glance(DocumentQuery(order: .size, limit: 3)) == nil)
    #expect(index.glance(DocumentQuery(folder: "gone", limit: 3)) == nil)
  }

  @Test func lookingAgainAtUnchangedFoldersCostsFoldersAndNoDocument() async throws {
    try test.put(tree)
    for number in 0..<100 { try test.put("x", at: "AppGroup/Documents/Work/\(number).txt") }
    let calls = CallLog()
    // By this clock no folder has just changed: such a folder is listed again.
    let index = DocumentIndex(test.container(on: test.disk.logging(to: calls)), clock: .patient) { _ in false
    }
    try await index.update()
    let before = calls.all.count
    try await index.update()
    #expect(calls.all.count - before < 40)
  }

  @Test func aLookThatFindsNoChangeKeepsTheListsInOrder() async throws {
    try test.put(tree)
    // By this clock everything has just changed, so each look lists every folder.
    let past = FileTime(seconds: FileTime.now.seconds - 1)
    let clock = ScanClock(now: { past }, wait: { _ in })
    let calls = CallLog()
    let disk = test.disk.logging(to: calls)
    let index = DocumentIndex(test.container(on: disk), clock: clock) { _ in false }
    try await index.update()
    let (first, looked) = (await index.generation, calls.all.count)
    try await index.update()
    #expect(await index.generation == first)
    #expect(calls.all.count > looked + 8)
    try test.put("n", at: "AppGroup/Documents/Work/deep/new.txt")
    try await index.update()
    #expect(await index.generation > first)
  }

  @Test func aFolderThatCannotBeListedKeepsItsRows() async throws {
    try test.put(tree)
    let isRefused = Flag()
    let index = index(test, test.disk.refusing([.list], with: .failed, while: isRefused))
    try await index.update()
    try test.put("6", at: "AppGroup/Documents/Work/new.txt")
    isRefused.isOn = true
    let error = await #expect(throws: DiskError.self) { try await index.look(at: "Work") }
    #expect(error?.code == .failed)
    #expect(try await index.list(DocumentQuery(text: "pfel", limit: 10)).paths == ["Work/Äpfel.txt"])
    await #expect(throws: DiskError.self) { try await index.list(DocumentQuery(folder: "Work", limit: 10)) }
    isRefused.isOn = false
    try await index.update()
    #expect(try await index.list(DocumentQuery(folder: "Work", limit: 10)).total == 3)
  }

  @Test func recentsHasWhatCannotBeReadNowAndAListOfPartOfTheFoldersSaysSo() async throws {
    try test.put(tree)
    let (isSealed, isUnlisted) = (Flag(), Flag())
    let disk = test.disk.refusing([.attributes], with: .failed, while: isSealed)
      .refusing([.list], with: .failed, while: isUnlisted)
    let index = index(test, disk)
    let recents = DocumentQuery(scope: .recents, order: .added, range: 0..<10)
    isSealed.isOn = true
    try await index.update()
    let sealed = try await index.list(recents)
    #expect(sealed.total == 7 && sealed.isComplete, "they may have come in")
    isSealed.isOn = false
    try await index.update()
    #expect(try await index.list(recents).total == 0)
    try test.put("6", at: "AppGroup/Documents/Work/new.txt")
    isUnlisted.isOn = true
    await #expect(throws: DiskError.self) { try await index.look(at: "Work") }
    #expect(try await !index.list(recents).isComplete)
    isUnlisted.isOn = false
    try await index.update()
    #expect(try await index.list(recents).isComplete)
  }

  @Test(arguments: ["remove f", "remove f/g", "move f out", "move f/g out", "move f/g to g"])
  func aFolderThatGoesDuringALookDoesNotKeepTheRest(what: String) async throws {
    let rest = Tree.folder([
      "a.txt": "1", "z": ["z.txt": "2"],
      "f": ["k.txt": "3", "g": ["h": ["deep.txt": "4"]]],
    ])
    let words = what.split(separator: " ").map(String.init)
    for step in 1..<1_000 {
      let isOver = Flag()
      try await withTestContainer(.untidy, on: .memory) { test in
        try test.put(rest)
        let place = test.path(of: "AppGroup/Documents/")
        let fuse = Fuse(at: step)
        let disk = test.disk.interrupted(fuse) { _ in
          if words[0] == "remove" {
            try? FileManager.default.removeItem(atPath: place + words[1])
          } else {
            rename(place + words[1], words.last == "out" ? test.path(of: "Outside") : place + "g")
          }
        }
        let index = index(test, disk)
        try await index.update()
        let found = try await index.list(DocumentQuery(text: "txt", limit: 10)).paths
        #expect(Set(found).isSuperset(of: ["a.txt", "z/z.txt"]), "\(step)")
        #expect(try Documents(test.container(on: disk)).folder(of: .random()) == nil)
        isOver.isOn = !fuse.hasBlown
      }
      if isOver.isOn {
        #expect(step > 50, "nothing was interrupted")
        return
      }
    }
  }

  @Test func theLatestFilesAreThoseThatChangedLast() async throws {
    var last = FileTime(seconds: 0)
    let names = ["old.txt", "Work/new.txt", "Work/deep/newer.txt", "newest.txt"]
    for name in names { try write(name, in: test, after: &last) }
    let index = index(test)
    let latest = { (count: Int) in
      try await index.update()
      return try await index.list(DocumentQuery(scope: .all, order: .changed, range: 0..<count)).paths
    }
    #expect(try await latest(3) == Array(names.reversed().prefix(3)))
    try write("old.txt", in: test, after: &last)
    #expect(try await latest(1) == ["old.txt"])
    #expect(try await latest(0).isEmpty)
    #expect(try await latest(100).count == 4)
  }

  @Test func aCancelledLookEnds() async throws {
    try test.put(tree)
    let index = index(test)
    let task = Task { () -> DiskError? in
      withUnsafeCurrentTask { $0?.cancel() }
      do throws(DiskError) {
        try await index.update()
        return nil
      } catch {
        return error
      }
    }
    #expect(await task.value?.code == .cancelled)
    try await index.update()
    #expect(try await index.list(DocumentQuery(text: "b", limit: 1)).total == 2)
  }

  @Test func aDocumentIsFoundByItsIdentifierWhereverItIsMoved() async throws {
    let deposit = try Inbox(test.container).deposit()
    try deposit.add("a".utf8, as: "a.txt")
    _ = try deposit.publish()
    try test.drain()
    let index = index(test)
    try await index.update()
    let item = try #require(await index.entries(at: ["gone", "a.txt", "gone/a.txt"]).first?.identity.item)
    #expect(await index.entry(of: item)?.path == "a.txt")
    let folder = try Documents(test.container).makeFolder("Work", in: "")
    let moved = try Documents(test.container).move(
      "a.txt", expecting: try test.known("a.txt").file, to: folder, as: nil)
    try await index.update()
    #expect(await index.entry(of: item)?.path == moved)
    #expect(try await index.list(DocumentQuery(limit: 10)).paths == ["Work"])
  }

  /// Writes until the clock of the file system has moved on.
  private func write(_ name: String, in test: TestContainer, after last: inout FileTime) throws {
    let path = test.path(of: "AppGroup/Documents/" + name)
    let folder = (path as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var changed = last
    repeat {
      // A write in place would not change the folder's times.
      try Data("x".utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
      let (folder, file) = try Folder.openParent(of: path, disk: .system)
      changed = try folder[file].status().changed
    } while changed <= last
    last = changed
  }
}

extension DocumentList {
  /// Where its documents are.
  fileprivate var paths: [String] { entries.map(\.path.description) }
}
