/// An absolute path, name by name: only compared, never opened.
struct PathNames {
  /// Nil when only the file system knows where it leads.
  private let names: [String]?

  init(_ path: String) {
    var names = path.split(separator: "/").map(String.init).filter { $0 != "." }
    // On Apple platforms /var and /tmp are links to these, and the system speaks of either.
    if names.first == "private", ["var", "tmp"].contains(names.dropFirst().first) { names.removeFirst() }
    self.names = names.contains("..") ? nil : names
  }

  /// The names from a folder down to here; nil when this is not in it.
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
