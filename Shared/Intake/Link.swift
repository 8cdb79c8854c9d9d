import Foundation
import Shared
import UIKit
import UniformTypeIdentifiers

/// A web address as a document: the property list that Safari writes and opens, `.webloc`.
enum Link {
  static func contents(of url: URL) throws -> Data {
    try PropertyListSerialization.data(
      fromPropertyList: ["URL": url.absoluteString], format: .xml, options: 0)
  }

  /// An address as senders hand it over: an object, its text, the bytes of its text, or the bytes of the object. Without
  /// a scheme it leads nowhere, and is none.
  static func address(of item: (any NSSecureCoding)?) -> URL? {
    let url: URL? =
      switch item {
      case let url as NSURL: url as URL
      case let data as NSData: address(in: data as Data)
      case let text as NSString: address((text as String))
      default: nil
      }
    return url.flatMap { $0.scheme?.isEmpty == false ? $0 : nil }
  }

  /// The address that a text is, when it is a single one of the web and nothing else.
  static func webAddress(_ text: String) -> URL? {
    guard let url = address(text), ["http", "https"].contains(url.scheme?.lowercased()),
      url.host()?.isEmpty == false,
      !text.trimmingCharacters(in: .whitespacesAndNewlines).contains(where: \.isWhitespace)
    else { return nil }
    return url
  }

  /// Whether an address is plainly that of a file: both were offered as one thing, or the file is called what the address
  /// ends in.
  ///
  /// A page that was offered with a picture as one thing is not the picture's address, unless it ends as one does.
  static func isAddress(_ url: URL, of naming: Naming, isOneThing: Bool, knownAs names: [String]) -> Bool {
    let last = url.lastPathComponent
    if isOneThing, !naming.isPicture || Naming.isPicture(last) { return true }
    let stem = Naming.letters((last as NSString).deletingPathExtension)
    return !stem.isEmpty
      && names.contains { name in
        Naming.letters(name) == stem || Naming.letters((name as NSString).deletingPathExtension) == stem
      }
  }

  /// What the system reads as an address, an archive of the object, the property list in which it is written without one
  /// (address, base, properties), or text.
  private static func address(in data: Data) -> URL? {
    // What the system cannot read, what is no archive, or no list, is tried as the next.
    if let url = try? NSURL.object(withItemProviderData: data, typeIdentifier: UTType.url.identifier),
      url.scheme?.isEmpty == false
    {
      return url as URL
    }
    if let url = try? NSKeyedUnarchiver.unarchivedObject(ofClass: NSURL.self, from: data) {
      return url as URL
    }
    guard let list = try? PropertyListSerialization.propertyList(from: data, format: nil) else {
      return URL(dataRepresentation: data, relativeTo: nil)
    }
    let parts = (list as? [Any])?.compactMap { $0 as? String } ?? [list as? String ?? ""]
    let base = parts.count > 1 ? URL(string: parts[1]) : nil
    return parts.first.flatMap { URL(string: $0, relativeTo: base) }?.absoluteURL
  }

  /// In brackets, or with the full stop of a sentence behind it, it is one, too.
  private static func address(_ text: String) -> URL? {
    var text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    for (opening, closing) in [("<", ">"), ("(", ")"), ("[", "]")]
    where text.hasPrefix(opening) && text.hasSuffix(closing) {
      text = String(text.dropFirst().dropLast())
    }
    if text.contains("://"), text.hasSuffix(".") || text.hasSuffix(",") { text.removeLast() }
    return URL(string: text)
  }

  /// The title, else the host, else what the address names.
  static func name(of url: URL, title: String?) -> DocumentName {
    let title = title.map(Words.stem) ?? ""
    let host = url.host() ?? Words.stem(url.lastPathComponent)
    return DocumentName((title.isEmpty ? host.isEmpty ? url.scheme ?? "" : host : title) + ".webloc")
  }
}
