import Foundation
import IntrayCore
import IntrayIntake
import Observation
import SwiftUI
import UniformTypeIdentifiers

/// A text document in the editor. What is typed is saved when the user pauses, closes the editor or leaves the app. If the process is
/// killed, what was typed since the last pause is lost.
@MainActor
@Observable
final class TextEditing: Identifiable {
  var text: String { didSet { if text != oldValue { saveSoon() } } }
  /// What the user must know: what was not saved, or where the text is; nil is nothing.
  private(set) var notice: String?
  /// What was saved last.
  private var version: EditedText
  var isSaved: Bool { text == version.text }
  var name: String { version.path.names.last?.description ?? "" }
  /// Whether its letters have one width.
  var isCode: Bool {
    let type = version.path.type(isOnFolder: false)
    let code: [UTType] = [.sourceCode, .json, .xml, .html]
    return code.contains { type.conforms(to: $0) }
  }
  private let app: HostModel
  @ObservationIgnored private var waiting: Task<Void, Never>?
  /// One save at a time, each over the version of the one before it.
  private let turn = AsyncSemaphore(1)
  /// How long the user pauses before what is typed is saved: as long as a sentence is thought of.
  private let pause: Duration

  init(_ version: EditedText, _ app: HostModel, pause: Duration = .seconds(2)) {
    (self.version, self.app, self.pause) = (version, app, pause)
    text = version.text
  }

  private func saveSoon() {
    waiting?.cancel()
    waiting = Task { [pause] in
      // Typing on ends the pause, and begins another.
      guard (try? await Task.sleep(for: pause)) != nil else { return }
      // Not in this task, which typing on cancels.
      Task { await save() }
    }
  }

  /// Saves what is typed now.
  func save() async {
    waiting?.cancel()
    guard await turn.wait() else { return }
    defer { turn.signal() }
    guard !isSaved else { return }
    let activity = BackgroundActivity("Saving a text") {}
    defer { activity.end() }
    do throws(DiskError) {
      version = try await app.library.run { [text, version] documents throws(DiskError) in
        try documents.save(text, over: version, conflictWord: String(localized: "conflict"))
      }
      if version.isConflictCopy {
        notice = String(
          localized:
            "Your changes are in “\(version.path.description)”. The original document is unchanged.")
      } else {
        notice = nil
      }
      await app.changed()
    } catch {
      notice = Messages.action(error)
    }
  }
}

extension DocumentEntry {
  /// Whether the app edits it.
  var isEditable: Bool {
    let isPlain = ![.rtf, .webArchive].contains { type.conforms(to: $0) }
    return documentKind == .text && isPlain && self.cloud == nil
  }
}

extension DocumentActions {
  /// Opens a text in the editor, or says why not.
  func edit(_ entry: DocumentEntry) {
    notices.forget()
    window.run {
      do throws(DiskError) {
        let text = try await library.run { documents throws(DiskError) in
          // Without the date it is edited all the same.
          try? documents.noteOpened(entry.path)
          return try documents.text(of: entry.path)
        }
        if let text { return window.sheet = .edit(TextEditing(text, app)) }
        notices.problem = String(
          localized: "Intray can’t edit “\(entry.path.description)”. Share it to open it in another app.")
      } catch {
        notices.problem = Messages.cannotShow(entry.path, error)
        app.overview.raise()
      }
    }
  }
}

/// The system's editor. It has undo, dictation and search; while something is not saved, no swipe closes it.
struct TextEditingView: View {
  @Bindable var editing: TextEditing
  let done: @MainActor () -> Void
  @State private var isFinding = false
  @Environment(\.scenePhase) private var scenePhase

  var body: some View {
    NavigationStack {
      VStack {
        if let notice = editing.notice { Label(notice, systemImage: "exclamationmark.triangle").padding() }
        TextEditor(text: $editing.text)
          .monospaced(editing.isCode)
          .findNavigator(isPresented: $isFinding)
      }
      .sheetBar(Text(verbatim: editing.name)) { Button("Done") { Task { await close() } } }
      .toolbar {
        ToolbarItem(placement: .topBarLeading) {
          Button("Find", systemImage: "magnifyingglass") { isFinding = true }
        }
      }
    }
    .interactiveDismissDisabled(!editing.isSaved)
    .onChange(of: scenePhase) { _, phase in
      if phase != .active { Task { await editing.save() } }
    }
  }

  /// Closes the editor, unless something could not be saved, or the user must first read where it is.
  private func close() async {
    let read = editing.notice
    await editing.save()
    if editing.isSaved, editing.notice == nil || editing.notice == read { done() }
  }
}
