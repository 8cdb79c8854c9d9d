import Foundation
import IntrayCore
import IntrayIntake

#if canImport(TestSupport)
  import TestSupport
#endif

/// A share of anything in any arrangement, which its seed decides, and the words and addresses in it that must be seen
/// afterwards: as a name, in contents, as a comment or among the addresses of the source.
@MainActor
public struct RandomShare {
  /// What is handed over.
  public let recorded: RecordedShare
  private let words: Set<String>

  /// The share of a seed.
  public init(_ seed: UInt64) {
    var maker = Maker(generator: Seeded(seed))
    recorded = RecordedShare(items: (0...maker.below(3)).map { _ in maker.item() })
    words = maker.words
  }

  /// Shares it, and looks for each word in the documents of the parcel.
  ///
  /// - Parameter path: a folder for it, which is there; the caller removes it.
  /// - Throws: a ``Violation`` that names what cannot be seen.
  public func play(in path: String) async throws {
    let share = Share(recorded.extensionItems, container: Container(path: path))
    let loaded = try await share.load()
    let announced = loaded.names.map(\.text).sorted()
    _ = try await share.publish(loaded)
    let inbox = path + "/Inbox"
    let files = FileManager.default
    let parcels = try files.contentsOfDirectory(atPath: inbox)
    let names = try parcels.flatMap { try files.contentsOfDirectory(atPath: inbox + "/" + $0) }.sorted()
    var seen = names.joined(separator: "\n") + "\n"
    for parcel in parcels {
      for name in try files.contentsOfDirectory(atPath: inbox + "/" + parcel) {
        let file = inbox + "/" + parcel + "/" + name
        let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        seen += String(decoding: bytes, as: UTF8.self) + "\n"
        seen += (WebLink.url(in: bytes)?.absoluteString ?? "") + "\n"
        seen += (try Comparison.comment(file) ?? "") + "\n"
        seen += try Comparison.whereFrom(file).joined(separator: "\n") + "\n"
      }
    }
    guard names == announced else { throw complaint("announced \(announced), saved \(names)") }
    if !loaded.failures.isEmpty { throw complaint("\(loaded.failures)") }
    // Bytes: comparing characters of long texts takes most of the time.
    let bytes = Data(seen.utf8)
    let missing = words.filter { !Self.isSeen(Data($0.utf8), in: bytes) }
    if !missing.isEmpty { throw complaint("nowhere to be seen: \(missing.sorted()); saved \(names)") }
  }

  /// Whether a word stands in bytes. An address does not stand in another that it only begins.
  private static func isSeen(_ word: Data, in bytes: Data) -> Bool {
    var start = bytes.startIndex
    while let found = bytes.range(of: word, in: start..<bytes.endIndex) {
      let next = found.upperBound < bytes.endIndex ? bytes[found.upperBound] : 0
      if !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) { return true }
      start = found.lowerBound + 1
    }
    return false
  }

  private func complaint(_ text: String) -> Violation {
    // A share that was just made can be written.
    let json = (try? JSONEncoder().encode(recorded)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return Violation(text + "; " + json.prefix(3_000))
  }
}

/// Makes things to share, each with words of its own.
private struct Maker {
  var generator: Seeded
  /// All words and addresses so far that must be seen.
  private(set) var words: Set<String> = []
  private var texts: [String] = []
  private var addresses: [String] = []
  private var bytes: [String] = []
  private var count = 0

  init(generator: Seeded) { self.generator = generator }

  mutating func below(_ number: Int) -> Int { Int(generator.next() % UInt64(number)) }
  private mutating func one<Value>(of values: [Value]) -> Value { values[below(values.count)] }
  private mutating func happens(_ percent: Int) -> Bool { below(100) < percent }

  mutating func item() -> RecordedShare.Item {
    var item = RecordedShare.Item()
    if happens(30) { item.title = text() }
    if happens(30) { item.text = text() }
    item.attachments = (0..<below(5)).map { _ in attachment() }
    if item.attachments?.isEmpty == true, item.title == nil, item.text == nil { item.text = text() }
    return item
  }

  private mutating func attachment() -> RecordedShare.Attachment {
    var attachment = RecordedShare.Attachment(representations: [])
    switch below(10) {
    case 0, 1, 2: attachment.representations = [file(&attachment)]
    case 3, 4: attachment.representations = [link()]
    case 5, 6: attachment.representations = [words(of: text())]
    case 7: attachment.representations = [file(&attachment), link()]
    case 8: attachment.representations = [link(), words(of: text())]
    default:
      let selection = happens(50) ? text() : ""
      attachment.javaScript = ["title": text(), "url": address(), "selection": selection]
    }
    if attachment.suggestedName == nil, happens(15), attachment.javaScript == nil {
      attachment.suggestedName = name()
    }
    return attachment
  }

  private mutating func file(_ attachment: inout RecordedShare.Attachment) -> RecordedShare.Representation {
    let kinds = [
      ("com.adobe.pdf", "%PDF-1.4 "), ("public.jpeg", "\u{FF}\u{D8}\u{FF}"),
      ("public.png", "\u{89}PNG\r\n\u{1A}\n"),
      ("public.vcard", "BEGIN:VCARD\r\nFN:"), ("public.data", ""), ("public.rtf", "{\\rtf1 "),
      ("public.html", "<p>"),
    ]
    let (type, beginning) = one(of: kinds)
    // Sometimes the same bytes again, under another name.
    let content = !bytes.isEmpty && happens(20) ? one(of: bytes) : beginning + "\(next())"
    bytes.append(content)
    if happens(60) { attachment.suggestedName = name() }
    let data = Data(content.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
    return RecordedShare.Representation(type: type, base64: data.base64EncodedString())
  }

  private mutating func name() -> String {
    let ending = one(of: ["", ".pdf", ".jpg", ".unheardof"])
    return word() + (happens(30) ? " " + word() : "") + ending
  }

  private mutating func words(of text: String) -> RecordedShare.Representation {
    RecordedShare.Representation(type: "public.plain-text", text: text)
  }

  private mutating func link() -> RecordedShare.Representation {
    RecordedShare.Representation(type: "public.url", url: address())
  }

  private mutating func next() -> Int {
    count += 1
    return count
  }

  private mutating func word() -> String {
    let word = one(of: ["tea", "Ada", "über", "海", "IMG_", "via"]) + "\(next())x"
    words.insert(word)
    return word
  }

  private mutating func address() -> String {
    if !addresses.isEmpty, happens(20) { return one(of: addresses) }
    let place = one(of: ["a.example", "www.b.example", "youtu.be", "apps.apple.com"])
    let end = one(of: ["", "?utm_source=x", "#part", ".jpg", ".pdf", "/"])
    let address = "https://\(place)/p\(next())\(end)"
    addresses.append(address)
    words.insert(address)
    return address
  }

  /// A text; sometimes one that is there already.
  private mutating func text() -> String {
    if !texts.isEmpty, happens(20) { return one(of: texts) }
    let text = newText()
    texts.append(text)
    return text
  }

  private mutating func newText() -> String {
    switch below(14) {
    case 0: return word()
    case 1: return address()
    case 2: return "\(word()) \(word()) \(address())"
    case 3: return "\(word())\n\(address())"
    case 4: return "\(address())\n\(word())"
    case 5: return "Via \(word()) 14, \(word())"
    case 6: return "\(one(of: ["Sent from", "Shared via", "Get", "Powered by"])) \(word())"
    case 7: return "[\(word()) \(word())](\(address()))"
    case 8: return "\(word()): \(word()) / “\(word())” – \(word())!"
    case 9: return (0...below(6)).map { _ in word() }.joined(separator: "\n")
    case 10: return (0...below(2_000)).map { _ in word() }.joined(separator: one(of: ["\n", " "]))
    case 11: return "  \(word())\n\n"
    case 12: return "\(word()) \(address()) \(word())"
    default:
      let end = one(of: ["🎉", "#tag", "–", "|"])
      return "\(word()) & <b>\(word())</b> \(end) \(word())"
    }
  }
}
