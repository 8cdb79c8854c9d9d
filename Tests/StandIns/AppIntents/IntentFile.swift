import AppleFoundation
import Foundation
import UniformTypeIdentifiers

public struct IntentFile: Sendable {
  /// Where it is; nil when it is bytes only.
  public let fileURL: URL?
  public let filename: String
  public let type: UTType?
  private let bytes: Data?

  public init(fileURL: URL, filename: String? = nil, type: UTType? = nil) {
    self.fileURL = fileURL
    self.filename = filename ?? fileURL.lastPathComponent
    self.type = type
    bytes = nil
  }

  /// Its bytes, all of them in memory.
  public var data: Data {
    // A file that cannot be read has none; Apple says nothing of it.
    bytes ?? fileURL.flatMap { try? Data(contentsOf: $0) } ?? Data()
  }
}
