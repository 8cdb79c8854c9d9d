extension Catalogue {
  /// Notes what a call is about to publish, on the medium when this returns.
  ///
  /// - Parameters:
  ///   - key: the item's identifier, or the template that an item is made from.
  ///   - file: the staged file.
  ///   - status: what it is like, when nothing will be done to it any more before it is published.
  ///   - parent: the folder that it is to be published in.
  ///   - name: the name that it is to bear.
  @discardableResult
  public func recordIntent(
    _ key: String, file: FileID, status: FileStatus, in parent: ItemID, as name: FileName
  ) throws(CatalogueError) -> Intent {
    try write(syncs: true) { store throws(CatalogueError) in
      try store.record(key, parent, name, file, status)
    }
  }

  /// What calls with this key were about to publish, the newest first.
  public func intents(for key: String) throws(CatalogueError) -> [Intent] {
    try read { store throws(CatalogueError) in try store.intents(of: key) }
  }

  /// The newest intent with this key: the call that noted an older one must not publish any more.
  public func newestIntent(for key: String) throws(CatalogueError) -> Intent? {
    try read { store throws(CatalogueError) in try store.intents(of: key, limit: 1).first }
  }

  /// The intent by which a file was published, wherever it is now.
  public func intent(withFile file: FileID) throws(CatalogueError) -> Intent? {
    try read { store throws(CatalogueError) in try store.intent(of: file) }
  }

  /// Forgets what was intended before an intent, which has come true.
  public func forgetIntents(before intent: Intent) throws(CatalogueError) {
    try write(syncs: false) { store throws(CatalogueError) in try store.forgetIntents(before: intent) }
  }
}
