import Foundation

@testable import IntrayCore

/// Two versions of one document, of which the user chooses one.
extension Journey {
  /// A document takes the place of another one, which goes to the trash.
  public static let replaceOnPurpose = replacing("a.txt", by: "a-1.txt", "a replacement on purpose") {
    .file($0)
  }

  /// The same for two folders, of which the new one has another extension.
  static let replaceByAnotherType = replacing(
    "a.pages", by: "b.key", "a replacement on purpose by another type"
  ) { ["in.txt": .file($0)] }

  private static let replaced = ItemID([UInt8](1...16))

  private static func replacing(
    _ name: FileName, by newer: FileName, _ description: String, _ tree: @escaping @Sendable (String) -> Tree
  ) -> Journey {
    Journey(
      name: description, keeps: [["old", "new"]],
      isDone: { $0.contents == texts("new") && $0.entries[newer] == nil }
    ) { test in
      try test.put([name: tree("old"), newer: tree("new")])
      let folder = try test.container.open(.documents)
      for (name, _) in try folder.entries() { try folder[name].writeNewIdentities() }
      guard let id = replaced else { return }
      let opened = try folder[name].open(folder[name].status().kind)
      try opened.setIdentity(Identity(id, of: opened.status()))
    } act: { test, disk in
      let (old, new) = (try test.known(name).file, try test.known(newer).file)
      _ = try Documents(test.container(on: disk)).replaceContents(
        of: DocumentPath([name]), expecting: old, by: DocumentPath([newer]), expecting: new)
    } check: { test in
      let (documents, trash) = (try test.documents.entries, try test.trash.entries)
      // The identity stays in place, and no two have it.
      let places = try [.documents, .trash].flatMap { directory in
        try test.carriers(of: replaced, in: directory).map { DocumentPath([$0], in: directory) }
      }
      try expect(places.map(\.directory) == [.documents], "\(places) \(documents) \(trash)")
      let place = places.first.flatMap { documents[$0.names[0]] }
      let isBefore =
        place?.contents == texts("old") && documents[newer]?.contents == texts("new")
        && documents.count == 2 && trash.isEmpty
      let isAfter =
        place?.contents == texts("new") && documents.count == 1 && trash.count == 1
        && trash[name]?.contents == texts("old") && trash[name]?.attributes[TrashInfo.attribute] != nil
      try expect(isBefore || isAfter, "\(documents) \(trash)")
    }
  }

  /// Quick Look writes two edited versions of another type, one after the other.
  static let keptEdit = Journey(name: "an edit of another type", keeps: [["old"]]) { test in
    try test.put(["a.gif": "old"])
    try test.put("one", at: "Originals/1/a.png")
    try test.put("two", at: "Originals/2/a.png")
  } act: { test, disk in
    let sandbox = Sandbox(path: test.sandbox.path, disk: disk)
    let previewCopies = PreviewCopies(test.container(on: disk), sandbox: sandbox)
    let copy = try previewCopies.makePreviewCopy(of: "a.gif")
    for version in ["1", "2"] {
      _ = try previewCopies.keepEdit(at: test.path(of: "Originals/\(version)/a.png"), of: copy)
    }
    _ = try previewCopies.release(copy)
  } check: { test in
    try PreviewCopies(test.container, sandbox: test.sandbox).sweep()
    var found = try test.documents.entries
    try expect(found.removeValue(forKey: "a.gif")?.contents == texts("old"))
    let versions = Set(found.values.flatMap(\.contents))
    try expect(found.keys.allSatisfy { $0.hasSuffix(".png") } && versions.isSubset(of: texts("one", "two")))
    try expect(found.count == versions.count, "\(found)")
  }
}

extension TestContainer {
  /// The names of what carries an identifier.
  fileprivate func carriers(of id: ItemID?, in directory: Container.Directory) throws -> [FileName] {
    let folder = try container.open(directory)
    return try folder.entries().filter { name, kind in
      try folder[name].open(kind).identity()?.id == id
    }
    .map(\.name)
  }
}
