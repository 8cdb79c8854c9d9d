@testable import Shared

extension Journey {
  /// The still and the film of a Live Photo are shared and delivered, and the still's name is taken: both arrive, or none.
  /// `DestinationTests` check that both get one number.
  static let livePhoto = Journey("a Live Photo", isDone: { $0.contents.count == 3 }) { test in
    try test.put(["IMG_1.heic": "another"])
    try test.put(["one": "still", "two": "film"], at: "Originals/photo")
  } act: { test, disk in
    let container = test.container(on: disk)
    let deposit = try Inbox(container).deposit()
    let staged = try ["one", "two"].map { name in
      try deposit.add(
        contentsOf: test.path(of: "Originals/photo/" + name), as: DocumentName("staged " + name))
    }
    for (document, name) in zip(staged, deposit.names(together: ["IMG_1.heic", "IMG_1.mov"])) {
      _ = try deposit.rename(document, to: name)
    }
    _ = try deposit.publish()
    try Drain(container).run { _ in }
  } check: { test in
    let found = try test.everything
    try expect(found == texts("another") || found == texts("another", "film", "still"), "\(found)")
    try expect(try test.documents.entries["IMG_1.heic"] == "another")
    try expect(try test.tree("Originals/photo").contents == texts("film", "still"))
  }
}
