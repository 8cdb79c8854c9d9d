import Foundation
import IntrayCore

/// The documents of a parcel beside the documents that were expected.
public struct Comparison {
  /// A sentence for each thing that is not as expected; none when all is.
  public let differences: [String]

  /// - Parameter parcels: the folders that the documents are in, as they were published.
  public init(_ expected: [RecordedShare.Expected], in parcels: [String]) throws {
    var paths: [String: String] = [:]
    for parcel in parcels {
      for name in try FileManager.default.contentsOfDirectory(atPath: parcel) {
        paths[name] = parcel + "/" + name
      }
    }
    var differences: [String] = []
    for document in expected {
      guard let path = paths.removeValue(forKey: document.name) else {
        differences.append("- “\(document.name)” is missing")
        continue
      }
      differences += try Self.compare(document, path)
    }
    differences += try paths.sorted { $0.key < $1.key }
      .map { "+ “\($0.key)” is not expected (sha256 \(try SHA256.digest(ofItemAt: $0.value)))" }
    self.differences = differences
  }

  private static func compare(
    _ document: RecordedShare.Expected, _ path: String
  ) throws -> [String] {
    var differences: [String] = []
    func note(_ what: String, _ found: String, _ expected: String?) {
      guard let expected, found != expected else { return }
      differences.append("! “\(document.name)”: \(what) is \(found), expected was \(expected)")
    }
    if document.sha256 != nil {
      note("sha256", try SHA256.digest(ofItemAt: path), document.sha256?.lowercased())
    }
    if let text = document.text {
      note(
        "the text", String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self), text)
    }
    if let expected = document.whereFrom {
      note("where it came from", "\(try whereFrom(path))", "\(expected)")
    }
    note("the comment", try comment(path) ?? "none", document.comment)
    if document.link != nil {
      let list = try PropertyListSerialization.propertyList(
        from: Data(contentsOf: URL(fileURLWithPath: path)), format: nil)
      note("the link", (list as? [String: String])?["URL"] ?? "none", document.link)
    }
    return differences
  }

  static func whereFrom(_ path: String) throws -> [String] {
    try attribute(Provenance.attribute, of: path).map(Provenance.decode) ?? []
  }

  static func comment(_ path: String) throws -> String? {
    guard let value = try attribute(Provenance.commentAttribute, of: path) else { return nil }
    return try PropertyListSerialization.propertyList(from: Data(value), format: nil) as? String
  }

  private static func attribute(_ attribute: String, of path: String) throws -> [UInt8]? {
    let (folder, name) = try Folder.openParent(of: path, disk: .system)
    // Only of files: the recordings name no source of a folder.
    guard try folder[name].status().kind == .file else { return nil }
    return try folder[name].open(.file).attribute(attribute)
  }
}
