import Foundation

/// What sending apps add of themselves to a share: words that stand for nothing that the user meant.
///
/// One list, for all senders. A sentence counts only as a whole, so words of a user that begin so are kept.
enum Advertisement {
  /// - Signatures that mail apps add, in the languages that parsers of mail know:
  ///   <https://github.com/willdurand/EmailReplyParser>.
  /// - "Shared via Adobe Acrobat. Get the app to …" beside a PDF:
  ///   <https://github.com/KasemJaffer/receive_sharing_intent/issues/327>.
  /// - "Download the … app on the App Store": <https://github.com/department-of-veterans-affairs/va.gov-team/issues/13696>.
  /// - "Sent from This App", "Via this App": <https://github.com/ShareKit/ShareKit/pull/356>.
  private static let sentences = [
    // Behind these is the name of an app or a device, which has a capital letter, and few words.
    #"(?i:(sent|shared|posted|created|scanned|exported|made) (from|via|with|using|by|through)|via|powered by)( (?i:my|the|this))?( \S*[@\p{Lu}\d]\S*)( \S+){0,4}"#,
    #"(?i:gesendet (von|mit)|von) (?i:meinem )?\S*\p{Lu}\S*( \S+){0,3} ?(?i:gesendet|geteilt)?"#,
    #"(?i:geteilt (mit|über|von)) \S*\p{Lu}\S*( \S+){0,3}"#,
    #"(?i:envoyé (de|depuis)|enviado desde|inviato da|verzonden vanaf|enviado do) (?i:mon|mi|il mio|mijn|meu)? ?\S+( \S+){0,3}"#,
    #"\S+から送信"#, #"发自我的 ?\S+"#, #"أ?ُ?رسلت من .{1,40}"#,
    #"(?i:(get|download|install|try|open in)( the| our)?) .{0,60}\b(?i:app|for (ios|iphone|ipad|android|mac|windows))\b.*"#,
    #"(?i:(available |download )?(on|from) the app store)"#,
  ]

  /// A text without the sentences that advertise, each with the address at its end. A long text is the user's own, and is
  /// not looked through: it may have megabytes.
  static func removed(from text: String) -> String {
    guard text.utf8.count <= longest else { return text }
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { line in
        let ends = line.replacing(/([.!?])\s+/) { "\($0.output.1)\u{1E}" }
        return ends.split(separator: "\u{1E}").filter { !isOne(String($0)) }.joined(separator: " ")
      }
      .joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Whether a text is nothing else.
  static func isAll(of text: String) -> Bool {
    text.contains { !$0.isWhitespace } && removed(from: text).isEmpty
  }

  /// In bytes. An advertisement is a line or two, and an address may have some parameters.
  private static let longest = 2_000

  private static func isOne(_ sentence: String) -> Bool {
    let words = Words.withoutAddresses(sentence).trimmingCharacters(in: .whitespaces)
    // Longer sentences are the user's.
    guard !words.isEmpty, words.count <= 120 else { return false }
    return sentences.contains { pattern in
      (try? Regex("(" + pattern + ")[.!:]?")).flatMap { words.wholeMatch(of: $0) } != nil
    }
  }
}
