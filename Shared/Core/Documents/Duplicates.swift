import Synchronization

/// A staged file that the app already has: a document has the same bytes.
public struct Counterpart: Hashable, Sendable {
  /// The name of the staged file.
  public var name: DocumentName
  /// The document, where it was when it was found.
  public var path: DocumentPath
}

/// Files that are documents already: a document has the same size and bytes, under any name and in any folder. An
/// identifier alone never makes two files the same.
extension Documents {
  /// Finds the documents that have the bytes of the files of a parcel.
  ///
  /// It only reads: one walk over Documents, which opens a document only when the parcel has a file of its size. In
  /// memory are the sizes of the parcel and two buffers. The answer may be outdated at once: ``leaveOut(_:of:)`` compares
  /// again.
  ///
  /// An empty file has no counterpart, because all empty files are the same. A folder has none: its documents may be on
  /// their way in or out while it is compared.
  /// - Parameter isPackage: whether a folder of this name is one document for the user. Files in it do not count: the user
  ///   cannot open one of them, and it goes with the package.
  /// - Returns: one for each file that has any, in the order in which the files were shared.
  /// - Throws: the error of the disk; ``DiskError/Code/cancelled`` when the caller has cancelled.
  public func counterparts(
    of deposit: Deposit, isPackage: (FileName) -> Bool, isCancelled: () -> Bool = { false }
  ) throws(DiskError) -> [Counterpart] {
    let places = deposit.places
    let names = try deposit.folder.entries().map(\.name)
      .sorted { places[$0, default: 0] < places[$1, default: 0] }
    var files: [IncomingFile] = []
    for name in names {
      if let file = try IncomingFile(deposit.folder[name]) { files.append(file) }
    }
    var wanted = wanted(files)
    try walk(from: DocumentPath(), isCancelled) { name, folder, path throws(DiskError) in
      if let candidate = try IncomingFile(folder[name]), wanted[candidate.status.size] != nil,
        !path.parent.names.contains(where: isPackage)
      {
        try match(candidate, at: path, &wanted, &files, isCancelled)
      }
      return !wanted.isEmpty
    }
    return files.compactMap { file in
      file.counterpart.map { Counterpart(name: DocumentName(file.entry.name), path: $0) }
    }
  }

  /// Finds other documents that have the bytes of these documents, among those that a ``DocumentIndex`` knows of the
  /// same size: see ``DocumentIndex/paths(withSizesOf:)``. It only reads, and walks over no folder.
  /// - Returns: the other document of each that has one: another of these documents only if no document beside them has
  ///   the bytes. What is gone by now has none.
  public func counterparts(
    of paths: [DocumentPath], among candidates: [DocumentPath], isCancelled: () -> Bool = { false }
  ) throws(DiskError) -> [DocumentPath: DocumentPath] {
    // An app may have 256 files open, and what came in together mostly lies in one folder.
    var folders: [DocumentPath: Folder] = [:]
    func file(_ path: DocumentPath) throws(DiskError) -> IncomingFile? {
      guard let name = path.names.last else { return nil }
      do throws(DiskError) {
        let folder =
          if let known = folders[path.parent] { known } else { try container.folder(at: path.parent) }
        folders[path.parent] = folder
        return try IncomingFile(folder[name])
      } catch  where error.isGone {
        return nil
      }
    }
    var (files, found): ([IncomingFile], [DocumentPath]) = ([], [])
    for path in paths {
      guard let file = try file(path) else { continue }
      files.append(file)
      found.append(path)
    }
    var wanted = wanted(files)
    let own = Set(paths)
    for path in candidates.filter({ !own.contains($0) }) + paths where !wanted.isEmpty {
      if isCancelled() { throw DiskError(.cancelled, at: container.path(of: path)) }
      guard let candidate = try file(path) else { continue }
      try match(candidate, at: path, &wanted, &files, isCancelled)
    }
    let pairs = zip(found, files).compactMap { path, file in file.counterpart.map { (path, $0) } }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  /// Removes the files of a parcel that are still documents: compares each again, and removes it only then.
  ///
  /// A file whose document changed or is gone stays in the parcel, and so does one that the disk refuses to compare or to
  /// remove. If the process is killed here, every document is there, and the parcel is not published.
  /// - Returns: whether the parcel is empty then.
  /// - Throws: the error of the disk when the parcel cannot be listed.
  public func leaveOut(_ counterparts: [Counterpart], of deposit: Deposit) throws(DiskError) -> Bool {
    for counterpart in counterparts {
      do throws(DiskError) {
        guard
          try drop(deposit.folder[counterpart.name.fileName], repeating: counterpart.path)
        else { continue }
        deposit.names.withLock { $0.release(counterpart.name) }
      } catch {
        Log.documents.error("A file that is a document already is saved again:", error)
      }
    }
    return try deposit.folder.entries().isEmpty
  }

  /// Moves a document to the trash when another document still has the same bytes.
  ///
  /// If the process is killed here, it is as with ``trash(_:expecting:as:now:_:)``; the other document is not touched.
  /// - Returns: where it is in the trash; nil when one of the two changed, is gone or is no file, and when both paths name one file.
  /// - Throws: the errors of the disk; the copy is in its place or in the trash then.
  public func trash(_ copy: DocumentPath, repeating path: DocumentPath) throws(DiskError) -> DocumentPath? {
    do throws(DiskError) {
      let document = try container.entry(path)
      guard let known = try compare(document, with: container.entry(copy), syncs: true),
        try document.status().file != known.file
      else { return nil }
      return try trash(copy, expecting: known.file)
    } catch  where error.isGone || [.changed, .special].contains(error.code) {
      return nil
    }
  }

  /// Removes a file that waits elsewhere, when a document has the same bytes.
  ///
  /// Both files are open during the comparison, and afterwards both names must still have the same unchanged files.
  /// The document is synced before the other file is removed, in the way in which documents are deleted for good. If
  /// the process dies, both exist, or the document alone.
  /// - Returns: whether it was removed.
  func drop(_ entry: Entry, repeating path: DocumentPath) throws(DiskError) -> Bool {
    do throws(DiskError) {
      let document = try container.entry(path)
      guard try document.status().kind == .file,
        let known = try compare(document, with: entry, syncs: true)
      else { return false }
      try remove(entry, for: path, expecting: known.file) { known.renamed.matches($1) }
      return true
    } catch  where error.code == .notFound || error.code == .changed {
      // One of the two was removed or changed. If the other had been moved out by then, recovery made it a document.
      return false
    }
  }

  /// A file that may be a document already.
  private struct IncomingFile {
    let entry: Entry
    let status: FileStatus
    var counterpart: DocumentPath?

    /// nil when it is gone.
    init?(_ entry: Entry) throws(DiskError) {
      guard let status = try entry.statusIfThere() else { return nil }
      (self.entry, self.status) = (entry, status)
    }
  }

  /// The files that have no counterpart yet, by their sizes.
  private func wanted(_ files: [IncomingFile]) -> [Int64: [Int]] {
    var wanted: [Int64: [Int]] = [:]
    for (index, file) in files.enumerated() where file.status.kind == .file && file.status.size > 0 {
      wanted[file.status.size, default: []].append(index)
    }
    return wanted
  }

  /// Notes a document as the counterpart of each file that has its bytes.
  private func match(
    _ candidate: IncomingFile, at path: DocumentPath, _ wanted: inout [Int64: [Int]],
    _ files: inout [IncomingFile], _ isCancelled: () -> Bool
  ) throws(DiskError) {
    let status = candidate.status
    guard status.kind == .file, let indices = wanted[status.size] else { return }
    for index in indices where files[index].status.file != status.file {
      let file = files[index]
      do throws(DiskError) {
        let same = try compare(candidate.entry, with: file.entry, syncs: false, isCancelled)
        if same != nil { files[index].counterpart = path }
      } catch  where error.isGone || error.code == .special || error.code == .denied {
        // What cannot be read now may have other bytes.
      }
    }
    let rest = indices.filter { files[$0].counterpart == nil }
    wanted[status.size] = rest.isEmpty ? nil : rest
  }

  /// Compares a document with another file, byte for byte.
  /// - Parameter syncs: whether the document is synced, because it is to be all that is left of the two.
  /// - Returns: the other file, if they are the same and neither changed meanwhile.
  private func compare(
    _ document: Entry, with entry: Entry, syncs: Bool, _ isCancelled: () -> Bool = { false }
  ) throws(DiskError) -> FileSnapshot? {
    let (opened, file) = (try document.open(.file), try entry.open(.file))
    let status = try file.status()
    let (before, known) = (try opened.snapshot(), FileSnapshot(status))
    guard status.kind == .file, try opened.hasSameBytes(as: file, isCancelled) else { return nil }
    if syncs {
      try opened.sync()
      try document.folder.sync()
    }
    guard try document.snapshot() == before, try entry.snapshot() == known else { return nil }
    return known
  }
}
