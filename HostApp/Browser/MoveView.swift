import Foundation
import IntrayCore
import SwiftUI

/// Asks where to move documents: to a folder that was used last, with one tap, or to any other.
struct MoveView: View {
  let actions: DocumentActions
  let documents: [DocumentEntry]
  /// The folders that were used last, then the favorites.
  var offered = Preferences.offeredFolders

  var body: some View {
    NavigationStack {
      page(of: DocumentPath())
        .navigationDestination(for: DocumentPath.self) { page(of: $0) }
    }
  }

  private func page(of folder: DocumentPath) -> some View {
    MovePage(actions: actions, documents: documents, folder: folder, offered: offered)
  }
}

/// A folder: the folders in it, a new one, and the button that moves the documents here.
private struct MovePage: View {
  let actions: DocumentActions
  let documents: [DocumentEntry]
  let folder: DocumentPath
  let offered: [DocumentPath]
  /// What of ``offered`` exists and does not have the documents yet.
  @State private var suggestions: [DocumentPath] = []
  /// Where documents like these were moved or saved last.
  @State private var usual: DocumentPath?
  /// The folders here; nil until they and ``suggestions`` are known, so that nothing is pushed down.
  @State private var folders: [DocumentPath]?
  /// The name of a new folder, as it is typed.
  @State private var name = ""
  @State private var problem: String?

  var body: some View {
    Form {
      Section {
        if documents.count == 1 {
          Label(documents[0].shownName, systemImage: documents[0].isFolder ? "folder" : "doc")
        } else {
          Label("\(documents.count) items", systemImage: "doc.on.doc")
        }
      } footer: {
        if isHere { Text("Choose a folder to move to.") }
      }
      if folder.names.isEmpty, !suggestions.isEmpty || usual != nil {
        Section("Move To") {
          if let usual, let site = documents[0].source {
            Button {
              move(to: usual)
            } label: {
              Label {
                VStack(alignment: .leading) {
                  Text(verbatim: usual.description)
                  Text("Used last for items like this from \(site)").caption()
                }
              } icon: {
                Image(systemName: "folder")
              }
            }
          }
          ForEach(suggestions, id: \.self) { suggestion in
            Button(suggestion.description, systemImage: "folder") { move(to: suggestion) }
          }
        }
      }
      if let problem { Label(problem, systemImage: "exclamationmark.triangle") }
      if let folders {
        Section("Folders") {
          ForEach(folders, id: \.self) { folder in
            NavigationLink(value: folder) { Text(verbatim: folder.names.last?.description ?? "") }
          }
          TextField("New Folder", text: $name)
            .onSubmit(create)
          Button("Create and Move") { create() }
            .disabled(name.isEmpty)
        }
      }
    }
    .onChange(of: name) { _, _ in problem = nil }
    .sheetBar(
      folder.names.last.map { Text(verbatim: $0.description) } ?? Text("Documents"),
      cancel: { actions.window.sheet = nil }
    ) {
      Button("Move") { move(to: folder) }
        .disabled(isHere)
    }
    .task { await list() }
  }

  /// Whether all lie in this folder already.
  private var isHere: Bool { documents.allSatisfy { $0.folder == folder } }

  /// Lists the folders here. What is moved is not among them.
  private func list() async {
    (name, problem) = ("", nil)
    let others = offered.filter { folder in !documents.contains { $0.folder == folder } }
    let index = actions.library.index
    let known = await index.entries(at: others).filter(\.isFolder).map(\.path)
    let likeness = documents[0].likeness
    if let likeness, documents.allSatisfy({ $0.likeness == likeness }) {
      let found = await index.usualFolders[likeness]
      usual = documents.allSatisfy { $0.folder == found } ? nil : found
    }
    var query = DocumentQuery(folder: folder, limit: .max)
    query.members = .folders
    switch await actions.library.list(query) {
    case .success(let list):
      let moved = Set(documents.map(\.path))
      (suggestions, folders) = (
        known.filter { $0 != usual }, list.entries.map(\.path).filter { !moved.contains($0) }
      )
    case .failure(let error): problem = Messages.cannotFollow(folder, error)
    }
  }

  private func create() {
    let typed = name.trimmingCharacters(in: .whitespacesAndNewlines)
    Task {
      problem = await actions.library.run { $0.problem(with: typed, in: folder) }.map(Messages.problem)
      if problem == nil { move(to: folder, new: DocumentName(typed)) }
    }
  }

  private func move(to folder: DocumentPath, new name: DocumentName? = nil) {
    actions.window.sheet = nil
    actions.move(documents.map(\.seen), to: folder, new: name)
  }
}
