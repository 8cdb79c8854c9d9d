/// An absolute path, name by name: only compared, never opened.
struct PathNames {
  /// nil when the path contains `..`, which only the file system can resolve.
  private let names: [String]?

  init(_ path: String) {
    var names = path.split(separator: "/").map(String.init).filter { $0 != "." }
    // On Apple platforms /var and /tmp are links into /private, and the system uses both forms.
    if names.first == "private", ["var", "tmp"].contains(names.dropFirst().first) { names.removeFirst() }
    self.names = names.contains("..") ? nil : names
  }

  /// The names from a folder down to this path, or nil when it is not in that folder.
  func names(below folder: PathNames) -> ArraySlice<String>? {
    guard let names, let above = folder.names,
      names.count >= above.count, zip(above, names).allSatisfy({ $0.utf8.elementsEqual($1.utf8) })
    else { return nil }
    return names.dropFirst(above.count)
  }

  /// Whether this is a folder, lies in it, or holds it.
  func overlaps(_ folder: PathNames) -> Bool {
    names(below: folder) != nil || folder.names(below: self) != nil
  }
}
