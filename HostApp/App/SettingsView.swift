import IntrayCore
import SwiftUI

/// What the user can set, for the app and its extensions.
struct SettingsView: View {
  let contents: ContentSearch
  let done: @MainActor () -> Void
  @AppStorage(Preferences.savesAtOnceKey, store: Preferences.store) private var savesAtOnce = false
  @AppStorage(Preferences.usesUsualFolderKey, store: Preferences.store) private var usesUsualFolder = false
  @AppStorage(Preferences.duplicateAnswerKey, store: Preferences.store) private
    var duplicateAnswer = Preferences.DuplicateAnswer.ask
  @AppStorage(Preferences.markupAnswerKey, store: Preferences.store) private
    var markupAnswer = Preferences.MarkupAnswer.ask
  @AppStorage(Preferences.searchesContentsKey, store: Preferences.store) private var searchesContents = true

  var body: some View {
    NavigationStack {
      Form {
        Section {
          Toggle("Quick Save", isOn: $savesAtOnce)
        } footer: {
          Text("The share sheet saves at once into the folder that you used last.")
        }
        if savesAtOnce {
          Section {
            Toggle("Use the Folder of Similar Documents", isOn: $usesUsualFolder)
          } footer: {
            Text(
              "If the last three documents of one kind and site are in one folder, Quick Save adds the next one there."
            )
          }
        }
        Section {
          Picker("If Already in Intray", selection: $duplicateAnswer) {
            Text("Ask").tag(Preferences.DuplicateAnswer.ask)
            Text("Don’t Save").tag(Preferences.DuplicateAnswer.skip)
            Text("Keep Both").tag(Preferences.DuplicateAnswer.keep)
          }
        } footer: {
          Text("For a file with the same contents as a document, under any name and in any folder.")
        }
        Section {
          Picker("After Markup", selection: $markupAnswer) {
            Text("Ask Once").tag(Preferences.MarkupAnswer.ask)
            Text("Replace Original").tag(Preferences.MarkupAnswer.replace)
            Text("Save a Copy").tag(Preferences.MarkupAnswer.copy)
          }
        } footer: {
          Text("Intray asks once, and does the same from then on. The old version goes to Recently Deleted.")
        }
        Section {
          Toggle("Search in Contents", isOn: $searchesContents)
          Button("Delete Search Index", role: .destructive) { Task { await contents.delete() } }
        } footer: {
          Text("Intray reads texts, PDFs and pictures while you use it. What it reads stays on this device.")
        }
      }
      .onChange(of: searchesContents) { _, isOn in
        Task {
          if !isOn { await contents.stop() }
          await contents.begin()
        }
      }
      .sheetBar(Text("Settings")) { Button("Done", action: done) }
    }
  }
}
