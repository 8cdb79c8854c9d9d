import Foundation
import Shared
import SwiftUI

/// What the user does with a name.
extension NavigationModel {
  /// What the user is naming.
  struct Naming: Identifiable, Hashable {
    /// What gets the name; nil is a folder that is to be made.
    var document: SeenDocument?
    /// In which folder.
    var folder: DocumentPath
    /// What is typed so far.
    var text: String
    /// Why it cannot be called that; nil is nothing.
    var problem: String?

    var path: DocumentPath? { document?.path }
    var id: DocumentPath { path ?? folder }
  }

  /// Begins to rename it.
  func beginRenaming(_ path: DocumentPath) {
    naming = Naming(
      document: seen(path), folder: path.parent, text: path.names.last?.description ?? "")
  }

  /// Begins to make a folder here.
  func beginFolder() {
    naming = Naming(folder: folder, text: "")
  }

  /// The name that is being typed. What was wrong with another name says nothing of this one.
  var typed: String {
    get { naming?.text ?? "" }
    set {
      naming?.text = newValue
      naming?.problem = nil
    }
  }

  /// Renames the document to the typed name, or shows the reason beside the field.
  func name() async {
    guard let library, var asked = naming else { return }
    let own = asked.path?.names.last
    // Blanks around a name are no part of it.
    let (text, folder) = (asked.text.trimmingCharacters(in: .whitespacesAndNewlines), asked.folder)
    asked.problem = await library.run { $0.problem(with: text, in: folder, except: own) }.map(
      Messages.problem)
    // Typed on, or given up, meanwhile.
    guard naming?.text == asked.text else { return }
    naming = asked.problem == nil ? nil : asked
    guard asked.problem == nil else { return }
    let name = DocumentName(text)
    if let document = asked.document {
      perform(.rename, for: document) { documents throws(DiskError) in
        try documents.move(document, to: folder.appending(name.fileName))
      }
    } else {
      perform(.add) { documents throws(DiskError) in try documents.makeFolder(name, in: folder) }
    }
  }
}

/// Asks for a name, and says at once why it cannot be that one.
struct NamingView: View {
  @Bindable var browser: NavigationModel

  var body: some View {
    NavigationStack {
      Form {
        TextField("New Name", text: $browser.typed)
          .onSubmit(save)
        if let problem = browser.naming?.problem {
          Label(problem, systemImage: "exclamationmark.triangle")
        }
      }
      .navigationTitle(browser.naming?.path == nil ? Text("New Folder") : Text("Rename"))
      .toolbar {
        ToolbarItem(placement: .confirmationAction) {
          Button("Save", action: save)
        }
        ToolbarItem(placement: .cancellationAction) {
          Button("Cancel") { browser.naming = nil }
        }
      }
    }
  }

  private func save() {
    Task { await browser.name() }
  }
}
