import IntrayCore
import IntrayIntake
import Observation
import SwiftUI

/// A name that is being typed: of a new folder, or another one of a document.
@MainActor
@Observable
final class NamingModel {
  /// What gets the name; nil is a folder that is to be made.
  let document: DocumentEntry?
  private let folder: DocumentPath
  /// The extension that it keeps, with its dot; nothing for a folder.
  let fileExtension: String
  /// What is typed so far, without the extension. What was wrong with another name says nothing of this one.
  var text: String { didSet { if text != oldValue { (problem, otherExtension) = (nil, nil) } } }
  /// The extension that was typed in its place, with its dot: the user is asked which of the two is meant.
  private(set) var otherExtension: String?
  /// Why it cannot be called that; nil is nothing.
  private(set) var problem: String?
  private let actions: DocumentActions

  /// Another name for a document or folder, of this device or of iCloud.
  init(_ document: DocumentEntry, _ actions: DocumentActions) {
    let name = DocumentName(document.name)
    (self.document, folder, self.actions) = (document, document.folder, actions)
    text = document.isFolder ? name.text : name.withoutExtension.text
    fileExtension = document.isFolder ? "" : name.fileExtension
  }

  /// A new folder.
  init(newFolderIn folder: DocumentPath, _ actions: DocumentActions) {
    (document, self.folder, self.actions) = (nil, folder, actions)
    (text, fileExtension) = ("", "")
  }

  /// Gives the typed name, or shows the reason beside the field. Without an extension, which has its dot, the user is asked where
  /// another one was typed.
  func save(with chosen: String? = nil) async {
    let (asked, folder) = (text, folder)
    let typed = TypedName(asked, keeping: fileExtension)
    if let other = typed.otherExtension, chosen == nil { return otherExtension = other }
    let text = typed.isEmpty ? "" : typed.name(with: chosen ?? fileExtension)
    let own = document?.name
    let found =
      document?.cloud != nil
      ? NameProblem(of: text)
      : await actions.library.run { $0.problem(with: text, in: folder, except: own) }
    // Typed on, or given up, meanwhile.
    guard self.text == asked, case .naming(let shown)? = actions.window.sheet, shown === self else { return }
    // Answered, or never asked.
    otherExtension = nil
    problem = found.map(Messages.problem)
    guard problem == nil else { return }
    actions.window.sheet = nil
    let name = DocumentName(text)
    if let document, document.cloud != nil {
      actions.app.cloud.rename(document, to: name)
    } else if let document {
      actions.rename(document.seen, to: name)
    } else {
      actions.makeFolder(name, in: folder)
    }
  }
}

extension DocumentActions {
  func beginRenaming(_ entry: DocumentEntry) { window.sheet = .naming(NamingModel(entry, self)) }

  func beginFolder(in folder: DocumentPath) { window.sheet = .naming(NamingModel(newFolderIn: folder, self)) }
}

/// Asks for a name, and says at once why it cannot be that one.
struct NamingView: View {
  @Bindable var naming: NamingModel
  let cancel: @MainActor () -> Void
  @State private var selection: TextSelection?
  @FocusState private var isTyping: Bool

  var body: some View {
    NavigationStack {
      Form {
        Section {
          HStack {
            TextField("New Name", text: $naming.text, selection: $selection)
              .focused($isTyping)
              .onSubmit { save() }
            if !naming.text.isEmpty {
              Button("Clear Text", systemImage: "xmark.circle") { (selection, naming.text) = (nil, "") }
                .labelStyle(.iconOnly)
                // Else a tap anywhere in the row would press it.
                .buttonStyle(.borderless)
            }
            Text(verbatim: naming.fileExtension).foregroundStyle(.secondary)
          }
          if let problem = naming.problem {
            Label(problem, systemImage: "exclamationmark.triangle")
          }
        } footer: {
          if DocumentName(naming.text).fileName.isHidden {
            Text("Files doesn’t show items whose names begin with a dot. Intray does.")
          }
        }
        if let other = naming.otherExtension {
          Section {
            Button("Use “\(other)”") { save(with: other) }
            Button("Keep “\(naming.fileExtension)”") { save(with: naming.fileExtension) }
          } footer: {
            Text("The document may open in another app.")
          }
        }
      }
      .sheetBar(naming.document == nil ? Text("New Folder") : Text("Rename"), cancel: cancel) {
        Button("Save") { save() }
      }
      .onAppear { isTyping = true }
      // As in Files the stem is selected: what is typed takes its place. Before the field has the focus, none is.
      .onChange(of: isTyping) { _, isTyping in
        if isTyping { selection = TextSelection(range: naming.text.startIndex..<naming.text.endIndex) }
      }
    }
  }

  private func save(with fileExtension: String? = nil) {
    Task { await naming.save(with: fileExtension) }
  }
}
