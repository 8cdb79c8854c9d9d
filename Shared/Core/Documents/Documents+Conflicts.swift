extension Documents {
  /// Notes that the user keeps a conflict copy and the document that it is in conflict with: they are two documents now.
  ///
  /// One call removes the note; a process that dies in it leaves the note or not. See ``change(_:expecting:_:)``.
  public func keepBoth(_ copy: SeenDocument) throws(DiskError) {
    try change(copy.path, expecting: file(of: copy)) { disk, opened throws(DiskError) in
      try disk.removeAttribute(opened, ItemAttribute.conflict)
    }
  }
}
