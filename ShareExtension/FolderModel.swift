import Foundation
import IntrayCore
import IntrayIntake
import Observation

/// A folder that the user can choose for a share.
struct FolderChoice: Hashable {
  /// The folder; the empty path is Documents.
  var folder = DocumentPath()
  /// A folder that is to be created in it.
  var newFolder: DocumentName?

  /// Where the documents go.
  var path: DocumentPath { newFolder.map { folder.appending($0.fileName) } ?? folder }
}

/// The folders of Documents, as the sheet offers them. The drain creates a new folder, not this.
@MainActor
@Observable
final class FolderModel {
  /// What does not go on the page of a folder.
  enum Problem: Error, Hashable {
    /// The folder does not exist any more.
    case gone
    /// The folder cannot be read, so the folders in it are not known.
    case unreadable
    /// There can be no new folder of the typed name.
    case name(NameProblem)
  }

  /// The folder that is chosen; one of ``choices``.
  var chosen = FolderChoice()
  /// Documents, the folders that were used last, the favorites, and what the user has browsed to.
  private(set) var choices: [FolderChoice]
  /// Where documents like these were moved or saved last, and their site.
  private(set) var usual: (folder: DocumentPath, site: String)?
  /// The pages that are open: folders, outermost first.
  var pages: [DocumentPath] = []
  private let container: Container?

  /// Offers Documents and the folders at hand, and chooses the one into which the user saved last: at once, so that
  /// nothing changes under the user's finger.
  ///
  /// - Parameters:
  ///   - offered: the folders that were used last, the latest first, and the favorites.
  ///   - last: the folder into which the user saved last, with the time.
  ///   - always: whether it is chosen also when that was longer ago than a day.
  init(
    _ container: Container?, offered: [DocumentPath] = Preferences.offeredFolders,
    last: (path: DocumentPath, time: Date)? = Preferences.lastFolder,
    choosingLast always: Bool = Preferences.savesAtOnce
  ) {
    self.container = container
    choices = ([DocumentPath()] + offered).map { FolderChoice(folder: $0) }
    if let last, always || .now < last.time + Self.day {
      choose(FolderChoice(folder: last.path))
    }
  }

  /// Offers no longer what is gone or cannot be read now.
  func look() async {
    guard let container else { return }
    for choice in choices where !choice.path.names.isEmpty && choice.newFolder == nil {
      if (try? await Self.list(choice.folder, in: container)) != nil { continue }
      choices.removeAll { $0 == choice }
      if chosen == choice { chosen = FolderChoice() }
    }
  }

  /// Offers the folder in which the last documents from a site lie, if it is there and not chosen already.
  func offer(_ folder: DocumentPath, for site: String) async {
    guard let container, folder != chosen.path, (try? await Self.list(folder, in: container)) != nil
    else { return }
    usual = (folder, site)
  }

  /// The folders in a folder, for its page.
  func folders(in folder: DocumentPath) async throws(Problem) -> [DocumentPath] {
    guard let container else { throw .unreadable }
    do throws(DiskError) {
      return try await Self.list(folder, in: container)
    } catch {
      throw error.isGone ? .gone : .unreadable
    }
  }

  /// The user chooses a folder on its page. It stays in the list of choices.
  func choose(_ choice: FolderChoice) {
    if !choices.contains(choice) { choices.append(choice) }
    (chosen, pages) = (choice, [])
  }

  /// The user wants a new folder in the folder of a page.
  ///
  /// - Returns: why there can be none; nil when it is chosen.
  func create(_ name: String, in folder: DocumentPath) async -> Problem? {
    let typed = name.trimmingCharacters(in: .whitespacesAndNewlines)
    guard let container else { return .unreadable }
    if let problem = await Self.problem(with: typed, in: folder, of: container) { return .name(problem) }
    choose(FolderChoice(folder: folder, newFolder: DocumentName(typed)))
    return nil
  }

  /// In seconds. Who saves several things one after the other mostly means one folder.
  private static let day: TimeInterval = 24 * 60 * 60

  /// Packages are documents for the user, and are left out.
  @concurrent
  private nonisolated static func list(
    _ folder: DocumentPath, in container: Container
  ) async throws(DiskError) -> [DocumentPath] {
    try Documents(container).folders(in: folder).filter { $0.names.last?.isPackage != true }
  }

  @concurrent
  private nonisolated static func problem(
    with typed: String, in folder: DocumentPath, of container: Container
  ) async -> NameProblem? {
    Documents(container).problem(with: typed, in: folder)
  }
}
