import Foundation
import Testing

@testable import Shared

@Suite struct TreeTests {
  @Test func aWalkOfATreeThatIsMovedNeverContinuesInAnotherFolder() throws {
    try withTestContainer { test in
      try test.put(
        .folder(["a": .folder(["b": .folder(["c": .file("c")])]), "elsewhere": .folder(["x": .file("x")])]),
        at: "Originals/t")
      let disk = test.disk.interrupted(Fuse(at: 2, of: .list)) { _ in
        _ = rename(test.path(of: "Originals/t/a/b"), test.path(of: "Originals/t/elsewhere/b"))
      }
      let folder = try Folder.open(test.path(of: "Originals/t"), disk: disk)
      // The removal continues in the folder that it came from, or stops.
      #expect(#expect(throws: DiskError.self) { try folder.removeTree("a") }?.code == .changed)
      #expect(try test.tree("Originals/t/elsewhere").names.isSuperset(of: ["x", "b"]))
    }
  }

  @Test("A folder is walked on a volume whose listings have no kinds")
  func kindsThatAreNotListed() throws {
    try withTestContainer { test in
      try test.put(.folder(["a": .folder(["b": .file("b")]), "é": .file("c")]), at: "Originals/t")
      var disk = test.disk
      let list = disk.list
      disk.list = { folder, each throws(DiskError) in try list(folder) { name, _ in each(name, nil) } }
      var names: [String] = []
      try Folder.open(test.path(of: "Originals/t"), disk: disk).walk { step, _ throws(DiskError) in
        switch step {
        case .entering(let name): names.append("+\(name)")
        case .left(let name): names.append("-\(name)")
        case .leaf(let name, let kind): names.append("\(name) \(kind)")
        }
      }
      #expect(Set(names) == ["+a", "b file", "-a", "é file"])
    }
  }

  @Test func aWalkVisitsEverythingAndAFolderBeforeAndAfter() throws {
    try withTestContainer { test in
      try test.put(.folder(["a": .folder(["b": .file("b")]), "c": .file("c")]), at: "Originals/t")
      var steps: [String] = []
      try test.folder("Originals/t").walk { step, present throws(DiskError) in
        switch step {
        case .entering(let name): steps.append("+\(name)")
        case .left(let name): steps.append("-\(name)")
        case .leaf(let name, _):
          steps.append("\(name)")
          _ = try present.status(name)
        }
      }
      #expect(steps.filter { $0 != "c" } == ["+a", "b", "-a"] && steps.contains("c"))
    }
  }
}
