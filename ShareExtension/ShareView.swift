import Foundation
import Intake
import Shared
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
        .navigationDestination(for: DocumentPath.self) { FolderPage(model: folders, folder: $0) }
    }
    .task { await model.start() }
  }

  @ViewBuilder private var content: some View {
    switch model.state {
    case .choosing: ChoiceForm(model: model, folders: folders)
    case .loading:
      // With large type the content is taller than the sheet.
      ScrollView {
        ShareProgressView(model: model)
        CancelButton(model: model)
      }
      .padding()
    case .publishing: ScrollView { ShareProgressView(model: model) }.padding()
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
    case .done(.shown): Label("Saved", systemImage: "checkmark.circle")
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
      Section {
        ShareProgressView(model: model)
        if model.others == 0 { TextField("Name", text: $model.name) }
      }
      Section {
        Picker("Folder", selection: $folders.chosen) {
          ForEach(folders.choices, id: \.self) { choice in
            FolderName(path: choice.path).tag(choice)
          }
        }
        NavigationLink(value: DocumentPath()) { Text("Choose Another Folder") }
      }
    }
    .toolbar {
      ToolbarItem(placement: .confirmationAction) {
        Button("Save") { Task { await model.save() } }
      }
      ToolbarItem(placement: .cancellationAction) { CancelButton(model: model) }
    }
  }
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
        switch model.problem {
        case .illegal(let suggestion):
          Label(
            "A folder can’t have this name. Try “\(suggestion)”.", systemImage: "exclamationmark.triangle")
        case .taken(let name):
          Label(
            "The name “\(name)” is already taken. Please choose a different name.",
            systemImage: "exclamationmark.triangle")
        case nil: EmptyView()
        }
        Button("Create") { Task { await model.create(in: folder) } }
      }
    }
    .navigationTitle(folder.names.last.map { Text(verbatim: $0.description) } ?? Text("Documents"))
    .toolbar {
      ToolbarItem(placement: .confirmationAction) {
        Button("Choose") { model.choose(folder) }
      }
    }
    .task { await model.open(folder) }
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

  var body: some View {
    ProgressView(value: model.fraction) {
      Text("Saving to Intray")
      if model.others > 0 {
        Text("“\(model.subject)” and \(model.others) more")
      } else {
        Text(verbatim: model.subject)
      }
    } currentValueLabel: {
      Text(verbatim: model.bytes.formatted(.byteCount(style: .file)))
    }
    .accessibilityLabel(Text("Saving to Intray"))
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
      Text("\(loaded.saved) of \(loaded.saved + loaded.failures.count) can be saved.")
      ForEach(loaded.failures.map(\.localizedDescription), id: \.self) { Text(verbatim: $0) }
    } actions: {
      Button("Save the Rest") { Task { await model.saveRest() } }
      CancelButton(model: model)
    }
  }
}
