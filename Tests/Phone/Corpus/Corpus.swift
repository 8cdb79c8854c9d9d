import Foundation

#if canImport(TestSupport)
  import TestSupport
#endif

/// The recorded shares of this repository: one for each way of sharing that is known to go wrong somewhere.
public enum Corpus {
  /// The names of all, sorted.
  public static var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
        .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
    }
  }

  /// The file that one is in.
  public static func file(_ name: String) -> URL { folder.appending(path: name + ".json") }

  private static let folder = repository.appending(
    path: "Tests/Phone/Corpus/Shares", directoryHint: .isDirectory)
}
