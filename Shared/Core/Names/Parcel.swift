/// A folder of documents in transit. All documents arrive in parcels, and the user can send one, because it is a
/// document type.
public enum Parcel {
  /// The suffix of every parcel's name.
  public static let suffix = "." + AppIdentity.current.parcelExtension
  /// The suffix after a parcel's name when a sweep has claimed it.
  static let sweptSuffix = ".swept"

  /// A unique name for a parcel.
  static func freshName() -> FileName { .random(suffix) }

  /// The name of a sent parcel: the name of its only document, or else of the folder of the documents.
  static func name(for paths: [DocumentPath]) -> DocumentName {
    let folder = paths.first?.parent.names.last?.description ?? AppIdentity.current.name
    let only = paths.count == 1 ? paths.first?.names.last : nil
    return DocumentName((only?.description ?? folder) + suffix)
  }

  /// Tells whether an entry of the inbox is a parcel. Anything else there is a document.
  static func isParcel(_ name: FileName, _ kind: FileKind) -> Bool {
    kind == .folder && name.hasSuffix(suffix)
  }
}
