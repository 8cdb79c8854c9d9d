import Testing

@testable import Shared

#if canImport(TestSupport)
  import TestSupport
#endif

/// Documents that are found by the identifiers that they carry.
@Suite struct IdentifiedDocumentTests {
  /// Documents as they come in: each carries an identifier.
  private func deliver(_ names: [String], into folder: DocumentPath = "", _ test: TestContainer) throws {
    _ = try Inbox(test.container).deposit(into: folder) { deposit throws(DiskError) in
      for name in names { try deposit.add(name.utf8, as: DocumentName(name)) }
    }
    try test.drain()
  }

  private func identified(_ path: DocumentPath, _ documents: Documents) throws -> IdentifiedDocument {
    let status = try documents.container.folder(at: path.parent).status(#require(path.names.last))
    return try #require(documents.identified([DocumentEntry(path: path, status: status)])[0])
  }

  @Test func aDocumentIsFoundAfterItWasRenamedAndMoved() throws {
    try withTestContainer { test in
      let documents = Documents(test.container)
      let folder = try documents.makeFolder("Work", in: "")
      try deliver(["a.txt", "b.txt"], test)
      let (known, other) = (try identified("a.txt", documents), try identified("b.txt", documents))
      let place = try identified("Work", documents)
      _ = try documents.move("a.txt", expecting: known.file, to: folder, as: "new.txt")
      let found = try documents.find([known.item, place.item])
      #expect(found.mapValues(\.entry.path) == [known.item: "Work/new.txt", place.item: "Work"])
      #expect(found[known.item]?.file == known.file)
      #expect(other.item != known.item)
      #expect(try documents.find([]).isEmpty)
    }
  }

  @Test func whatIsGoneOrDeletedOrCarriesNoIdentifierIsNotFound() throws {
    try withTestContainer { test in
      let documents = Documents(test.container)
      try deliver(["a.txt", "b.txt"], test)
      try test.put(.file("c"), at: "AppGroup/Documents/c.txt")
      let (gone, deleted) = (try identified("a.txt", documents), try identified("b.txt", documents))
      let entries = try documents.find(DocumentQuery(limit: 10)).entries
      try test.remove("AppGroup/Documents/a.txt")
      _ = documents.trash(["b.txt"])
      #expect(documents.identified(entries) == [nil, nil, nil])
      #expect(try documents.find([gone.item, deleted.item]).isEmpty)
    }
  }

  @Test func aFolderThatCannotBeReadIsAnErrorOnlyWhenTheDocumentMayBeInIt() throws {
    try withTestContainer { test in
      _ = try Documents(test.container).makeFolder("Work", in: "")
      try deliver(["a.txt"], into: "Work", test)
      try deliver(["z.txt"], test)
      let (inside, outside) = (
        try identified("Work/a.txt", Documents(test.container)),
        try identified("z.txt", Documents(test.container))
      )
      let disk = test.disk.asking { request throws(DiskError) in
        if request.call == .openFolder, request.name == "Work" { throw DiskError(.denied, at: "Work") }
      }
      let documents = Documents(test.container(on: disk))
      #expect(try documents.find([outside.item]).count == 1)
      #expect { try documents.find([inside.item, outside.item]) } throws: {
        ($0 as? DiskError)?.code == .denied
      }
    }
  }

  @Test func onlyTheKnownFilesMove() throws {
    try withTestContainer { test in
      let documents = Documents(test.container)
      _ = try documents.makeFolder("Work", in: "")
      try deliver(["a.txt", "b.txt"], test)
      let known = try [identified("a.txt", documents), identified("b.txt", documents)]
      try test.remove("AppGroup/Documents/b.txt")
      try test.put(.file("other"), at: "AppGroup/Documents/b.txt")
      let results = documents.move(known, to: "Work")
      #expect(try results[0].get() == "Work/a.txt")
      #expect(throws: DiskError.self) { try results[1].get() }
      #expect(try test.documents.names == ["Work", "b.txt"])
    }
  }

  @Test func theLimitOfAQueryCountsOnlyWhatItIncludes() throws {
    try withTestContainer { test in
      let documents = Documents(test.container)
      for name in ["One", "Two"] { _ = try documents.makeFolder(DocumentName(name), in: "") }
      try deliver(["a.txt", "b.txt", "c.txt"], test)
      let found = try documents.find(DocumentQuery(limit: 2), including: { $0.status.kind == .file })
      #expect(found.entries.map(\.path) == ["a.txt", "b.txt"])
      #expect(found.total == 3)
    }
  }
}
