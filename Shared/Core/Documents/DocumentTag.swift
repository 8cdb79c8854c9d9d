import Foundation

/// A tag, as Finder and Files write it.
public struct DocumentTag: Hashable, Sendable, Identifiable {
  /// The tag as it is stored: its name, and behind a line feed the number of its colour.
  let stored: String

  /// The text that the user sees.
  public var name: String { stored.split(separator: "\n").first.map(String.init) ?? "" }
  /// The number of its colour, as Finder counts them from 1: grey, green, purple, blue, yellow, red, orange. 0 is none.
  public var color: Int { stored.split(separator: "\n").dropFirst().first.flatMap { Int($0) } ?? 0 }
  /// The stored text: two colours of one name are two tags.
  public var id: String { stored }

  /// The tag that a user typed, without a colour; nil when nothing is left of the text.
  public init?(named text: String) {
    let name = text.components(separatedBy: .newlines).joined(separator: " ")
      .trimmingCharacters(in: .whitespaces)
    guard !name.isEmpty else { return nil }
    stored = name
  }

  fileprivate init(stored: String) { self.stored = stored }

  /// Reads the value of the attribute, a property list that is an array of strings, or what Files hands over, a keyed
  /// archive. nil when it is anything else.
  static func decode(_ value: [UInt8]) -> [DocumentTag]? {
    if let archive = archive(value) { return tags(archive) }
    return PropertyList.strings(value)?.map(DocumentTag.init(stored:))
  }

  /// Tells whether a value is a keyed archive.
  static func isArchive(_ value: [UInt8]) -> Bool { archive(value) != nil }

  private static func archive(_ value: [UInt8]) -> KeyedArchive? {
    PropertyList.decode(KeyedArchive.self, from: value)
  }

  /// Reads the objects of a keyed archive, in their order. No source names the classes, so the tags are the strings; the
  /// number in the object before one, which holds it, is its colour. A dictionary could hold strings of any meaning, so
  /// nothing is read then.
  private static func tags(_ archive: KeyedArchive) -> [DocumentTag]? {
    var tags: [DocumentTag] = []
    var colour: Int?
    for object in archive.objects.dropFirst() {
      switch object {
      case .text(let text):
        let isPlain = colour == nil || colour == 0 || text.contains("\n")
        tags.append(DocumentTag(stored: isPlain ? text : "\(text)\n\(colour ?? 0)"))
        colour = nil
      case .fields(let fields):
        if fields.hasKeys { return nil }
        colour = fields.number
      case .data, .other: break
      }
    }
    return tags
  }

  /// The attribute's value for these tags.
  static func encode(_ tags: [DocumentTag]) -> [UInt8] { PropertyList.encode(tags.map(\.stored)) }
}

extension DocumentTag {
  /// Whether these leave room for what else is noted on a document that is shared or deleted, so that a backup keeps all of it:
  /// see <doc:FilesAndTheSystem>.
  public static func fit(_ tags: [DocumentTag]) -> Bool { encode(tags).count <= ItemAttribute.later / 2 }
}

extension Deposit {
  /// Notes on each staged document what the user says of all of them: tags beside its own, and words before its comment. It syncs
  /// them. An attribute that the volume refuses is left out, and so are tags that would be too many for Files with its own.
  ///
  /// If the process dies here, nothing is published.
  /// - Returns: the comments that a document does not have whole, each once.
  /// - Throws: the error of a sync; then nothing may be published.
  public func note(_ tags: [DocumentTag], comment: String) throws(DiskError) -> Set<String> {
    var lost: Set<String> = []
    do throws(DiskError) {
      for (name, _) in try folder.entries() {
        guard let opened = try folder[name].open() else { continue }
        if let own = try opened.attribute(ItemAttribute.tags).map(DocumentTag.decode) ?? [] {
          let value = DocumentTag.encode(own + tags.filter { tag in !own.contains { $0.name == tag.name } })
          if !tags.isEmpty, value.count <= ItemAttribute.mostTags {
            do throws(DiskError) {
              try opened.setAttribute(ItemAttribute.tags, value)
              try opened.sync()
            } catch  where !error.isOfSync {
              // The volume has no attributes.
            }
          }
        }
        if comment.isEmpty { continue }
        let said = try opened.attribute(Provenance.commentAttribute).flatMap(Provenance.comment)
        let words = [comment, said].compactMap(\.self).joined(separator: "\n\n")
        lost.formUnion(try note(whereFrom: [], comment: words, on: DocumentName(name)))
      }
    } catch {
      throw try named(error)
    }
    return lost
  }
}

extension Preferences {
  /// How many tags the share sheet offers: about a screen. Any other is typed.
  private static let mostTags = 12
  private static let usedTagsKey = "UsedTags"

  /// The tags that documents have, those first that were chosen last on the share sheet. The app notes them for the sheet, which
  /// looks at no document, so some may be in use no more.
  public static var usedTags: [DocumentTag] {
    (store?.stringArray(forKey: usedTagsKey) ?? []).map(DocumentTag.init(stored:))
  }

  /// Notes tags that are in use, in the order in which the sheet is to offer them.
  public static func noteTags(_ tags: [DocumentTag], before others: [DocumentTag]) {
    let all = tags + others.filter { !tags.contains($0) }
    store?.set(all.prefix(mostTags).map(\.stored), forKey: usedTagsKey)
  }
}
