import Foundation
import IntrayCore
import UniformTypeIdentifiers

extension FileName {
  /// Whether the system shows a folder of this name as one document: it has the extension of a package.
  public var isPackage: Bool {
    // A search below `.data` finds no package, because a package is a folder.
    let type = UTType.declared((description as NSString).pathExtension, below: .directory)
    return type?.conforms(to: .package) == true
  }
}

extension UTType {
  /// The type of an extension, without its dot; nil of one that no app declared.
  static func declared(_ ending: some StringProtocol, below supertype: UTType = .data) -> UTType? {
    guard !ending.isEmpty, let type = UTType(filenameExtension: String(ending), conformingTo: supertype),
      !type.isDynamic
    else { return nil }
    return type
  }
}
