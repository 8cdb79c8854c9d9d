import AppleFoundation
import Foundation

extension ViewHarness {
  /// Opens the app with an address, as the system does.
  ///
  /// - Returns: whether a view takes addresses.
  @discardableResult
  public func open(_ url: URL) -> Bool {
    update()
    let handlers = openHandlers
    act { for handler in handlers { handler(url) } }
    return !handlers.isEmpty
  }

  /// Picks files in the file picker in front.
  public func pick(_ urls: [URL]) throws(HarnessError) { try pick(.success(urls)) }

  /// Answers the file picker in front.
  public func pick(_ result: Result<[URL], any Error>) throws(HarnessError) {
    guard let pick = front.actions.pick else { throw .notFound("file picker", shown: text) }
    act { pick(result) }
  }

  /// Drops items on an element, or without a name beside all.
  ///
  /// - Parameter isLocal: whether the drag began in this app.
  /// - Returns: whether a view took them.
  @discardableResult
  public func drop(
    _ providers: [NSItemProvider], on name: String? = nil, isLocal: Bool = false
  ) throws(HarnessError) -> Bool {
    update()
    if let name, dropPlace(name) == nil { throw .notFound(name, shown: text) }
    return dropOnViews(providers, on: name, isLocal: isLocal)
  }

  /// The user shares something; the harness only remembers what.
  func share(_ items: [Any]) { shared.append(items) }

  /// What is dragged from an element.
  public func drag(_ name: String) throws(HarnessError) -> Any {
    let nodes = front.everything.filter { $0.contains(name: name) }
    guard let drag = nodes.lazy.compactMap(\.actions.drag).first else {
      throw .cannot(name, what: "be dragged")
    }
    return drag()
  }
}
