import Shared

extension NavigationModel {
  /// With what something could not be done, and why.
  struct Failure: Sendable {
    var path: DocumentPath
    /// Where it was to be moved; nil if something else was to be done.
    var folder: DocumentPath?
    var error: DiskError

    /// Whether a folder was to be moved into itself, or into a folder inside it. The disk only says that it cannot.
    var isIntoItself: Bool {
      error.code == .unsupported && folder?.names.starts(with: path.names) == true
    }
  }
}
