/// A folder of documents on its way: the form in which everything arrives, and a document type of its
/// own that can be sent.
public enum Parcel {
  /// What the name of every parcel ends in.
  public static let suffix: StaticString = ".parcel"
  /// Behind a parcel's name: its sweeper may delete it, and no other process touches it.
  static let sweptSuffix: StaticString = ".swept"

  /// A name that no parcel had before: 128 random bits.
  static func freshName() -> FileName {
    .random("\(suffix)")
  }

  /// What a parcel of these documents is called when it is sent: like the document when it is one, else like the
  /// folder that they are in.
  static func name(for paths: [DocumentPath]) -> DocumentName {
    let folder = paths.first?.parent.names.last?.description ?? "Intray"
    let only = paths.count == 1 ? paths.first?.names.last : nil
    return DocumentName((only?.description ?? folder) + "\(suffix)")
  }

  /// Whether an entry of the inbox is a parcel. Anything else there is a document.
  static func isParcel(_ name: FileName, _ kind: FileKind) -> Bool {
    kind == .folder && name.hasSuffix(suffix)
  }
}
