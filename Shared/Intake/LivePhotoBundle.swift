import Foundation
import IntrayCore
import UniformTypeIdentifiers

/// A Live Photo as one package: its still, its film, and a property list that only says which version of the format it is.
///
/// Photos offers it as `com.apple.live-photo-bundle` and `com.apple.private.live-photo-bundle`, and AirDrop sends it. The
/// format is not documented; programs that write what Photos reads put these three files into it, under the names of the
/// still and the film: <https://github.com/RhetTbull/makelive>.
enum LivePhotoBundle {
  /// Whether a sender offers the bundle under a type.
  static func isType(_ identifier: String) -> Bool {
    ["com.apple.live-photo-bundle", "com.apple.private.live-photo-bundle"].contains(identifier)
  }

  /// What the package is, whether or not this system knows the sender's type.
  static var type: UTType? { UTType(filenameExtension: "pvt", conformingTo: .package) }

  /// Takes the still and the film out of their bundle: each is a document. A bundle that is not understood stays as it is.
  ///
  /// Dies in it: what is staged is not published, and the sweep removes it some days later.
  static func dissolve(_ file: inout StagedItem.File, in deposit: Deposit) throws(DiskError) {
    guard file.naming.isFolder, file.naming.type == type,
      let halves = halves(of: try deposit.entries(of: file.staged))
    else { return }
    let parts = try deposit.unpack(halves, of: file.staged)
    var suggestion = file.naming.suggestedName
    if let name = suggestion, name.lowercased().hasSuffix(".pvt") { suggestion = String(name.dropLast(4)) }
    let files = try zip(parts, halves).map { staged, name throws(DiskError) in
      var naming = Naming(suggestedName: suggestion, fileName: name.description, type: type(of: name))
      naming.signature = try deposit.head(of: staged, count: Signature.length).flatMap { Signature($0) }
      return StagedItem.File(staged: staged, naming: naming)
    }
    let original = file.original
    file = files[0]
    // The app recognises its own document by where the sender has it.
    file.original = original
    file.others = [files[1]]
  }

  /// The files with the still and with the film, among the entries of a package; nil when it holds anything else.
  private static func halves(of entries: [(name: FileName, kind: FileKind)]) -> [FileName]? {
    let files = entries.map(\.name).filter { $0 != "metadata.plist" }
    guard files.count == 2, entries.allSatisfy({ $0.kind == .file }),
      let still = files.first(where: { type(of: $0)?.conforms(to: .image) == true }),
      let film = files.first(where: { type(of: $0)?.conforms(to: .movie) == true })
    else { return nil }
    return [still, film]
  }

  private static func type(of name: FileName) -> UTType? {
    UTType(filenameExtension: (name.description as NSString).pathExtension)
  }
}
