import Foundation

/// The import route of something that the user opened, picked or dropped.
///
/// A pure decision: it depends on the paths alone, and touches no disk. The caller opens what it names, and checks that
/// before acting: see ``Drain/open(_:isOwnItem:isCancelled:progress:_:)``.
public enum ImportRoute: Hashable, Sendable {
  /// A copy of ours that the system left in the app's Documents/Inbox under this name: it is moved at once,
  /// and a parcel is dissolved into its documents.
  case inbox(FileName)
  /// Finder dropped it into the app's Documents under this name: it is moved at once.
  case finder(FileName)
  /// An original outside our folders: it is copied, and never moved.
  case original
  /// It lies in a room that is drained anyway, or in a folder that comes in as a whole.
  case underWay
  /// It is a document of ours already.
  case ours
  /// It is nothing that can come in.
  case refused(DrainOutcome.Refusal)

  /// Decides on a URL.
  ///
  /// - Parameters:
  ///   - sandbox: the app's own folders; nil in a process that does not reach them.
  ///   - container: the App Group's container.
  ///   - isOwnItem: whether the system has an item of ours at this URL (`identifierForUserVisibleFile(at:)`). It does
  ///     not count for a copy in our own folders.
  public init(of url: URL, sandbox: Sandbox?, container: Container, isOwnItem: Bool) {
    guard url.isFileURL else {
      self = .refused(.notAFile)
      return
    }
    let place = PathNames(url.path(percentEncoded: false))
    let inSandbox = sandbox.map { PathNames($0.documentsPath) }
    if let names = inSandbox.flatMap(place.names(below:)) {
      self = Self.inSandbox(names)
    } else if let names = place.names(below: PathNames(container.path)) {
      self = Self.inContainer(names)
    } else if [inSandbox, PathNames(container.path)].contains(where: { $0?.names(below: place) != nil }) {
      self = .refused(.holdsIntray)
    } else {
      self = isOwnItem ? .ours : .original
    }
  }

  private static func inSandbox(_ names: ArraySlice<String>) -> ImportRoute {
    switch (names.count, names.first == Sandbox.inbox.description, names.last) {
    case (1, false, let name?): .finder(FileName(name))
    case (2, true, let name?): .inbox(FileName(name))
    default: .underWay
    }
  }

  private static func inContainer(_ names: ArraySlice<String>) -> ImportRoute {
    switch names.first.flatMap(Container.Room.init) {
    case .documents?, .trash?: .ours
    case .inbox?, .staging?, .displaced?: .underWay
    case nil: .refused(.holdsIntray)
    }
  }
}
