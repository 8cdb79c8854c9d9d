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

  /// Drops values, such as addresses, on an element; without a name on the first that takes them.
  ///
  /// - Returns: whether it took them.
  @discardableResult
  public func drop(_ values: [Any], on name: String? = nil) throws(HarnessError) -> Bool {
    let nodes = front.everything.filter { $0.actions.drop != nil && (name.map($0.contains) ?? true) }
    guard let drop = nodes.last?.actions.drop else {
      throw .notFound(name ?? "place to drop on", shown: text)
    }
    defer { refresh() }
    return drop(values)
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
