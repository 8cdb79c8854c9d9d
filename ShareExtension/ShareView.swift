import Foundation
import IntrayCore
import IntrayIntake
import SwiftUI

/// The sheet: what is being saved, under which name and where; what could not be, and why.
struct ShareView: View {
  let model: ShareModel
  @Bindable private var folders: FolderModel

  init(model: ShareModel) {
    self.model = model
    folders = model.folders
  }

  var body: some View {
    NavigationStack(path: $folders.pages) {
      content
        .navigationTitle("Intray")
        .navigationBarTitleDisplayMode(.inline)
        .navigationDestination(for: DocumentPath.self) { FolderPage(model: folders, folder: $0) }
    }
    .task { await model.start() }
    .sensoryFeedback(.success, trigger: model.isSaved) { _, isSaved in isSaved }
  }

  @ViewBuilder private var content: some View {
    switch model.state {
    case .choosing: ChoiceForm(model: model, folders: folders)
    case .loading:
      // With large type the content is taller than the sheet.
      ScrollView {
        ShareProgressView(model: model, title: Text("Saving to Intray"))
        CancelButton(model: model)
      }
      .padding()
    case .publishing:
      ScrollView { ShareProgressView(model: model, title: Text("Saving to Intray")) }.padding()
    case .asking(let loaded): ScrollView { Question(model: model, loaded: loaded) }.padding()
    case .failed(let error):
      ScrollView {
        ContentUnavailableView {
          Label("Not Saved", systemImage: "exclamationmark.triangle")
        } description: {
          Text(verbatim: error.localizedDescription)
        } actions: {
          Button("Close") { model.cancel() }
        }
      }
      .padding()
    case .discarding: ProgressView { Text("Canceling") }
    case .known: Label("Already in Intray", systemImage: "tray.full")
    case .done(.shown): Saved(model: model)
    case .changing: FolderForm(model: model, folders: folders)
    case .done(let visibility):
      ScrollView {
        ContentUnavailableView {
          Label("Saved", systemImage: "checkmark.circle")
        } description: {
          if visibility == .turnedOff {
            Text(
              "Saved to Intray, but Intray is turned off in Files. To turn it on, open Files, tap Browse, tap the More button, tap Edit, then turn on Intray."
            )
          } else {
            Text("Saved to Intray. To see it in Files, open Intray once.")
          }
        } actions: {
          Button("Done") { model.cancel() }
        }
      }
      .padding()
    }
  }
}

/// The name and the folder, to be chosen while the copy runs.
private struct ChoiceForm: View {
  @Bindable var model: ShareModel
  @Bindable var folders: FolderModel

  var body: some View {
    Form {
      if !model.earlier.isEmpty {
        Section {
          ForEach(model.earlier, id: \.self) { Label($0, systemImage: "exclamationmark.triangle") }
        }
      }
      Section {
        if !model.isLoaded || !model.canSave {
          ShareProgressView(model: model, title: Text("Loading"))
        } else {
          if model.others > 0 { Subject(model: model) }
          if model.canRename { NameField(model: model) }
        }
      }
      FolderSection(folders: folders)
      if model.offersQuickSave {
        Section {
          Toggle("Quick Save", isOn: $model.savesAtOnce)
        } footer: {
          Text("From the next time on, the sheet saves at once into the folder that you used last.")
        }
      }
      // Last, so that nothing moves under the finger when the search ends.
      if !model.known.isEmpty { KnownSection(model: model) }
    }
    .toolbar {
      ToolbarItem(placement: .confirmationAction) {
        if model.skipsKnown {
          SaveNewButton(model: model)
        } else {
          SaveAllButton(model: model).disabled(!model.canSave)
        }
      }
      ToolbarItem(placement: .cancellationAction) { CancelButton(model: model) }
    }
  }
}

/// Where it is to go.
private struct FolderSection: View {
  @Bindable var folders: FolderModel

  var body: some View {
    Section("Folder") {
      Picker("Folder", selection: $folders.chosen) {
        ForEach(folders.choices, id: \.self) { choice in
          FolderName(path: choice.path).tag(choice)
        }
      }
      .pickerStyle(.inline)
      .labelsHidden()
      .task(id: folders.chosen) { await folders.offerInside() }
      NavigationLink(value: DocumentPath()) { Text("Choose Another Folder") }
    }
  }
}

/// Where else it is to go, after it was saved.
private struct FolderForm: View {
  let model: ShareModel
  let folders: FolderModel

  var body: some View {
    Form { FolderSection(folders: folders) }
      .toolbar {
        ToolbarItem(placement: .confirmationAction) {
          Button("Move") { Task { await model.change() } }
        }
        ToolbarItem(placement: .cancellationAction) {
          Button("Cancel", role: .cancel) { model.cancel() }
        }
      }
  }
}

/// It is saved, and where, if the user did not choose that.
private struct Saved: View {
  let model: ShareModel

  var body: some View {
    if model.isTooLate {
      ContentUnavailableView {
        Label("Saved", systemImage: "checkmark.circle")
      } description: {
        Text("It was delivered before the folder was changed. You can move it in Intray or in Files.")
      } actions: {
        Button("Done") { model.cancel() }
      }
    } else if model.isQuick {
      Label("Saved in “\(model.folderName)”", systemImage: "checkmark.circle")
      if model.canChangeFolder { Button("Change…") { model.beginChange() } }
    } else {
      Label("Saved", systemImage: "checkmark.circle")
    }
  }
}

/// The name, to be typed, and the extension that it keeps.
private struct NameField: View {
  @Bindable var model: ShareModel

  var body: some View {
    HStack {
      TextField("Name", text: $model.name, prompt: Text(verbatim: DocumentName("").text))
      if model.others == 0, let name = model.names.first {
        Text(verbatim: name.fileExtension).foregroundStyle(.secondary)
      }
    }
  }
}

/// What Intray has already and where, and the choice that the button in the bar is not for.
private struct KnownSection: View {
  let model: ShareModel

  var body: some View {
    Section {
      ForEach(model.known, id: \.self) { known in
        Label {
          if known.name.text == known.path.description {
            Text("“\(known.name.text)” is already in Intray.")
          } else {
            Text("“\(known.name.text)” is already in Intray, as “\(known.path.description)”.")
          }
        } icon: {
          Image(systemName: "tray.full")
        }
      }
      if model.skipsKnown { SaveAllButton(model: model) } else { SaveNewButton(model: model) }
    } footer: {
      if model.skipsKnown { Text("Items that are already in Intray aren’t saved again.") }
    }
  }
}

/// Saves everything, and another copy of what Intray has already.
private struct SaveAllButton: View {
  let model: ShareModel

  var body: some View {
    if model.known.isEmpty {
      Button("Save", action: save)
    } else if model.isAllKnown {
      Button("Save Another Copy", action: save)
    } else {
      Button("Save All", action: save)
    }
  }

  private func save() { Task { await model.save() } }
}

/// Saves what Intray does not have yet; nothing, when it has all.
private struct SaveNewButton: View {
  let model: ShareModel

  var body: some View {
    if model.isAllKnown {
      Button("Don’t Save", action: save)
    } else {
      Button("Save Only New Items", action: save)
    }
  }

  private func save() { Task { await model.saveNew() } }
}

/// One folder, with the folders in it.
private struct FolderPage: View {
  @Bindable var model: FolderModel
  let folder: DocumentPath

  var body: some View {
    Form {
      Section {
        ForEach(model.folders[folder] ?? [], id: \.self) { folder in
          NavigationLink(value: folder) { FolderName(path: DocumentPath(folder.names.suffix(1))) }
        }
      }
      Section {
        TextField("New Folder", text: $model.newName)
        if let problem = model.problem { ProblemLabel(problem: problem) }
        Button("Create") { Task { await model.create(in: folder) } }
      }
    }
    .navigationTitle(folder.names.last.map { Text(verbatim: $0.description) } ?? Text("Documents"))
    .navigationBarTitleDisplayMode(.inline)
    .toolbar {
      ToolbarItem(placement: .confirmationAction) {
        Button("Choose") { model.choose(folder) }
      }
    }
    .task { await model.open(folder) }
  }
}

/// What does not go on the page of a folder, and what to do.
private struct ProblemLabel: View {
  let problem: FolderModel.Problem

  var body: some View {
    Label {
      switch problem {
      case .gone: Text("This folder no longer exists. Choose another one.")
      case .unreadable: Text("This folder can’t be read at the moment. Unlock the device and try again.")
      case .name(.empty): Text("Enter a name.")
      case .name(.illegal(let name)): Text("You can’t use this name. Try “\(name.text)”.")
      case .name(.taken(let name)):
        Text("The name “\(name.text)” is already taken. Please choose a different name.")
      }
    } icon: {
      Image(systemName: "exclamationmark.triangle")
    }
  }
}

/// A folder's name or path. Documents itself is called as in Files.
private struct FolderName: View {
  let path: DocumentPath

  var body: some View {
    if path.names.isEmpty { Text("Documents") } else { Text(verbatim: path.description) }
  }
}

/// How far it is, and what it is.
private struct ShareProgressView: View {
  let model: ShareModel
  let title: Text

  var body: some View {
    ProgressView(value: model.fraction) {
      title
      Subject(model: model)
    } currentValueLabel: {
      Text(verbatim: model.bytes.formatted(.byteCount(style: .file)))
    }
    .accessibilityLabel(title)
  }
}

/// What is being shared.
private struct Subject: View {
  let model: ShareModel

  var body: some View {
    if let subject = model.subject, model.others > 0 {
      Text("“\(subject)” and \(model.others) more")
    } else if let subject = model.subject {
      Text(verbatim: subject)
    }
  }
}

/// Ends the share; nothing is kept.
private struct CancelButton: View {
  let model: ShareModel

  var body: some View {
    Button("Cancel", role: .cancel) { model.cancel() }
      .accessibilityHint(Text("Nothing will be saved"))
  }
}

/// Some of it could not be read: which, why, and what now.
private struct Question: View {
  let model: ShareModel
  let loaded: Share.Loaded

  var body: some View {
    ContentUnavailableView {
      Label("Not Everything Could Be Read", systemImage: "exclamationmark.triangle")
    } description: {
      Text("\(loaded.names.count) of \(loaded.names.count + loaded.failures.count) can be saved.")
      ForEach(loaded.failures.map(\.localizedDescription), id: \.self) { Text(verbatim: $0) }
    } actions: {
      Button("Save the Rest") { Task { await model.saveRest() } }
      CancelButton(model: model)
    }
  }
}
