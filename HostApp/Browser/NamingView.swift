import IntrayCore
import IntrayIntake
import SwiftUI

/// What the user does with a name.
extension NavigationModel {
  struct Naming: Identifiable, Hashable {
    /// What gets the name; nil is a folder that is to be made.
    var document: SeenDocument?
    var folder: DocumentPath
    /// What is typed so far, without the extension.
    var text: String
    /// The extension that it keeps, with its dot; nothing for a folder.
    var fileExtension = ""
    /// The extension that was typed in its place, with its dot: the user is asked which of the two is meant.
    var otherExtension: String?
    var isInCloud = false
    /// Why it cannot be called that; nil is nothing.
    var problem: String?

    var id: DocumentPath { document?.path ?? folder }
  }

  func beginRenaming(_ path: DocumentPath) {
    beginRenaming(seen(path), isFolder: list.entries.first { $0.path == path }?.isFolder == true)
  }

  /// Begins to rename a document or folder, of this device or of iCloud.
  func beginRenaming(_ document: SeenDocument, isFolder: Bool, isInCloud: Bool = false) {
    let name = DocumentName(document.path.names.last ?? "")
    naming = Naming(
      document: document, folder: document.path.parent,
      text: isFolder ? name.text : name.withoutExtension.text,
      fileExtension: isFolder ? "" : name.fileExtension, isInCloud: isInCloud)
  }

  func beginFolder() {
    naming = Naming(folder: folder, text: "")
  }

  /// The name that is being typed. What was wrong with another name says nothing of this one.
  var typed: String {
    get { naming?.text ?? "" }
    set {
      naming?.text = newValue
      naming?.problem = nil
      naming?.otherExtension = nil
    }
  }

  /// Renames the document to the typed name, or shows the reason beside the field. Without an extension, which has its dot, the
  /// user is asked where another one was typed.
  func name(with fileExtension: String? = nil) async {
    guard var asked = naming else { return }
    let own = asked.document?.path.names.last
    let folder = asked.folder
    let typed = TypedName(asked.text, keeping: asked.fileExtension)
    if typed.otherExtension != nil, fileExtension == nil {
      naming?.otherExtension = typed.otherExtension
      return
    }
    let text = typed.isEmpty ? "" : typed.name(with: fileExtension ?? asked.fileExtension)
    // Answered, or never asked.
    asked.otherExtension = nil
    let problem =
      asked.isInCloud
      ? NameProblem(of: text) : await library.run { $0.problem(with: text, in: folder, except: own) }
    asked.problem = problem.map(Messages.problem)
    // Typed on, or given up, meanwhile.
    guard naming?.text == asked.text else { return }
    naming = asked.problem == nil ? nil : asked
    guard asked.problem == nil else { return }
    let name = DocumentName(text)
    if let document = asked.document, asked.isInCloud {
      drive.cloud.rename(document.path, to: name)
    } else if let document = asked.document {
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
        HStack {
          TextField("New Name", text: $browser.typed)
            .onSubmit { save() }
          Text(verbatim: browser.naming?.fileExtension ?? "").foregroundStyle(.secondary)
        }
        if let naming = browser.naming, let other = naming.otherExtension {
          Section {
            Button("Use “\(other)”") { save(with: other) }
            Button("Keep “\(naming.fileExtension)”") { save(with: naming.fileExtension) }
          } footer: {
            Text("The document may open in another app.")
          }
        }
        if let problem = browser.naming?.problem {
          Label(problem, systemImage: "exclamationmark.triangle")
        }
      }
      .sheetBar(
        browser.naming?.document == nil ? Text("New Folder") : Text("Rename"),
        cancel: { browser.naming = nil }
      ) {
        Button("Save") { save() }
      }
    }
  }

  private func save(with fileExtension: String? = nil) {
    Task { await browser.name(with: fileExtension) }
  }
}
