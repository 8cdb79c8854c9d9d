import Foundation
import Shared
import TestSupport

/// What a share does beyond copying, and the way out as an archive.
extension Scenario {
  /// A share under a name that the user typed, into a folder that the drain creates.
  static let depositIntoFolder = Scenario(
    name: "deposit into a new folder", allowed: ["first", "second"],
    untouched: ["a.txt": "mine", "Work/a.txt": "in the way"],
    prepare: { world in
      try world.put(.file("mine"), at: "AppGroup/Documents/a.txt")
      try world.put(.folder(["a.txt": .file("in the way")]), at: "AppGroup/Documents/Work")
      try world.put(.file("first"), at: "Originals/a.txt")
    },
    act: { world, disk in
      let container = world.container(on: disk)
      let deposit = try Inbox(container).deposit()
      do {
        try deposit.add(contentsOf: world.path + "/Originals/a.txt", as: DocumentName("a.txt"))
        try deposit.add("second".utf8, as: DocumentName("b.txt"))
        try deposit.rename(allTo: "Minutes \u{1FADF}")
        _ = try deposit.publish(into: DocumentPath(["Work"]), creating: DocumentName("New \u{1FADF}"))
      } catch {
        // As a share does; what is left is swept.
        try? deposit.discard()
        throw error
      }
      try world.drain(on: disk).run { _ in }
    },
    isLegal: { documents, ending in
      let found = documents.contents.count
      let new = documents.entries["Work"]?.entries.values.first { $0.kind == .folder }
      return switch ending {
      // A volume that refuses the choice gets the documents all the same.
      case .success: found == 4 && (new == nil || new?.entries.count == 2)
      case .failure, .killed: found == 2 || found == 4
      }
    })

  private static let film: FileName = "IMG_1.mov"

  /// The still and the film of a Live Photo, of which one name is taken: both get the same number.
  static let livePhoto = Scenario(
    name: "deposit a Live Photo", allowed: ["still", "film"], untouched: ["IMG_1.heic": "another"],
    prepare: { world in
      try world.put(.file("another"), at: "AppGroup/Documents/IMG_1.heic")
      try world.put(.file("still"), at: "Originals/one")
      try world.put(.file("film"), at: "Originals/two")
    },
    act: { world, disk in
      let container = world.container(on: disk)
      let deposit = try Inbox(container).deposit()
      do {
        let staged = try ["one", "two"].map { name in
          try deposit.add(contentsOf: world.path + "/Originals/" + name, as: DocumentName("staged " + name))
        }
        let names = deposit.names(together: [DocumentName("IMG_1.heic"), DocumentName(film)])
        for (document, name) in zip(staged, names) { _ = try deposit.rename(document, to: name) }
        _ = try deposit.publish()
      } catch {
        // As a share does; what is left is swept.
        try? deposit.discard()
        throw error
      }
      try world.drain(on: disk).run { _ in }
    },
    isLegal: { documents, ending in
      let isWhole =
        documents["IMG_1-1.heic"] == Array("still".utf8)
        && documents["IMG_1-1.mov"] == Array("film".utf8)
      return switch ending {
      case .success: documents.contents.count == 3
      // A half that the disk refused for once waits, and may get another number.
      case .failure: documents.contents.count == 1 || documents.contents.count == 3
      case .killed: documents.contents.count == 1 || isWhole
      }
    })

  private static let snapshot = "what the system zipped"

  /// A document and a folder become an archive, beside one of the name that it would have. The system zips, so the archive is
  /// prepared.
  static let compress = Scenario(
    name: "compress", kept: ["part one"], allowed: [snapshot],
    untouched: ["a.txt": "mine", "Archive.zip": "in the way"],
    prepare: { world in
      try world.put(.file("mine"), at: "AppGroup/Documents/a.txt")
      try world.put(.folder(["one": .file("part one")]), at: "AppGroup/Documents/folder")
      try world.put(.file("in the way"), at: "AppGroup/Documents/Archive.zip")
      try world.put(.file(snapshot), at: "Originals/snapshot.zip")
    },
    act: { world, disk in
      let container = world.container(on: disk)
      let copies = PreviewCopies(container, sandbox: Sandbox(path: world.path + "/App", disk: disk))
      _ = try Documents(container).compress(
        [DocumentPath(["a.txt"]), DocumentPath(["folder"])], in: copies
      ) { _, take in take(world.path + "/Originals/snapshot.zip") }
    },
    isLegal: { documents, ending in
      let isMade = documents["Archive-1.zip"] == Array(snapshot.utf8)
      // A sync that fails after the rename is told, and the archive is there.
      return isMade || ending != .success && documents.contents.count == 3
    })
}
