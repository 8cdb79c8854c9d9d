import Foundation
import Observation
import Shared
import UniformTypeIdentifiers

/// A folder that the user can choose for a share.
struct FolderChoice: Hashable {
  /// The folder; the empty path is Documents.
  var folder = DocumentPath()
  /// A folder that is to be created in it.
  var newFolder: DocumentName?

  /// Where the documents go.
  var path: DocumentPath { newFolder.map { folder.appending($0.fileName) } ?? folder }
}

/// The folders of Documents, as the sheet offers them. It only reads: the drain creates a new folder.
@MainActor
@Observable
final class FolderModel {
  /// Why there can be no new folder of a name.
  enum Problem: Hashable {
    /// No folder can have it; this one comes near.
    case illegal(suggestion: String)
    /// Another item has it.
    case taken(String)
  }

  /// The folder that is chosen.
  var chosen = FolderChoice() {
    didSet {
      // What the user browsed to stays in the list of choices.
      if !choices.contains(chosen) { choices.append(chosen) }
    }
  }
  /// Documents, the last folders, and what the user has browsed to.
  private(set) var choices = [FolderChoice()]
  /// The pages that are open: folders, outermost first.
  var pages: [DocumentPath] = [] {
    // Each page has a field of its own.
    didSet { (newName, problem) = ("", nil) }
  }
  /// The folders in those that were listed.
  private(set) var folders: [DocumentPath: [DocumentPath]] = [:]
  /// The name in the field for a new folder.
  var newName = ""
  /// Why there can be no folder of this name.
  private(set) var problem: Problem?
  private let container: Container?

  init(_ container: Container?) {
    self.container = container
  }

  /// Offers the folders into which the user saved last, if they are still there.
  func lookForRecent() async {
    for folder in Preferences.recentFolders where await list(folder) != nil {
      let choice = FolderChoice(folder: folder)
      if !choices.contains(choice) { choices.append(choice) }
    }
  }

  /// Lists the folders in a folder. Packages are documents for the user, and are left out.
  func open(_ folder: DocumentPath) async {
    // A folder that cannot be read offers no other, and can still be chosen.
    folders[folder] = await list(folder)?.filter { path in
      let name = path.names.last?.description as NSString?
      return UTType(filenameExtension: name?.pathExtension ?? "")?.conforms(to: .package) != true
    }
  }

  /// The user chooses the folder of a page.
  func choose(_ folder: DocumentPath) {
    chosen = FolderChoice(folder: folder)
    pages = []
  }

  /// The user wants a new folder in the folder of a page.
  func create(in folder: DocumentPath) async {
    let typed = newName.trimmingCharacters(in: .whitespacesAndNewlines)
    if typed.isEmpty { return }
    let name = DocumentName(typed)
    guard name.text == typed else {
      problem = .illegal(suggestion: name.text)
      return
    }
    if await isTaken(name, in: folder) {
      problem = .taken(typed)
      return
    }
    chosen = FolderChoice(folder: folder, newFolder: name)
    pages = []
  }

  /// Keeps the chosen folder for the next share.
  func noteRecent() {
    if !chosen.path.names.isEmpty { Preferences.noteRecent(chosen.path) }
  }

  private func list(_ folder: DocumentPath) async -> [DocumentPath]? {
    guard let container else { return nil }
    return await Self.list(folder, in: container)
  }

  @concurrent
  private nonisolated static func list(_ folder: DocumentPath, in container: Container) async
    -> [DocumentPath]?
  {
    // A folder that is gone or cannot be read is not offered.
    try? Documents(container).folders(in: folder)
  }

  private func isTaken(_ name: DocumentName, in folder: DocumentPath) async -> Bool {
    guard let container else { return false }
    return await Self.isTaken(name, in: folder, of: container)
  }

  @concurrent
  private nonisolated static func isTaken(
    _ name: DocumentName, in folder: DocumentPath, of container: Container
  ) async -> Bool {
    // Where it cannot be known, the drain decides.
    (try? Documents(container).isTaken(name, in: folder)) ?? false
  }
}
