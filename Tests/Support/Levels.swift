import Shared

/// Makes folders in each other below a path, with a file in the lowest. One folder is open at a time, and no path is as long
/// as they are deep.
public func makeLevels(_ count: Int, below path: String) throws {
  let disk = Disk.system
  var folder = try disk.openRoot(path)
  // Nothing was written through it.
  defer { try? disk.close(folder) }
  for _ in 0..<count {
    try disk.makeFolder(folder, "level")
    let next = try disk.openFolder(folder, "level")
    try disk.close(folder)
    folder = next
  }
  try Tree.file("bottom").make("bottom.txt", in: folder)
}
