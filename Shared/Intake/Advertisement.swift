import Foundation

/// What sending apps add of themselves to a share: words that stand for nothing that the user meant.
///
/// Only a mark that no sender writes by hand makes a sentence one: "my iPhone", the whole sentence of a known app, or the address
/// of a store or of the sender beside words that advertise. What may be the user's own is kept, as a comment if need be.
enum Advertisement {
  // Compiled once, at the first use, and no code changes one from then on.
  /// Signatures that mail apps add, in the languages that parsers of mail know:
  /// <https://github.com/willdurand/EmailReplyParser>; and "Shared via Adobe Acrobat. Get the app to …" beside a PDF:
  /// <https://github.com/KasemJaffer/receive_sharing_intent/issues/327>.
  nonisolated(unsafe) private static let sentences =
    /(sent from|gesendet (von|mit)|von|envoyé (de|depuis)|enviado (desde|do)|inviato da|(verzonden|verstuurd) vanaf) ((my|meinem|mon|mi|il mio|mijn|meu) )?(iPhone|iPad|iPod|Android|BlackBerry|Samsung)( (Galaxy|Pro|Max|Plus|mini|SE|Air|\w*\d\w*))*( gesendet)?|(iPhone|iPad)から送信|发自我的 ?(iPhone|iPad)|(أُرسلت|أرسلت|رسلت) من .{0,4}(iPhone|iPad)|(sent from|get) (Outlook|Yahoo Mail|Proton Mail|Mail) for (iOS|iPhone|iPad|Android|Windows)( \d+)?|scanned with CamScanner|shared via Adobe Acrobat|get the app to edit.* PDF files/
    .ignoresCase()
  /// How words that advertise begin. Such words alone may be a street, a title or a note of the user's.
  nonisolated(unsafe) private static let beginnings =
    /((sent|shared|posted|created|scanned|exported|made) (from|via|with|using|by|through)|via|powered by|get|download|install|try|available (on|for)|gesendet|geteilt|envoyé|partagé|enviado|inviato|condiviso|verzonden) .*/
    .ignoresCase()

  /// Where a sentence ends; the address behind one belongs to it.
  nonisolated(unsafe) private static let ends = /([.!?])\s+(?!https?:)/

  /// Whether a text is nothing else. A longer one is the user's own.
  static func isAll(of text: String) -> Bool {
    guard text.utf8.count <= 2_000 else { return false }
    let parts = text.split(whereSeparator: \.isNewline).flatMap { line in
      line.replacing(ends) { "\($0.output.1)\u{1E}" }.split(separator: "\u{1E}")
    }
    return !parts.isEmpty && parts.allSatisfy { isOne(String($0)) }
  }

  /// Whether a line may be one, so that it names nothing that it only follows.
  static func maybe(_ line: String) -> Bool {
    isAll(of: line) || words(line).wholeMatch(of: beginnings) != nil
  }

  private static func words(_ sentence: String) -> String {
    Words.withoutAddresses(sentence).trimmingCharacters(in: CharacterSet(charactersIn: " .:!"))
  }

  private static func isOne(_ sentence: String) -> Bool {
    let words = words(sentence)
    if words.wholeMatch(of: sentences) != nil { return true }
    guard words.count <= 120, words.wholeMatch(of: beginnings) != nil else { return false }
    return Words.addresses(in: sentence).contains { url in
      let host = WebLink.host(of: url)?.lowercased() ?? ""
      if ["apps.apple.com", "itunes.apple.com", "play.google.com"].contains(host) { return true }
      // The sender's own first page, or one to get the app; any other has contents.
      let site = host.split(separator: ".").dropLast().last.map { Naming.letters(String($0)) } ?? ""
      let path = url.pathComponents.filter { $0 != "/" }
      return site.count > 2 && Naming.letters(words).contains(site) && url.query() == nil
        && path.allSatisfy {
          ["app", "apps", "download", "get", "getapp", "install", "mobile"].contains($0.lowercased())
        }
    }
  }
}
