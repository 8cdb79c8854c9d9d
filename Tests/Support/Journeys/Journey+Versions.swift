import Foundation

@testable import Shared

/// Two versions of one document, of which the user chooses one.
extension Journey {
  /// A document takes the place of another one, which goes to the trash.
  static let supersede = Journey(
    "a replacement on purpose", keeps: [["old", "new"]], isDone: { $0.contents == texts("new") }
  ) { test in
    try test.put(
      .folder(["a.txt": .file("old").attribute("tag", [7]), "a-1.txt": .file("new")]),
      at: "AppGroup/Documents")
  } act: { test, disk in
    let (old, new) = (try test.known("a.txt").file, try test.known("a-1.txt").file)
    _ = try Documents(test.container(on: disk)).supersede(
      "a.txt", expecting: old, by: "a-1.txt", expecting: new)
  } check: { test in
    let found = try test.everything
    try expect(found == texts("new", "old"), "\(found)")
    let (documents, trash) = (try test.documents.entries, try test.trash.entries)
    // The name of the document is never another one's.
    let isBefore = documents["a-1.txt"]?.contents == texts("new")
    let isAfter = documents["a.txt"]?.contents == texts("new") && documents.count == 1
    try expect(isBefore || isAfter, "\(documents)")
    try expect(
      trash.isEmpty ? documents["a.txt"]?.contents == texts("old") : trash["a.txt"]?.contents == texts("old"))
  }

  /// Quick Look writes two edited versions of another type, one after the other.
  static let keptEdit = Journey("an edit of another type", keeps: [["old"]]) { test in
    try test.put(.folder(["a.gif": .file("old")]), at: "AppGroup/Documents")
    try test.put(.file("one"), at: "Originals/1/a.png")
    try test.put(.file("two"), at: "Originals/2/a.png")
  } act: { test, disk in
    let sandbox = Sandbox(path: test.sandbox.path, disk: disk)
    let previewCopies = PreviewCopies(test.container(on: disk), sandbox: sandbox)
    let copy = try previewCopies.lend("a.gif")
    for version in ["1", "2"] {
      _ = try previewCopies.keepEdit(at: test.path(of: "Originals/\(version)/a.png"), of: copy)
    }
    _ = try previewCopies.takeBack(copy)
  } check: { test in
    try PreviewCopies(test.container, sandbox: test.sandbox).sweep()
    var found = try test.documents.entries
    try expect(found.removeValue(forKey: "a.gif")?.contents == texts("old"))
    let versions = Set(found.values.flatMap(\.contents))
    try expect(found.keys.allSatisfy { $0.hasSuffix(".png") } && versions.isSubset(of: texts("one", "two")))
    try expect(found.count == versions.count, "\(found)")
  }
}
