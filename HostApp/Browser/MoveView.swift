import Foundation
import Observation
import Shared
import SwiftUI

/// The folders that documents can be moved to, and a new one.
@MainActor
@Observable
final class MoveModel {
  let documents: [SeenDocument]
  /// The favorites, then the folders that were used last, as far as they exist and the documents are not in them yet.
  private(set) var suggestions: [DocumentPath] = []
  /// The folders that were gone into, outermost first.
  var pages: [DocumentPath] = [] { didSet { (newName, problem) = ("", nil) } }
  /// The folders in those that were listed.
  private(set) var folders: [DocumentPath: [DocumentPath]] = [:]
  /// The name in the field for a new folder.
  var newName = "" { didSet { problem = nil } }
  /// What does not go on the page in front; nil is nothing.
  private(set) var problem: String?
  private let library: DocumentLibrary
  private let offered: [DocumentPath]

  init(
    _ documents: [SeenDocument], _ library: DocumentLibrary,
    offered: [DocumentPath] = Preferences.offeredFolders
  ) {
    (self.documents, self.library) = (documents, library)
    self.offered = offered.filter { folder in !documents.contains { $0.path.parent == folder } }
  }

  /// Lists the folders in a folder. What is moved is not among them.
  func open(_ folder: DocumentPath) async {
    suggestions = await library.index.entries(at: offered).filter(\.isFolder).map(\.path)
    var query = DocumentQuery(folder: folder, limit: .max)
    query.members = .folders
    switch await library.list(query) {
    case .success(let list):
      let moved = Set(documents.map(\.path))
      folders[folder] = list.entries.map(\.path).filter { !moved.contains($0) }
    case .failure(let error): problem = Messages.cannotFollow(folder, error)
    }
  }

  /// The name of the new folder as it was typed, or nil and the reason why there can be none.
  func newFolder(in folder: DocumentPath) async -> DocumentName? {
    let typed = newName.trimmingCharacters(in: .whitespacesAndNewlines)
    problem = await library.run { $0.problem(with: typed, in: folder) }.map(Messages.problem)
    return problem == nil ? DocumentName(typed) : nil
  }
}

/// Asks where to move documents: to a folder that was used last, with one tap, or to any other.
struct MoveView: View {
  let browser: NavigationModel
  @State var model: MoveModel

  var body: some View {
    NavigationStack(path: $model.pages) {
      MovePage(browser: browser, model: model, folder: DocumentPath())
        .navigationDestination(for: DocumentPath.self) { folder in
          MovePage(browser: browser, model: model, folder: folder)
        }
    }
  }
}

/// A folder: the folders in it, a new one, and the button that moves the documents here.
private struct MovePage: View {
  let browser: NavigationModel
  @Bindable var model: MoveModel
  let folder: DocumentPath

  var body: some View {
    Form {
      if folder.names.isEmpty, !model.suggestions.isEmpty {
        Section("Move To") {
          ForEach(model.suggestions, id: \.self) { suggestion in
            Button(suggestion.description, systemImage: "folder") {
              browser.move(model.documents, to: suggestion)
            }
          }
        }
      }
      Section("Folders") {
        ForEach(model.folders[folder] ?? [], id: \.self) { folder in
          NavigationLink(value: folder) { Text(verbatim: folder.names.last?.description ?? "") }
        }
        TextField("New Folder", text: $model.newName)
          .onSubmit(create)
        if let problem = model.problem { Label(problem, systemImage: "exclamationmark.triangle") }
        Button("Create and Move") { create() }
          .disabled(model.newName.isEmpty)
      }
    }
    .navigationTitle(folder.names.last.map { Text(verbatim: $0.description) } ?? Text("Documents"))
    .navigationBarTitleDisplayMode(.inline)
    .toolbar {
      ToolbarItem(placement: .confirmationAction) {
        Button("Move") { browser.move(model.documents, to: folder) }
          .disabled(model.documents.allSatisfy { $0.path.parent == folder })
      }
      ToolbarItem(placement: .cancellationAction) {
        Button("Cancel") { browser.moving = [] }
      }
    }
    .task { await model.open(folder) }
  }

  private func create() {
    Task {
      guard let name = await model.newFolder(in: folder) else { return }
      browser.move(model.documents, to: folder, new: name)
    }
  }
}
