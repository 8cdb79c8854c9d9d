extension Provider {
  /// Hands over a document's contents as a clone, and the item whose version they are.
  ///
  /// - Parameter folder: where the system wants it, absolute: a folder on the volume of the container.
  /// - Returns: the path of the clone, which is the system's from now on. A folder has none, nor has a link.
  public func fetch(
    _ id: ItemID, into folder: String, copier: Copier = Copier()
  ) throws(ProviderError) -> (path: String?, item: Item) {
    var copier = copier.leaving
    // The document itself is on the medium; what is lost of a copy is fetched again.
    copier.syncsFiles = false
    // A document that changes while it is read is read again, now as what it has become.
    for _ in 0..<Self.attempts {
      let (item, path) = try requirePlaced(id)
      guard item.kind == .file else { return (nil, item) }
      if let clone = try clone(item, at: path, into: folder, copier: copier) { return (clone, item) }
      try scan()
    }
    throw .disk(DiskError(.changed, at: try requirePlaced(id).path.description))
  }

  /// Clones a document if it still is what the item says; nil when it is not.
  ///
  /// Dies in it: a partial copy in the system's temporary directory; see ``removeCopies(in:now:)``.
  private func clone(
    _ item: Item, at path: DocumentPath, into folder: String, copier: Copier
  ) throws(ProviderError) -> String? {
    let target = FileName(Parcel.randomName() + Self.copySuffix)
    do throws(DiskError) {
      let parent = try container.folder(at: path.parent)
      let destination = try Folder.open(folder, disk: container.disk)
      do throws(DiskError) {
        return try parent.withFile(item.name) { file throws(DiskError) in
          let disk = container.disk
          guard try disk.identify(file, nil) == item.file, item.isCurrent(try disk.status(file, nil)) else {
            return nil
          }
          try copier.copy(file, at: parent.place(item.name), to: destination, as: target)
          return folder + "/" + target.description
        }
      } catch {
        // Half a copy is of use to nobody. The error that made us give up is the one to tell.
        try? destination.removeFile(target)
        throw error
      }
    } catch  where [.notFound, .changed, .notAFolder, .link].contains(error.code) {
      return nil
    } catch {
      throw .disk(error)
    }
  }
}

extension Provider {
  private static let copySuffix = ".fetched"
  /// After how many seconds the system will not take a copy any more: it takes one as soon as it is answered.
  private static let copyLasts: Int64 = 60 * 60

  /// Removes the copies that an earlier process left in the folder in which the system takes them, because it died before
  /// its answer. What cannot be removed now is removed by the next start.
  ///
  /// Dies in it: the rest is left.
  public func removeCopies(in folder: String, now: FileTime = ScanClock.system.now()) {
    do throws(DiskError) {
      let folder = try Folder.open(folder, disk: container.disk)
      for (name, kind) in try folder.entries() where kind == .file {
        guard name.description.hasSuffix(Self.copySuffix),
          try folder.status(name).changed.seconds < now.seconds - Self.copyLasts
        else { continue }
        try folder.removeFile(name)
      }
    } catch {
      Log.provider.error("Copies that an earlier process left stay until the next start:", error)
    }
  }

  /// Where a document is at this moment, absolute, for whoever only reads it and can bear it to be another one
  /// the moment after.
  public func locate(_ id: ItemID) throws(ProviderError) -> (item: Item, path: String) {
    let (item, path) = try requirePlaced(id)
    return (item, container.path(of: path))
  }
}
