/// A folder of documents on its way: the form in which everything arrives, and a document type of its
/// own that can be sent.
public enum Parcel {
  /// What the name of every parcel ends in.
  public static let suffix: StaticString = ".parcel"
  /// Behind a parcel's name: its sweeper may delete it, and nobody else goes near it.
  static let sweptSuffix: StaticString = ".swept"

  /// A name that no parcel had before: 128 random bits.
  static func freshName() -> FileName {
    FileName(randomName() + "\(suffix)")
  }

  /// 128 random bits in hexadecimal.
  static func randomName() -> String {
    var generator = SystemRandomNumberGenerator()
    return [generator.next(), generator.next()].map { (word: UInt64) in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Whether an entry of the inbox is a parcel. Anything else there is a document.
  static func isParcel(_ name: FileName, _ kind: FileKind) -> Bool {
    kind == .folder && name.hasSuffix(suffix)
  }
}
