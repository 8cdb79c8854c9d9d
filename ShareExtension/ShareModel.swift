import Observation

/// What the sheet shows.
@MainActor
@Observable
final class ShareModel {
  /// How many attachments are saved, and of how many.
  private(set) var saved = 0
  private(set) var total = 0
  /// Why nothing was saved.
  private(set) var error: ShareError?

  /// Saves a share.
  ///
  /// - Returns: whether everything is saved.
  func save(_ share: Share) async -> Bool {
    do throws(ShareError) {
      try await share.save { saved, total in
        self.saved = saved
        self.total = total
      }
      return true
    } catch {
      self.error = error
      return false
    }
  }
}
