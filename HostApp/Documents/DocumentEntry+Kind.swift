import Intake
import Shared
import UniformTypeIdentifiers

extension DocumentEntry {
  /// What it is, as far as its name says.
  var type: UTType {
    let suffix = (path.names.last?.description ?? "").split(separator: ".").dropFirst().last.map(String.init)
    let isOnFolder = kind == .folder
    let type = suffix.flatMap { UTType(filenameExtension: $0, conformingTo: isOnFolder ? .directory : .data) }
    // No app declared a dynamic type: a folder with a dot in its name is a folder.
    return type.flatMap { isOnFolder && $0.isDynamic ? nil : $0 } ?? (isOnFolder ? .folder : .data)
  }
}

extension DocumentPath {
  /// Whether the user goes into what is here, which has this status: see ``DocumentEntry/isFolder``.
  func isFolder(_ status: FileStatus) -> Bool {
    status.kind == .folder && names.last?.isPackage != true
  }
}
