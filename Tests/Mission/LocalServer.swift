import Dispatch
import Foundation
import Network

/// A web server of a test, on this machine only. The simulator shares the network of the Mac, so Safari in it asks here.
final class LocalServer {
  /// What it has under a path.
  struct Resource: Sendable {
    let type: String
    let body: Data
    /// Signalled each time it is asked for.
    fileprivate let asked = DispatchSemaphore(value: 0)

    static func page(heading: String) -> Resource {
      Resource(
        type: "text/html; charset=utf-8",
        body: Data("<!doctype html><title>\(heading)</title><h1>\(heading)</h1><p>A page to keep.</p>".utf8))
    }

    static func pdf(_ text: String) -> Resource {
      Resource(type: "application/pdf", body: KnownDocument.pdf(saying: text))
    }
  }

  private let resources: [String: Resource]
  private let listener: NWListener
  private let port: UInt16

  /// Starts it, on a port that is free.
  ///
  /// - Throws: an error of the network, or a failure if it is not ready after ten seconds.
  init(_ resources: [String: Resource]) throws {
    let parameters = NWParameters.tcp
    parameters.requiredLocalEndpoint = .hostPort(host: .ipv4(.loopback), port: .any)
    let listener = try NWListener(using: parameters)
    let ready = DispatchSemaphore(value: 0)
    listener.stateUpdateHandler = { state in
      if case .ready = state { ready.signal() }
    }
    let queue = DispatchQueue(label: "LocalServer")
    listener.newConnectionHandler = { connection in
      connection.start(queue: queue)
      Self.read(connection, resources)
    }
    listener.start(queue: queue)
    guard ready.wait(timeout: .now() + 10) == .success, let port = listener.port else {
      throw Leg.Failure("The local server doesn’t start.")
    }
    (self.resources, self.listener, self.port) = (resources, listener, port.rawValue)
  }

  func address(_ path: String) -> URL {
    var parts = URLComponents()
    (parts.scheme, parts.host, parts.port, parts.path) = ("http", "127.0.0.1", Int(port), path)
    // These parts are one.
    return parts.url ?? URL(filePath: path)
  }

  /// Waits until it is asked for a path, unless it was before, and answers whether it was.
  func waitUntilAsked(for path: String, seconds: Double) -> Bool {
    guard let asked = resources[path]?.asked, asked.wait(timeout: .now() + seconds) == .success else {
      return false
    }
    asked.signal()
    return true
  }

  func stop() { listener.cancel() }

  /// Reads the head of a request and answers it. One request a connection, which closes then.
  private static func read(
    _ connection: NWConnection, _ resources: [String: Resource], _ begun: Data = Data()
  ) {
    connection.receive(minimumIncompleteLength: 1, maximumLength: 65_536) { data, _, isComplete, error in
      let head = begun + (data ?? Data())
      guard head.range(of: Data("\r\n\r\n".utf8)) != nil else {
        if isComplete || error != nil { return connection.cancel() }
        return read(connection, resources, head)
      }
      // "GET /path HTTP/1.1", and nothing that is not text.
      let words = String(decoding: head, as: UTF8.self).split(separator: " ", maxSplits: 2)
      let found = words.count > 1 ? resources[String(words[1])] : nil
      connection.send(
        content: answer(found, isHead: words.first == "HEAD"),
        completion: .contentProcessed { _ in connection.cancel() })
      found?.asked.signal()
    }
  }

  private static func answer(_ resource: Resource?, isHead: Bool) -> Data {
    let body = resource?.body ?? Data("Not found".utf8)
    let lines = [
      resource == nil ? "HTTP/1.1 404 Not Found" : "HTTP/1.1 200 OK",
      "Content-Type: \(resource?.type ?? "text/plain")", "Content-Length: \(body.count)", "Connection: close",
    ]
    return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (isHead ? Data() : body)
  }
}
