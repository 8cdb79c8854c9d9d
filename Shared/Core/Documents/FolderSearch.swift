import Foundation

extension Documents {
  /// The folders in a folder, by name as the user's language sorts.
  /// - Throws: the error of the disk. An unreadable folder is an error and does not count as empty.
  public func folders(in path: DocumentPath) throws(DiskError) -> [DocumentPath] {
    let folder = try container.folder(at: path)
    return try folder.entries().filter { $0.kind == .folder }.map { path.appending($0.name) }
      .sorted { $0.isNamedBefore($1) }
  }

  /// Finds the folder that carries an identifier, by a walk through all folders; nil when there is none.
  ///
  /// A folder that moves during the walk may be missed.
  func folder(of item: ItemID) throws(DiskError) -> DocumentPath? {
    var found: DocumentPath?
    try walk(from: DocumentPath()) { name, folder, path throws(DiskError) in
      guard try folder[name].statusIfThere()?.kind == .folder else { return true }
      do throws(DiskError) {
        if try folder.folder(name).item() == item { found = path }
      } catch  where error.isGone {
        // It went after the look.
      }
      return found == nil
    }
    return found
  }

  /// Visits what is below a folder, folders before what is in them, until a visit returns false. What another process removes
  /// meanwhile is left out.
  /// - Parameter unreadable: called for a folder below that cannot be read; the walk ends if it throws.
  func walk(
    from folder: DocumentPath, _ isCancelled: () -> Bool = { false },
    unreadable: (DiskError) throws(DiskError) -> Void = { error throws(DiskError) in throw error },
    _ visit: (FileName, Folder, DocumentPath) throws(DiskError) -> Bool
  ) throws(DiskError) {
    var isOver = false
    do throws(DiskError) {
      try container.folder(at: folder).walkEntries(skipsGone: true, unreadable: unreadable) {
        name, present, above throws(DiskError) in
        try check { isOver || isCancelled() }
        let path = DocumentPath(folder.names + above + [name], in: folder.directory)
        isOver = try !visit(name, present, path)
      }
    } catch  where error.code == .cancelled && isOver {
      // What was wanted is found.
    }
  }

  func check(_ isCancelled: () -> Bool) throws(DiskError) {
    if isCancelled() { throw DiskError(.cancelled, at: container.path(of: .documents)) }
  }
}

extension DocumentPath {
  /// By the last names, as the user's language sorts; by all bytes where those are equal.
  func isNamedBefore(_ other: DocumentPath) -> Bool {
    let (name, otherName) = (names.last?.description ?? "", other.names.last?.description ?? "")
    switch name.localizedStandardCompare(otherName) {
    case .orderedAscending: return true
    case .orderedDescending: return false
    case .orderedSame: return bytes.lexicographicallyPrecedes(other.bytes)
    }
  }
}

/// Why the user cannot give a name.
public enum NameProblem: Hashable, Sendable {
  /// Nothing is typed.
  case empty
  /// No document can have it; this one comes near.
  case illegal(nearest: DocumentName)
  /// Another item has it, by case and composition too.
  case taken(DocumentName)

  /// Why nothing can have a typed name; nil when something can.
  public init?(of typed: String) {
    let name = DocumentName(typed)
    if typed.allSatisfy(\.isWhitespace) {
      self = .empty
    } else if name.text != typed {
      self = .illegal(nearest: name)
    } else {
      return nil
    }
  }
}

extension Documents {
  /// Why the user cannot give a typed name in a folder; nil when nothing is known against it.
  ///
  /// The answer may be outdated at once: it lets the user choose another name early, and the move decides. The move also
  /// reports the error of a folder that cannot be read now.
  /// - Parameter own: the name of the document that is to get it; nil for a new one.
  public func problem(
    with typed: String, in path: DocumentPath, except own: FileName? = nil
  ) -> NameProblem? {
    if let problem = NameProblem(of: typed) { return problem }
    let name = DocumentName(typed)
    var index = NameIndex([name])
    guard (try? index.read(container.folder(at: path), except: own)) != nil else { return nil }
    return index.next(for: name) == name ? nil : .taken(name)
  }
}
