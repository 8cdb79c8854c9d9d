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
    return url.flatMap { $0.scheme?.isEmpty == false ? living($0) : nil }
  }

  /// The address that others can open: of a page that a browser shows in a reader of its own, that of the page; nil of one
  /// that only the page knows that made it (`blob:`), or that leads nowhere.
  ///
  /// Firefox: `http://localhost:6571/reader-mode/page?url=…`, `internal://local/reader-mode?url=…`, `about:reader?url=…`;
  /// Chrome: `chrome-distiller://…?url=…`.
  static func living(_ url: URL) -> URL? {
    let scheme = url.scheme?.lowercased() ?? ""
    let isInner = ["about", "blob", "internal", "chrome-distiller"].contains(scheme)
    guard isInner || ["localhost", "127.0.0.1"].contains(url.host()?.lowercased()) else { return url }
    let page = values(of: url).first { $0.name == "url" }.flatMap { webAddress($0.value) }
    return page ?? (isInner ? nil : url)
  }

  /// Whether a text is nothing but an address that leads nowhere.
  static func isDead(_ text: String) -> Bool {
    address(text).map { living($0) == nil } == true && !text.contains(where: \.isWhitespace)
  }

  /// The values behind the question mark.
  private static func values(of url: URL) -> [(name: String, value: String)] {
    let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
    return items.compactMap { item in item.value.map { (item.name.lowercased(), $0) } }
  }

  /// Whether a sender hands over an address that says nothing: some add an empty one to each file.
  static func isEmpty(_ item: (any NSSecureCoding)?) -> Bool {
    switch item {
    case let url as NSURL: (url as URL).absoluteString.isEmpty || living(url as URL) == nil
    case let data as NSData: data.length == 0
    case let text as NSString: text.length == 0 || isDead(text as String)
    default: false
    }
  }

  /// The address that a text is, when it is a single one of the web and nothing else.
  static func webAddress(_ text: String) -> URL? {
    guard let url = address(text).flatMap(living), ["http", "https"].contains(url.scheme?.lowercased()),
      url.host()?.isEmpty == false,
      !text.trimmingCharacters(in: .whitespacesAndNewlines).contains(where: \.isWhitespace)
    else { return nil }
    return url
  }

  /// The one web address that a text is, and behind it a line that may advertise the sender.
  static func lone(in text: String) -> (url: URL, rest: String)? {
    if let url = webAddress(text) { return (url, "") }
    guard text.utf8.count <= longest else { return nil }
    let parts = Words.trimmed(text).split(maxSplits: 1, whereSeparator: \.isNewline).map {
      String(Words.trimmed(String($0)))
    }
    guard parts.count == 2, Advertisement.maybe(parts[1]) else { return nil }
    return webAddress(parts[0]).map { ($0, parts[1]) }
  }

  /// The address and the words of a text that is a titled link: one line of words, and its one address at the end or on the
  /// next line, with no word behind it; or as Markdown writes a link. `words` is all of the text that is not the address.
  static func titled(_ text: String) -> (url: URL, title: String, words: String)? {
    guard text.utf8.count <= longest else { return nil }
    let core = Words.trimmed(text)
    if let (_, title, address) = core.wholeMatch(of: markdown)?.output, let url = webAddress(String(address))
    {
      return (url, String(title), String(title))
    }
    let found = core.ranges(of: Words.webAddress)
    guard found.count == 1, let url = webAddress(String(core[found[0]])) else { return nil }
    let title = String(Words.trimmed(String(core[..<found[0].lowerBound])))
    let rest = Words.trimmed(String(core[found[0].upperBound...]))
    guard Words.isTitle(title), !Words.stem(title).isEmpty, !rest.contains(where: \.isNewline),
      !isTelling(String(rest))
    else { return nil }
    return (url, Words.withoutEnds(title), rest.isEmpty ? title : String(core))
  }
  // Compiled once, at its first use, and no code changes it from then on.
  nonisolated(unsafe) private static let markdown = /\[([^\[\]\n]+)\]\((\S+)\)/

  /// Whether an address is plainly that of a file: the file is called what the address ends in, or both are a picture.
  static func isAddress(_ url: URL, of naming: Naming, knownAs names: [String]) -> Bool {
    if naming.isStill, Naming.isPicture(url.lastPathComponent) { return true }
    let stem = stem(of: url)
    return !stem.isEmpty && Naming.stems(of: names).contains(stem)
  }

  /// The letters of what an address ends in.
  static func stem(of url: URL) -> String {
    Naming.letters((url.lastPathComponent as NSString).deletingPathExtension)
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
    guard text.utf8.count <= longest else { return nil }
    var text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    for (opening, closing) in [("<", ">"), ("(", ")"), ("[", "]")]
    where text.hasPrefix(opening) && text.hasSuffix(closing) {
      text = String(text.dropFirst().dropLast())
    }
    if text.contains("://"), text.hasSuffix(".") || text.hasSuffix(",") { text.removeLast() }
    return URL(string: text)
  }

  /// The title, else what the address says.
  static func name(of url: URL, title: String?) -> DocumentName {
    let title = title.map(Words.stem) ?? ""
    return DocumentName((title.isEmpty ? label(of: url) : title) + ".webloc")
  }

  /// What an address says of itself: what is asked for or the last part of its path that says something, and the site; said
  /// once where there is no site.
  static func label(of url: URL) -> String {
    let host = host(of: url)
    // A host without a dot is what an app is to do.
    let isVerb = host?.contains(".") == false && !["http", "https"].contains(url.scheme?.lowercased())
    guard let site = isVerb ? url.scheme : host else {
      let name = asked(url) ?? Words.stem(url.lastPathComponent)
      return name.isEmpty ? url.scheme ?? "" : name
    }
    let said = isVerb ? asked(url) ?? telling(url) ?? host : telling(url) ?? asked(url)
    return said.map { "\($0) – \(site)" } ?? site
  }

  /// What an address asks for: of a map the place (<https://developer.apple.com/library/archive/featuredarticles/iPhoneURLScheme_Reference/MapLinks/MapLinks.html>),
  /// of an app the document. `geo:` has the name in brackets behind the place.
  private static func asked(_ url: URL) -> String? {
    let values = values(of: url)
    for name in ["name", "title", "q", "query", "file"] {
      guard var value = values.first(where: { $0.name == name })?.value else { continue }
      if value.hasSuffix(")"), let open = value.firstIndex(of: "(") {
        value = String(value[value.index(after: open)...].dropLast())
      }
      let said = Words.stem(value.replacing(plus) { $0.output.1 + " " })
      if isTelling(said) { return said }
    }
    return nil
  }

  /// Whether two addresses are of one page: but for `www.`, for http and https, for what only tracks, and for a place in the
  /// page.
  static func isSame(_ one: URL, _ other: URL) -> Bool {
    if one == other { return true }
    let (one, other) = (Key(one), Key(other))
    guard one.page == other.page else { return false }
    // Beside a page itself, a place in it; where it begins like a path, it is another page.
    let mark = one.mark.isEmpty ? other.mark : one.mark
    return one.mark == other.mark
      || (one.mark.isEmpty || other.mark.isEmpty) && !mark.hasPrefix("/") && !mark.hasPrefix("!")
  }

  /// An address as it is compared.
  struct Key {
    /// Equal for two spellings of one page; what stands behind `#` is not in it.
    let page: String
    /// What stands behind `#`: a place in the page, or, where it begins like a path, another page.
    let mark: String
    /// Equal only for what RFC 3986, 6.2, calls equal by the letters, and, by what senders do, without the slash at the end:
    /// the case of scheme and host, a port that is the scheme's own, and an empty path do not count.
    let exact: String

    init(_ url: URL) {
      let (whole, mark) = Self.cut(url.absoluteString[...], at: "#")
      let (address, query) = Self.cut(whole, at: "?")
      let colon = Self.cut(address, at: ":")
      let (scheme, rest) =
        colon.behind.hasPrefix("//") ? (colon.before, colon.behind.dropFirst(2)) : (address, "")
      // What is marked in a page is a part of it: <https://wicg.github.io/scroll-to-text-fragment/>.
      self.mark = mark.hasPrefix(":~:") ? "" : String(mark)
      let authority = rest.prefix { $0 != "/" }
      let path = rest[authority.endIndex...]
      let place = "\(path.hasSuffix("/") ? path.dropLast() : path)?"
      var host = authority.contains("@") ? String(authority) : authority.lowercased()
      let own = ["http": ":80", "https": ":443"][scheme.lowercased()]
      if let own, host.hasSuffix(own) { host.removeLast(own.count) }
      exact = rest.isEmpty ? url.absoluteString : "\(scheme.lowercased())://\(host)\(place)\(query)#\(mark)"
      if host.hasPrefix("www.") { host.removeFirst(4) }
      let asked = query.split(separator: "&").filter { !Self.tracks($0.prefix { $0 != "=" }) }
      page =
        own == nil ? "\(scheme)://\(host)\(place)\(query)" : "\(host)\(place)\(asked.joined(separator: "&"))"
    }

    private static func cut(
      _ text: Substring, at sign: Unicode.Scalar
    ) -> (before: Substring, behind: Substring) {
      guard let found = text.unicodeScalars.firstIndex(of: sign) else { return (text, "") }
      return (text[..<found], text[text.unicodeScalars.index(after: found)...])
    }

    /// What only says how the user came there, by the lists of Firefox and Brave
    /// (<https://firefox.settings.services.mozilla.com/v1/buckets/main/collections/query-stripping/records>,
    /// <https://github.com/brave/brave-core/blob/master/components/query_filter/utils.cc>); `si` and `igsh` are those of YouTube,
    /// Spotify and Instagram.
    private static func tracks(_ name: Substring) -> Bool {
      name.hasPrefix("utm_") || tracking.contains(name)
    }
    private static let tracking: Set<Substring> = [
      "_hsenc", "_openstat", "dclid", "fbclid", "gbraid", "gclid", "igsh", "igshid", "mc_cid", "mc_eid",
      "mkt_tok", "msclkid", "si", "srsltid", "ttclid", "twclid", "vero_id", "wbraid", "yclid",
    ]
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
    for part in url.pathComponents.reversed()
    where part != "/" && !part.contains(where: { "=!".contains($0) }) {
      let (stem, ending) = ((part as NSString).deletingPathExtension, (part as NSString).pathExtension)
      let name = Self.pages.contains(ending.lowercased()) ? stem : part
      if isTelling(name), !Self.everywhere.contains(stem.lowercased()) {
        let said = Words.stem(name.replacing(plus) { $0.output.1 + " " })
        return said.isEmpty ? nil : said
      }
    }
    return nil
  }
  /// Between words it is a blank, in paths as in what is asked for. Compiled once; no code changes it from then on.
  nonisolated(unsafe) private static let plus = /(\w)\+(?=\w)/

  /// Whether there is a word in it, and not only a number or a key.
  private static func isTelling(_ name: String) -> Bool {
    let words = name.split { !$0.isLetter && !$0.isNumber && $0 != "'" }
    return name.count(where: \.isNumber) * 2 <= name.count
      && words.contains { word in
        word.count > 2 && word.allSatisfy(\.isLetter)
          && (word.dropFirst().allSatisfy { !$0.isUppercase } || word.allSatisfy { !$0.isLowercase })
      }
  }

  /// How pages end.
  private static let pages: Set = [
    "htm", "html", "xhtml", "shtml", "php", "asp", "aspx", "jsp", "amp", "cgi",
  ]
  /// What pages of every site are called.
  private static let everywhere: Set = [
    "about", "album", "app", "apps", "article", "articles", "blog", "category", "channel", "comments",
    "default", "details", "dir", "edit", "en", "episode", "file", "files", "forum", "home", "index", "item",
    "link", "main", "maps", "news", "open", "page", "pages", "place", "playlist", "post", "posts", "product",
    "products", "profile", "questions", "reel", "results", "search", "share", "short", "shorts", "status",
    "story", "tag", "thread", "topic", "track", "user", "users", "video", "videos", "view", "watch", "web",
    "wiki",
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
