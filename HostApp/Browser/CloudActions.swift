import IntrayCore

/// What the user does with documents of iCloud, as far as a window asks or shows something for it.
extension DocumentActions {
  /// Deletes documents of iCloud. If some cannot be recovered, the user must confirm first.
  func deleteFromCloud(_ entries: [DocumentEntry]) {
    // Only a scan of the whole folder could find out whether all of it is on this device.
    if entries.contains(where: { $0.isFolder || $0.cloud?.isCurrent != true }) {
      window.question = .removeFromCloud(entries)
    } else {
      app.cloud.remove(entries)
    }
  }
}

extension CloudModel {
  /// Shows a document in Quick Look; fetches it first, if it has to. The copy is removed at the end; if the app is killed meanwhile, when
  /// it is next opened.
  func open(_ entry: DocumentEntry, in window: WindowModel) {
    copy(entry) { [weak window] copy in
      // Another tap was faster, or the window is gone.
      guard let window, window.preview == nil else { return self.discard(copy) }
      window.preview = PreviewPages([PreviewPage(entry.path, copy)])
    }
  }

  /// Shares a copy of a document; fetches it first, if it has to.
  func share(_ entry: DocumentEntry, in window: WindowModel) {
    copy(entry) { [weak window] copy in
      guard let window else { return self.discard(copy) }
      window.sheet = .share(copy.url, copy)
    }
  }

  private func discard(_ copy: PreviewCopies.PreviewCopy) { Task { await library.release(copy) } }
}
