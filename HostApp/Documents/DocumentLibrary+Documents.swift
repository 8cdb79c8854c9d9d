import Foundation
import Shared

/// What the user does with documents. Each method makes one call into `Shared`, off the main thread.
extension DocumentLibrary {
  var documents: Documents { Documents(container) }

  /// Finds the first documents of a query.
  @concurrent
  func find(_ query: DocumentQuery) async -> Result<DocumentList, DiskError> {
    Self.result { () throws(DiskError) in try documents.find(query, isCancelled: { Task.isCancelled }) }
  }

  /// The documents to which something happened last, the latest first.
  @concurrent
  func latest(_ count: Int) async -> Result<[DocumentEntry], DiskError> {
    Self.result { () throws(DiskError) in try documents.latest(count, isCancelled: { Task.isCancelled }) }
  }

  /// What is at a path.
  @concurrent
  func status(of path: DocumentPath) async -> Result<FileStatus, DiskError> {
    Self.result { () throws(DiskError) in
      guard let name = path.names.last else { throw DiskError(.notFound, at: "") }
      return try container.folder(at: path.parent).status(name)
    }
  }

  /// Renames a document, or moves it to another folder, under its name if none is given; a name that is taken there
  /// becomes the next free one.
  @concurrent
  func move(
    _ path: DocumentPath, to folder: DocumentPath, as name: DocumentName? = nil
  ) async -> Result<DocumentPath, DiskError> {
    Self.result { () throws(DiskError) in
      try documents.move(path, expecting: try identify(path), to: folder, as: name)
    }
  }

  /// Makes a copy of a document beside it.
  @concurrent
  func duplicate(_ path: DocumentPath) async -> Result<DocumentPath, DiskError> {
    Self.result { () throws(DiskError) in
      guard let name = path.names.last else { throw DiskError(.notFound, at: "") }
      let folder = try container.folder(at: path.parent)
      let staged = try documents.stage(
        .copy(of: folder.place(name)), as: DocumentName(name),
        copier: Copier(isCancelled: { Task.isCancelled }))
      return try documents.add(staged, in: path.parent)
    }
  }

  /// Makes an empty folder; a name that is taken becomes the next free one.
  @concurrent
  func makeFolder(_ name: DocumentName, in folder: DocumentPath) async -> Result<DocumentPath, DiskError> {
    Self.result { () throws(DiskError) in
      try documents.add(try documents.stage(.folder, as: name), in: folder)
    }
  }

  /// Whether another item than `own` has a name in a folder, by case and composition too.
  @concurrent
  func isTaken(_ name: DocumentName, in folder: DocumentPath, except own: FileName?) async -> Bool {
    let taken = Self.result { () throws(DiskError) in
      try documents.isTaken(name, in: folder, except: own)
    }
    // If the folder cannot be read now, the rename reports the error.
    return (try? taken.get()) ?? false
  }

  /// Throws a document away.
  ///
  /// - Returns: where it is in the trash.
  @concurrent
  func throwAway(_ path: DocumentPath) async -> Result<DocumentPath, DiskError> {
    Self.result { () throws(DiskError) in
      try documents.trash(path, expecting: try identify(path))
    }
  }

  /// Puts back what was thrown away.
  @concurrent
  func putBack(_ path: DocumentPath) async -> Result<DocumentPath, DiskError> {
    Self.result { () throws(DiskError) in
      try documents.putBack(path, expecting: try identify(path))
    }
  }

  /// Removes for good what was thrown away.
  @concurrent
  func remove(_ path: DocumentPath) async -> Result<DocumentPath, DiskError> {
    Self.result { () throws(DiskError) in
      try documents.remove(path, consistingOf: try documents.files(of: path))
      return path
    }
  }

  func identify(_ path: DocumentPath) throws(DiskError) -> FileID {
    guard let name = path.names.last else { throw DiskError(.notFound, at: "") }
    return try container.folder(at: path.parent).identify(name)
  }

  /// Does something away from the main thread.
  static func result<Value>(
    _ body: () throws(DiskError) -> Value
  ) -> Result<Value, DiskError> {
    // The main thread never waits for the disk.
    dispatchPrecondition(condition: .notOnQueue(.main))
    return Result { () throws(DiskError) in try body() }
  }
}
