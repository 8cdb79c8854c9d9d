import FileProvider
import Foundation
import UniformTypeIdentifiers

/// All properties of an item, encoded for another process.
package struct ItemSnapshot: Codable, Equatable, Sendable {
  package enum Kind: String, Codable, Sendable {
    case file, folder, link
  }

  package var identifier: String
  package var parent: String
  package var name: String
  package var kind: Kind
  package var version: Version?
  package var size: Int64?
  package var created: Date?
  package var modified: Date?
  package var lastUsed: Date?
  package var tags: Data?
  package var favourite: Int64?
  package var attributes: [String: Data] = [:]
  package var flags: UInt?
  package var capabilities: UInt?
  package var target: String?

  package struct Version: Codable, Equatable, Sendable {
    package var content: Data
    package var metadata: Data

    package init(content: Data, metadata: Data) {
      self.content = content
      self.metadata = metadata
    }

    /// What the system names as the base of an edit of an item that no provider has given a version.
    ///
    /// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemversion/beforefirstsynccomponent>
    static let beforeFirstSync = Version(
      content: NSFileProviderItemVersion.beforeFirstSyncComponent,
      metadata: NSFileProviderItemVersion.beforeFirstSyncComponent)

    /// The end of the version of the contents, which is what differs.
    var brief: String { content.suffix(3).map { String(format: "%02x", $0) }.joined() }

    var system: NSFileProviderItemVersion {
      NSFileProviderItemVersion(contentVersion: content, metadataVersion: metadata)
    }
  }

  package init(identifier: String, parent: String, name: String, kind: Kind) {
    self.identifier = identifier
    self.parent = parent
    self.name = name
    self.kind = kind
  }

  init(_ item: any NSFileProviderItemProtocol) {
    identifier = item.itemIdentifier.rawValue
    parent = item.parentItemIdentifier.rawValue
    name = item.filename
    let type = item.contentType ?? .data
    kind = type.conforms(to: .symbolicLink) ? .link : type.conforms(to: .directory) ? .folder : .file
    version = item.itemVersion.map { Version(content: $0.contentVersion, metadata: $0.metadataVersion) }
    size = (item.documentSize ?? nil)?.int64Value
    created = item.creationDate ?? nil
    modified = item.contentModificationDate ?? nil
    lastUsed = item.lastUsedDate ?? nil
    tags = item.tagData ?? nil
    favourite = (item.favoriteRank ?? nil)?.int64Value
    attributes = item.extendedAttributes ?? [:]
    flags = item.fileSystemFlags?.rawValue
    capabilities = item.capabilities?.rawValue
    target = item.symlinkTargetPath ?? nil
  }

  /// The item in a few words, with its tags and attributes.
  package var brief: String {
    let notes = attributes.map { "\($0)=\(String(decoding: $1, as: UTF8.self))" }.sorted()
    let labels =
      (target.map { ["to \($0)"] } ?? []) + (tags.map { ["tags of \($0.count) bytes"] } ?? []) + notes
    let place = "“\(name)” \(Self.brief(identifier)) in \(Self.brief(parent))"
    return labels.isEmpty ? place : place + " (" + labels.joined(separator: ", ") + ")"
  }

  /// The end of an identifier, which is what differs.
  static func brief(_ identifier: String) -> String {
    switch identifier {
    case root: "root"
    case trash: "trash"
    default: "#" + (identifier.drop { $0 != "-" }.isEmpty ? String(identifier.suffix(4)) : "new")
    }
  }

  package static let root = NSFileProviderItemIdentifier.rootContainer.rawValue
  static let trash = NSFileProviderItemIdentifier.trashContainer.rawValue

  var isExecutable: Bool {
    flags.map { NSFileProviderFileSystemFlags(rawValue: $0).contains(.userExecutable) } ?? false
  }
}

/// The requested state of an item: the template of a call.
final class RequestedItem: NSObject, NSFileProviderItemProtocol {
  private let facts: ItemSnapshot

  init(_ facts: ItemSnapshot) {
    self.facts = facts
  }

  var itemIdentifier: NSFileProviderItemIdentifier { NSFileProviderItemIdentifier(facts.identifier) }
  var parentItemIdentifier: NSFileProviderItemIdentifier { NSFileProviderItemIdentifier(facts.parent) }
  var filename: String { facts.name }
  var contentType: UTType {
    switch facts.kind {
    case .folder: .folder
    case .link: .symbolicLink
    case .file: UTType(filenameExtension: (facts.name as NSString).pathExtension) ?? .data
    }
  }
  var itemVersion: NSFileProviderItemVersion { (facts.version ?? .beforeFirstSync).system }
  var fileSystemFlags: NSFileProviderFileSystemFlags {
    NSFileProviderFileSystemFlags(rawValue: facts.flags ?? 0)
  }
  var documentSize: NSNumber? { facts.size.map { NSNumber(value: $0) } }
  var creationDate: Date? { facts.created }
  var contentModificationDate: Date? { facts.modified }
  var lastUsedDate: Date? { facts.lastUsed }
  var tagData: Data? { facts.tags }
  var favoriteRank: NSNumber? { facts.favourite.map { NSNumber(value: $0) } }
  var extendedAttributes: [String: Data] { facts.attributes }
  var symlinkTargetPath: String? { facts.target }
}
