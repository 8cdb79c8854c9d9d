import Foundation

/// What a page says of itself: as much of HTML as its title needs.
///
/// <https://html.spec.whatwg.org/multipage/parsing.html#tokenization>
struct Markup {
  /// What stands in the first element of a title; nil without one.
  private(set) var title: String?
  /// The words that are shown, on lines of their own.
  let words: String

  /// Elements whose contents are no markup.
  private static let raw: Set = [
    "iframe", "noembed", "noframes", "noscript", "script", "style", "textarea", "title", "xmp",
  ]
  /// Elements in which a title is that of something else.
  private static let others: Set = ["svg", "template"]
  private static let breaks: Set = ["br", "dd", "div", "dt", "h1", "h2", "h3", "h4", "li", "p", "td", "tr"]

  init(_ html: String) {
    let bytes = Array(html.utf8)
    var (place, depth, shown) = (0, 0, [UInt8]())
    var isLetter: Bool { place < bytes.count && 0x61...0x7A ~= bytes[place] | 0x20 }
    func at(_ text: String) -> Bool {
      bytes.count - place >= text.utf8.count
        && zip(text.utf8, bytes[place...]).allSatisfy { $0 == $1 || 0x41...0x5A ~= $1 && $0 == $1 | 0x20 }
    }
    /// Goes behind the next of some text, or to the end.
    /// - Returns: what is in front of it.
    func pass(_ end: String) -> ArraySlice<UInt8> {
      let start = place
      while place < bytes.count, !at(end) { place += 1 }
      defer { place = min(place + end.utf8.count, bytes.count) }
      return bytes[start..<place]
    }
    while place < bytes.count {
      shown += pass("<")
      let isEnd = at("/")
      if isEnd { place += 1 }
      guard isLetter else {
        // "<!-->" is whole.
        if at("!--") {
          place += 1
          _ = pass("-->")
        } else if isEnd || at("!") || at("?") {
          _ = pass(">")
        } else if place < bytes.count {
          shown.append(UInt8(ascii: "<"))
        }
        continue
      }
      let start = place
      while place < bytes.count, bytes[place] > 0x20, !at("/"), !at(">") { place += 1 }
      let name = String(decoding: bytes[start..<place], as: UTF8.self).lowercased()
      var isWhole = false
      while place < bytes.count, !at(">") {
        isWhole = at("/")
        let isValue = at("=")
        place += 1
        while isValue, place < bytes.count, bytes[place] <= 0x20 { place += 1 }
        for quote in ["\"", "'"] where isValue && at(quote) {
          place += 1
          _ = pass(quote)
        }
      }
      place = min(place + 1, bytes.count)
      if Self.breaks.contains(name) { shown.append(0x0A) }
      if Self.others.contains(name) { depth = max(depth + (isEnd ? -1 : isWhole ? 0 : 1), 0) }
      guard !isEnd, Self.raw.contains(name) else { continue }
      var contents = pass("</" + name)
      while isLetter { contents = bytes[contents.startIndex..<place] + pass("</" + name) }
      _ = pass(">")
      if name == "title", depth == 0, title == nil { title = Self.plain(contents) }
    }
    words = shown.split(separator: 0x0A).map(Self.plain).joined(separator: "\n")
  }

  /// Text without the names of characters, and with one blank between words.
  private static func plain(_ bytes: ArraySlice<UInt8>) -> String {
    let words = bytes.split { $0 <= 0x20 }.map { String(decoding: $0, as: UTF8.self) }
    return withoutEntities(words.joined(separator: " "), isMarkup: true)
  }
}

/// The names of characters: <https://html.spec.whatwg.org/multipage/named-characters.html>.
extension Markup {
  /// Those of HTML 4 that are no letter with a mark, each with its character behind it.
  private static let names = """
    amp& lt< gt> quot" AMP& LT< GT> QUOT" COPY© REG® nbsp\u{A0} iexcl¡ cent¢ pound£ curren¤ yen¥ brvbar¦ sect§ uml¨ copy© \
    ordfª laquo« not¬ shy\u{AD} reg® macr¯ deg° plusmn± sup2² sup3³ acute´ microµ para¶ middot· cedil¸ sup1¹ ordmº raquo» \
    frac14¼ frac12½ frac34¾ iquest¿ AEligÆ ETHÐ times× OslashØ THORNÞ szligß aeligæ ethð divide÷ oslashø thornþ apos' OEligŒ \
    oeligœ fnofƒ circˆ tilde˜ AlphaΑ BetaΒ GammaΓ DeltaΔ EpsilonΕ ZetaΖ EtaΗ ThetaΘ IotaΙ KappaΚ LambdaΛ MuΜ NuΝ XiΞ OmicronΟ \
    PiΠ RhoΡ SigmaΣ TauΤ UpsilonΥ PhiΦ ChiΧ PsiΨ OmegaΩ alphaα betaβ gammaγ deltaδ epsilonε zetaζ etaη thetaθ iotaι kappaκ \
    lambdaλ muμ nuν xiξ omicronο piπ rhoρ sigmafς sigmaσ tauτ upsilonυ phiφ chiχ psiψ omegaω ensp\u{2002} emsp\u{2003} \
    thinsp\u{2009} zwnj\u{200C} zwj\u{200D} lrm\u{200E} rlm\u{200F} ndash– mdash— lsquo‘ rsquo’ sbquo‚ ldquo“ rdquo” bdquo„ \
    dagger† Dagger‡ bull• hellip… permil‰ prime′ Prime″ lsaquo‹ rsaquo› euro€ trade™ larr← uarr↑ rarr→ darr↓ harr↔ minus− \
    infin∞ asymp≈ ne≠ le≤ ge≥ hearts♥
    """.unicodeScalars.split(separator: " ").reduce(into: [String: String]()) { names, name in
      names[String(name.dropLast())] = name.last.map(String.init)
    }
  /// The marks in the names of letters, as characters that combine with the letter.
  private static let marks = [
    "uml": "\u{308}", "acute": "\u{301}", "grave": "\u{300}", "circ": "\u{302}", "tilde": "\u{303}",
    "ring": "\u{30A}",
    "cedil": "\u{327}", "caron": "\u{30C}",
  ]

  private static func character(_ name: some StringProtocol) -> String? {
    let composed = marks[String(name.dropFirst())].map {
      (name.prefix(1) + $0).precomposedStringWithCanonicalMapping
    }
    return names[String(name)] ?? composed.flatMap { $0.unicodeScalars.count == 1 ? $0 : nil }
  }

  /// A text without them.
  ///
  /// - Parameter isMarkup: whether they are read as browsers read them: those of Latin 1 without a semicolon, too, and what
  ///   Windows had in the place of controls.
  static func withoutEntities(_ text: String, isMarkup: Bool = false) -> String {
    guard text.contains("&") else { return text }
    return text.replacing(/&(?:#(\d+)|#[xX]([0-9A-Fa-f]+)|([A-Za-z][A-Za-z0-9]*))(;?)/) { found in
      let (whole, decimal, hexadecimal, name, end) = found.output
      if let name {
        if !end.isEmpty, let plain = character(name) { return plain }
        let known = (2...6).reversed().lazy.map(name.prefix).first {
          character($0).map { $0 <= "\u{FF}" } == true
        }
        guard isMarkup, let known else { return String(whole) }
        return (character(known) ?? "") + name.dropFirst(known.count) + end
      }
      let number = decimal.flatMap { UInt32($0) } ?? hexadecimal.flatMap { UInt32($0, radix: 16) } ?? 0
      guard isMarkup || !end.isEmpty, number > 0, let scalar = Unicode.Scalar(number) else {
        return String(whole)
      }
      let windows = String(bytes: [UInt8(truncatingIfNeeded: number)], encoding: .windowsCP1252)
      return isMarkup && 0x80...0x9F ~= number ? windows ?? "" : String(scalar)
    }
  }
}
