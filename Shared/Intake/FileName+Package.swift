import Foundation
import Shared
import UniformTypeIdentifiers

extension FileName {
  /// Whether the system shows a folder of this name as one document: it has the extension of a package.
  public var isPackage: Bool {
    UTType(filenameExtension: (description as NSString).pathExtension)?.conforms(to: .package) == true
  }
}
