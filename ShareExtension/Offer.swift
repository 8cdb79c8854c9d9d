import Foundation
import Shared
import UniformTypeIdentifiers

/// What one attachment of a share offers: the types it can be had as, in the sender's order of
/// preference, and a name.
struct Offer: Hashable {
  var types: [String]
  var suggestedName: String?
  /// The title of the item that the attachment belongs to.
  var title: String?

  /// What to ask the sender for, and what to make of it.
  enum Plan: Hashable {
    /// The bytes of a file or folder, under this name.
    case file(type: String, name: DocumentName)
    /// A file that is only named by its address.
    case fileURL
    /// A web address, kept as a document that opens it.
    case link(title: String?)
    /// Text, kept as a document.
    case text(title: String?)
  }

  /// The one decision: the original before anything made from it, a file before an address of it, and an
  /// address before the words that describe it. Nil when nothing offered can become a document.
  var plan: Plan? {
    let known = types.compactMap { identifier in UTType(identifier).map { (identifier, $0) } }
    if let (identifier, type) = known.first(where: { isDocument($0.1) }) {
      return .file(type: identifier, name: name(for: type))
    }
    if known.contains(where: { $0.1.conforms(to: .fileURL) }) { return .fileURL }
    if known.contains(where: { $0.1.conforms(to: .url) }) { return .link(title: title ?? suggestedName) }
    if known.contains(where: { $0.1.conforms(to: .text) }) { return .text(title: suggestedName ?? title) }
    return nil
  }

  private func isDocument(_ type: UTType) -> Bool {
    if type.conforms(to: .url) { return false }
    // Text that has a name is a file; text without one is what somebody selected.
    if type.conforms(to: .plainText), suggestedName == nil { return false }
    return type.conforms(to: .data) || type.conforms(to: .directory)
  }

  private func name(for type: UTType) -> DocumentName {
    let name = suggestedName ?? title ?? ""
    guard !type.conforms(to: .directory), let ending = type.preferredFilenameExtension,
      !Self.hasExtension(name, of: type)
    else { return DocumentName(name) }
    return DocumentName((name.isEmpty ? DocumentName("").text : name) + "." + ending)
  }

  /// Whether a name already ends in an extension of that type, or of one that is as good.
  private static func hasExtension(_ name: String, of type: UTType) -> Bool {
    let ending = (name as NSString).pathExtension
    guard !ending.isEmpty, let own = UTType(filenameExtension: ending) else { return false }
    return !own.isDynamic || type.identifier == UTType.data.identifier
  }
}
