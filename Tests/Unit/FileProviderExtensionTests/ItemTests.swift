import FileProvider
import Foundation
import IntrayCore
import Testing
import UniformTypeIdentifiers

#if canImport(FileProviderExtension)
  @testable import FileProviderExtension
#endif

@Suite(.inExtension) struct ItemTests {
  let harness = ExtensionHarness.current

  @Test func anItemHasEveryFieldOfItsDocument() throws {
    let date = Date(timeIntervalSince1970: 1_000_000_000.25)
    let made = try harness.create(
      "a.txt", contents: "abc",
      fields: [
        .tagData, .favoriteRank, .lastUsedDate, .contentModificationDate, .extendedAttributes,
        .fileSystemFlags,
      ]
    ) {
      $0.tagData = Data("red".utf8)
      $0.favoriteRank = 3
      $0.lastUsedDate = date
      $0.contentModificationDate = date
      $0.extendedAttributes = ["com.example#S": Data("value".utf8)]
      $0.fileSystemFlags = [.userReadable, .userExecutable, .hidden, .pathExtensionHidden]
    }
    let item = try #require(made)
    for item in [item, try harness.item(item.itemIdentifier)] {
      #expect(item.filename == "a.txt" && item.parentItemIdentifier == .rootContainer)
      #expect(item.contentType == .plainText)
      #expect(item.documentSize??.intValue == 3)
      #expect(item.tagData == Data("red".utf8))
      #expect(item.favoriteRank??.intValue == 3)
      #expect(item.lastUsedDate == date)
      #expect(item.contentModificationDate == date)
      #expect(item.extendedAttributes == ["com.example#S": Data("value".utf8)])
      #expect(item.fileSystemFlags == [.userReadable, .userExecutable, .hidden, .pathExtensionHidden])
      #expect((item.symlinkTargetPath ?? nil) == nil)
      #expect((item.userInfo ?? nil) == nil)
    }
  }

  /// The system draws an item anew only when its version changes, also after an update of the app.
  @Test func theLookOfEveryKindOfItemHasTheNumberThatItIsKnownBy() throws {
    func look(_ item: any NSFileProviderItemProtocol) -> String {
      let keys = (item.userInfo ?? nil)?.keys.map { "\($0)" }.sorted() ?? []
      return [
        item.filename, item.contentType?.identifier ?? "-", "\(item.capabilities?.rawValue ?? 0)",
        "\(item.fileSystemFlags?.rawValue ?? 0)", "\(keys)", "\((item.documentSize ?? nil)?.intValue ?? -1)",
        "\((item.symlinkTargetPath ?? nil) ?? "-")", "\(item.extendedAttributes?.count ?? -1)",
        "\((item.childItemCount ?? nil)?.intValue ?? -1)",
        ((item as? any NSFileProviderItemDecorating)?.decorations ?? []).map(\.rawValue).joined(),
      ].joined(separator: " ")
    }
    let file = try #require(try harness.create("a.txt", contents: "abc"))
    let folder = try #require(try harness.create("f", type: .folder))
    let link = try #require(try harness.create("l", type: .symbolicLink, target: "a.txt"))
    let (trashed, _) = try harness.modify(file, .parentItemIdentifier) {
      $0.parentItemIdentifier = .trashContainer
    }
    let contested = try #require(try harness.create("c.txt", contents: "base"))
    try harness.write("theirs", to: "c.txt")
    _ = try harness.modify(contested, .contents, contents: "ours")
    let copy = try #require(try harness.list().first { $0.filename.contains("conflict") })
    let looks = [file, folder, link, trashed, copy, try harness.item(.rootContainer)].map(look)
    // If this differs, raise the number, and write both here.
    #expect(Look.number == 2)
    #expect(
      looks == [
        "a.txt public.plain-text 63 6 [] 3 - 0 -1 ", "f public.folder 63 7 [] -1 - 0 0 ",
        "l public.symlink 63 7 [] -1 a.txt 0 -1 ", "a.txt public.plain-text 47 6 [\"canRecover\"] 3 - 0 -1 ",
        "c (conflict).txt public.plain-text 63 6 [\"isConflict\"] 4 - 0 -1 conflict",
        "Intray public.folder 3 7 [] -1 - 0 -1 ",
      ], "raise Look.number")
    #expect(file.itemVersion?.metadataVersion.last == Look.number)
    let anchor = try harness.anchor().rawValue
    #expect(throws: NSFileProviderError(.syncAnchorExpired)) {
      try harness.changes(since: NSFileProviderSyncAnchor(Data([Look.number + 1] + anchor.dropFirst())))
    }
  }

  @Test func newContentsKeepTheFieldsOfADocument() throws {
    let made = try harness.create(
      "run.sh", contents: "old", fields: [.tagData, .favoriteRank, .fileSystemFlags]
    ) {
      $0.tagData = Data("red".utf8)
      $0.favoriteRank = 3
      $0.fileSystemFlags = [.userReadable, .userWritable, .userExecutable]
    }
    let item = try #require(made)
    let (edited, _) = try harness.modify(item, .contents, contents: "new")
    #expect(edited.tagData == Data("red".utf8) && edited.favoriteRank??.intValue == 3)
    #expect(edited.fileSystemFlags == [.userReadable, .userWritable, .userExecutable])
  }

  /// The system counts a folder with a rank as a favorite:
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemprotocol/favoriterank>.
  @Test func aFolderThatIsAFavoriteInTheAppIsOneInFilesAndTheOtherWayRound() async throws {
    let container = harness.test.container
    let index = DocumentIndex(container) { _ in false }
    func favorites() async throws -> [String] {
      try await index.update()
      return await index.favourites.map(\.path.description)
    }
    let made = try harness.create("Work", type: .folder, fields: .favoriteRank) { $0.favoriteRank = 7 }
    let folder = try #require(made)
    #expect(try await favorites() == ["Work"])
    let entry = try #require(await index.entries(at: [DocumentPath(["Work"])]).first)
    _ = try Documents(container).setFavourite(entry.seen, to: false)
    _ = try harness.list()
    #expect((try harness.item(folder.itemIdentifier).favoriteRank ?? nil) == nil)
    _ = try Documents(container).setFavourite(entry.seen, to: true)
    _ = try harness.list()
    let item = try harness.item(folder.itemIdentifier)
    #expect((item.favoriteRank ?? nil)?.uint64Value ?? 0 > 1_000_000_000_000)
    #expect(try await favorites() == ["Work"])
    _ = try harness.modify(item, .favoriteRank) { $0.favoriteRank = nil }
    #expect(try await favorites() == [])
  }

  @Test func theItemDropsRemovedAttributes() throws {
    let made = try harness.create("a.txt", contents: "a", fields: [.extendedAttributes, .tagData]) {
      $0.extendedAttributes = ["one#S": Data("1".utf8), "two#PS": Data("2".utf8)]
      $0.tagData = Data("red".utf8)
    }
    let item = try #require(made)
    let (changed, _) = try harness.modify(item, [.extendedAttributes, .tagData]) {
      $0.extendedAttributes = ["two#PS": Data("22".utf8)]
    }
    #expect(changed.extendedAttributes == ["two#PS": Data("22".utf8)])
    #expect((changed.tagData ?? nil) == nil)
    #expect(changed.itemVersion?.contentVersion == item.itemVersion?.contentVersion)
    #expect(changed.itemVersion?.metadataVersion != item.itemVersion?.metadataVersion)
  }

  @Test func aReadOnlyDocumentStaysReadOnlyAndCanBeEdited() throws {
    let item = try #require(try harness.create("object", contents: "a"))
    let (sealed, _) = try harness.modify(item, .fileSystemFlags) { $0.fileSystemFlags = .userReadable }
    #expect(sealed.fileSystemFlags == .userReadable)
    let (tagged, _) = try harness.modify(sealed, .tagData) { $0.tagData = Data("red".utf8) }
    #expect(tagged.tagData == Data("red".utf8) && tagged.fileSystemFlags == .userReadable)
    let (edited, _) = try harness.modify(tagged, .contents, contents: "b")
    #expect(edited.fileSystemFlags == .userReadable)
    #expect(try Data(contentsOf: #require(try harness.fetch(edited.itemIdentifier).url)) == Data("b".utf8))
  }

  @Test func noItemIsLocked() throws {
    let folder = try #require(try harness.create("Trip", type: .folder))
    let link = try #require(try harness.create("link", type: .symbolicLink, target: "Trip"))
    let file = try #require(try harness.create("a.txt", contents: "a"))
    _ = try harness.modify(file, .fileSystemFlags) { $0.fileSystemFlags = .userReadable }
    for item in try harness.list(.workingSet) + [
      harness.item(.rootContainer), harness.item(.trashContainer),
    ] {
      let capabilities = try #require(item.capabilities)
      #expect(capabilities.isSuperset(of: [.allowsReading, .allowsWriting]), "\(item.filename)")
    }
    #expect(folder.capabilities?.contains(.allowsAddingSubItems) == true)
    #expect(link.capabilities?.contains(.allowsTrashing) == true)
  }

  @Test func aPackageIsListedAsAFolderOfItems() throws {
    let package = try #require(try harness.create("Letter.rtfd", type: .package))
    #expect(package.contentType == .folder)
    _ = try harness.create("TXT.rtf", in: package.itemIdentifier, contents: "text")
    #expect(try harness.names(package.itemIdentifier) == ["TXT.rtf"])
    #expect(try harness.test.documents == ["Letter.rtfd": ["TXT.rtf": "text"]])
  }

  @Test func versionsAreSmallAndNeverEmpty() throws {
    _ = try harness.create("a.txt", contents: "a")
    for item in try harness.list(.workingSet) + [harness.item(.rootContainer)] {
      let version = try #require(item.itemVersion)
      for part in [version.contentVersion, version.metadataVersion] {
        #expect(!part.isEmpty && part.count <= 128)
      }
    }
  }
}
