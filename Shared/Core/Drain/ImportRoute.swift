import Foundation

/// The import route of something that the user opened, picked or dropped.
///
/// It depends on the paths alone. The caller opens the file and checks it: see ``Drain/open(_:isCancelled:_:)``.
public enum ImportRoute: Hashable, Sendable {
  /// The system left a copy in the app's Documents/Inbox under this name: it is moved at once.
  case inbox(FileName)
  /// Finder dropped it into the app's Documents under this name: it is moved at once.
  case finder(FileName)
  /// An original outside our folders: it is copied, and never moved.
  case original
  /// It lies in a folder that a drain empties, or in a folder that is imported as a whole.
  case underWay
  /// It already is one of the app's documents.
  case ours
  /// It cannot be imported.
  case refused(DrainOutcome.Refusal)

  /// Decides on a URL.
  ///
  /// - Parameters:
  ///   - sandbox: the app's own folders; nil in a process that does not reach them.
  ///   - container: the App Group's container.
  ///   - isOwnItem: whether the system has an item of ours at this URL (`identifierForUserVisibleFile(at:)`). It does
  ///     not count for a copy in our own folders.
  public init(of url: URL, sandbox: Sandbox?, container: Container, isOwnItem: Bool) {
    let place = PathNames(url.path(percentEncoded: false))
    let inSandbox = sandbox.map { PathNames($0.documentsPath) }
    if !url.isFileURL {
      self = .refused(.notAFile)
    } else if let names = inSandbox.flatMap(place.names(below:)) {
      self =
        switch (names.count, names.first == Sandbox.inbox.description, names.last) {
        case (1, false, let name?): .finder(FileName(name))
        case (2, true, let name?): .inbox(FileName(name))
        default: .underWay
        }
    } else if let names = place.names(below: PathNames(container.path)) {
      self =
        switch names.first.flatMap(Container.Directory.init) {
        case .documents?, .trash?: .ours
        case .inbox?, .staging?, .displaced?: .underWay
        case nil: .refused(.holdsOwnFolder)
        }
    } else if [inSandbox, PathNames(container.path)].contains(where: { $0?.names(below: place) != nil }) {
      self = .refused(.holdsOwnFolder)
    } else {
      self = isOwnItem ? .ours : .original
    }
  }
}
