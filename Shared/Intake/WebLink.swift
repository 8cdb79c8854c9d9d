import Foundation
import IntrayCore
import UIKit
import UniformTypeIdentifiers

/// A web address as a document: the property list that Safari writes and opens, `.webloc`.
public enum WebLink {
  /// No address in wide use is longer. In bytes of the file.
  public static let longest = 16 << 10

  /// The address in a saved link; nil when it holds none.
  public static func url(in contents: Data) -> URL? {
    PropertyList.decode(Saved.self, from: contents).flatMap { URL(string: $0.URL) }
  }

  /// A saved link. The name is the format's.
  private struct Saved: Decodable { let URL: String }

  static func contents(of url: URL) -> Data {
    // Such a list can always be written.
    (try? PropertyListSerialization.data(
      fromPropertyList: ["URL": url.absoluteString], format: .xml, options: 0)) ?? Data()
  }

  /// An address as senders hand it over: an object, text, or the bytes of one of them. Without a scheme it is none.
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

  /// Whether a sender hands over an address without a letter: some add one to each file.
  static func isEmpty(_ item: (any NSSecureCoding)?) -> Bool {
    switch item {
    case let url as NSURL: (url as URL).absoluteString.isEmpty
    case let data as NSData: data.length == 0
    case let text as NSString: text.length == 0
    default: false
    }
  }

  /// The address that a text is, when it is a single one of the web and nothing else.
  static func webAddress(_ text: String) -> URL? {
    guard let url = address(text), ["http", "https"].contains(url.scheme?.lowercased()),
      url.host()?.isEmpty == false,
      !text.trimmingCharacters(in: .whitespacesAndNewlines).contains(where: \.isWhitespace)
    else { return nil }
    return url
  }

  /// Whether an address is plainly that of a file: the file is called what the address ends in, or both were offered as one
  /// thing. In that case, the address of a picture must also end as one does: else it is that of a page.
  static func isAddress(_ url: URL, of naming: Naming, isOneThing: Bool, knownAs names: [String]) -> Bool {
    let last = url.lastPathComponent
    if isOneThing, !naming.isPicture || Naming.isPicture(last) { return true }
    let stem = Naming.letters((last as NSString).deletingPathExtension)
    return !stem.isEmpty
      && names.contains { name in
        Naming.letters(name) == stem || Naming.letters((name as NSString).deletingPathExtension) == stem
      }
  }

  /// An archive of the object, else the property list in which it is written without one (address, base, properties), else
  /// what the system reads as an address, else text.
  private static func address(in data: Data) -> URL? {
    if PropertyList.isList(data) {
      if let archive = PropertyList.decode(KeyedArchive.self, from: data) {
        return Wrapping.archivedAddress(archive)
      }
      return PropertyList.decode(WrittenAddress.self, from: data)?.url
    }
    if let url = try? NSURL.object(withItemProviderData: data, typeIdentifier: UTType.url.identifier),
      url.scheme?.isEmpty == false
    {
      return url as URL
    }
    return URL(dataRepresentation: data, relativeTo: nil)
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

  /// The title, else what the address says: the last part of its path that is a word, and the host; else what it names.
  static func name(of url: URL, title: String?) -> DocumentName {
    let title = title.map(Words.stem) ?? ""
    let host = host(of: url) ?? Words.stem(url.lastPathComponent)
    let said = telling(url).map { "\($0) – \(host)" } ?? host
    return DocumentName((title.isEmpty ? said.isEmpty ? url.scheme ?? "" : said : title) + ".webloc")
  }

  /// Whether two addresses lead to the same place by their letters alone: the case of scheme and host, a port that is the
  /// scheme's own, an empty path and the slash at the end of one are not significant (RFC 3986, 6.2; the last by what
  /// senders do).
  static func isSame(_ one: URL, _ other: URL) -> Bool { key(of: one) == key(of: other) }

  private static func key(of url: URL) -> String {
    guard var parts = URLComponents(url: url.absoluteURL, resolvingAgainstBaseURL: true) else {
      return url.absoluteString
    }
    (parts.scheme, parts.host) = (parts.scheme?.lowercased(), parts.host?.lowercased())
    if parts.port == ["http": 80, "https": 443][parts.scheme ?? ""] { parts.port = nil }
    if parts.path.hasSuffix("/") { parts.path.removeLast() }
    return parts.string ?? url.absoluteString
  }

  /// The host in its own script, and without `www.`. One whose letters could be taken for others stays as the network
  /// writes it.
  static func host(of url: URL) -> String? {
    guard let plain = url.host(), !plain.isEmpty else { return nil }
    let decoded = URLComponents(url: url, resolvingAgainstBaseURL: true)?.host ?? plain
    let host = decoded.split(separator: ".").allSatisfy { !deceives($0) } ? decoded : plain
    return host.lowercased().hasPrefix("www.") ? String(host.dropFirst(4)) : host
  }

  /// Whether a part of a host mixes scripts, or is written in letters of another script that look like Latin ones:
  /// <https://chromium.googlesource.com/chromium/src/+/main/docs/idn.md>. Japanese and Korean are written in several.
  private static func deceives(_ label: Substring) -> Bool {
    if label.utf8.allSatisfy({ $0 < 0x80 }) { return false }
    let letters = label.filter(\.isLetter)
    if letters.wholeMatch(of: /[асԁеһіјӏорԛѕԝхуъЬҽпгѵѡαικνορυ]+/) != nil { return true }
    return ![
      /\p{Script=Latin}*/, /\p{Script=Cyrillic}*/, /\p{Script=Greek}*/, /\p{Script=Arabic}*/,
      /\p{Script=Hebrew}*/,
      /[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]*/,
      // Others look like no Latin letter; alone they are safe.
      /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]*/,
    ].contains { letters.wholeMatch(of: $0) != nil }
  }

  /// The last part of the path that says something: a word, and neither a number, nor a key, nor what every page is called.
  static func telling(_ url: URL) -> String? {
    for part in url.pathComponents.reversed() where part != "/" {
      let (stem, ending) = ((part as NSString).deletingPathExtension, (part as NSString).pathExtension)
      let name = Self.pages.contains(ending.lowercased()) ? stem : part
      let words = name.split { !$0.isLetter && !$0.isNumber && $0 != "'" }
      let digits = name.count(where: \.isNumber)
      let isWord = words.contains { word in
        word.count > 2 && word.allSatisfy(\.isLetter)
          && (word.dropFirst().allSatisfy { !$0.isUppercase } || word.allSatisfy { !$0.isLowercase })
      }
      if isWord, digits * 2 <= name.count, !Self.everywhere.contains(stem.lowercased()) {
        let said = Words.stem(name)
        return said.isEmpty ? nil : said
      }
    }
    return nil
  }

  /// How pages end.
  private static let pages: Set = [
    "htm", "html", "xhtml", "shtml", "php", "asp", "aspx", "jsp", "amp", "cgi",
  ]
  /// What pages of every site are called.
  private static let everywhere: Set = [
    "about", "app", "apps", "article", "articles", "blog", "default", "edit", "en", "file", "files", "home",
    "index", "item", "link", "main", "news", "open", "page", "pages", "post", "posts", "reel", "share",
    "short",
    "shorts", "status", "story", "video", "videos", "view", "watch", "web",
  ]

  /// Whether a page is a film, a song or a post, so that a picture beside its address is only its preview: by the services
  /// of which the corpus has shares.
  static func isPost(_ url: URL) -> Bool {
    !services.isDisjoint(with: (url.host() ?? "").lowercased().split(separator: ".").map(String.init))
  }
  private static let services: Set = [
    "bsky", "dailymotion", "facebook", "instagram", "linkedin", "mastodon", "music", "pinterest", "podcasts",
    "reddit", "soundcloud", "spotify", "threads", "tiktok", "tumblr", "twitch", "twitter", "vimeo", "x",
    "youtu", "youtube",
  ]

  /// The bytes in an address that holds them, and their type: RFC 2397.
  static func contents(in url: URL) -> (data: Data, type: UTType)? {
    guard url.scheme?.lowercased() == "data" else { return nil }
    let parts = url.absoluteString.dropFirst("data:".count).split(
      separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let fields = parts[0].split(separator: ";", omittingEmptySubsequences: false)
    let body = String(parts[1]).removingPercentEncoding ?? String(parts[1])
    let data =
      fields.last?.lowercased() == "base64"
      ? Data(base64Encoded: body, options: .ignoreUnknownCharacters) : Data(body.utf8)
    let type = fields.first.flatMap { $0.isEmpty ? .plainText : UTType(mimeType: String($0)) }
    return data.map { ($0, type ?? .data) }
  }
}

/// An address as it is written without an archive: the text, or a list of address, base and properties.
struct WrittenAddress: Decodable {
  private let text: String
  private let base: String?

  init(from decoder: any Decoder) throws {
    // What is no list may be a text.
    guard var list = try? decoder.unkeyedContainer() else {
      (text, base) = (try decoder.singleValueContainer().decode(String.self), nil)
      return
    }
    text = try list.decode(String.self)
    // Without a base there is nothing, or something else.
    base = try? list.decode(String.self)
  }

  var url: URL? { URL(string: text, relativeTo: base.flatMap { URL(string: $0) })?.absoluteURL }
}
