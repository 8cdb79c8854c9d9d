import Foundation
import Shared
import UniformTypeIdentifiers

extension FileName {
  /// Whether the system shows a folder of this name as one document: it has the extension of a package.
  public var isPackage: Bool {
    let suffix = (description as NSString).pathExtension
    // A search below `.data` finds no package, because a package is a folder. A dynamic type is one that no app declared.
    let type = UTType(filenameExtension: suffix, conformingTo: .directory)
    return type?.isDynamic == false && type?.conforms(to: .package) == true
  }
}
