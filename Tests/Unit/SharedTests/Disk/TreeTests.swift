import Foundation
import Testing

@testable import IntrayCore

@Suite(.inContainer) struct TreeTests {
  let test = TestContainer.current

  @Test func aWalkOfATreeThatIsMovedNeverContinuesInAnotherFolder() throws {
    try test.put(["a": ["b": ["c": "c"]], "elsewhere": ["x": "x"]], at: "Originals/t")
    let disk = test.disk.interrupted(Fuse(at: 2, of: .list)) { _ in
      _ = rename(test.path(of: "Originals/t/a/b"), test.path(of: "Originals/t/elsewhere/b"))
    }
    let folder = try Folder.open(test.path(of: "Originals/t"), disk: disk)
    // The removal continues in the folder that it came from, or stops.
    expectError(.changed) { try folder["a"].removeTree() }
    #expect(try test.tree("Originals/t/elsewhere").names.isSuperset(of: ["x", "b"]))
  }

  @Test(
    "A walk visits everything, a folder before and after, also where listings have no kinds",
    arguments: [true, false])
  func walk(hasKinds: Bool) throws {
    try test.put(["a": ["b": "b"], "é": "c"], at: "Originals/t")
    var disk = test.disk
    let list = disk.list
    if !hasKinds {
      disk.list = { folder, each throws(DiskError) in try list(folder) { name, _ in each(name, nil) } }
    }
    var steps: [String] = []
    try Folder.open(test.path(of: "Originals/t"), disk: disk).walk { step, present, _ throws(DiskError) in
      switch step {
      case .entering(let name): steps.append("+\(name)")
      case .left(let name): steps.append("-\(name)")
      case .leaf(let name, let kind):
        steps.append("\(name) \(kind)")
        _ = try present[name].status()
      }
    }
    #expect(steps.filter { $0 != "é file" } == ["+a", "b file", "-a"] && steps.count == 4)
  }
}
