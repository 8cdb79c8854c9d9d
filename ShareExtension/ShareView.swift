import Accessibility
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
    // A page of a folder would cover what the sheet says when the user does not choose any more.
    NavigationStack(path: isChoosing ? $folders.pages : .constant([])) {
      content
        .navigationTitle("Intray")
        .navigationBarTitleDisplayMode(.inline)
        .navigationDestination(for: DocumentPath.self) { FolderPage(model: folders, folder: $0) }
    }
    .task { await model.start() }
    // Ends when the user does not choose any more.
    .task(id: model.isLoaded) { await model.look() }
    .sensoryFeedback(.success, trigger: model.isSaved) { _, isSaved in isSaved }
    .onChange(of: model.announcement) { old, new in
      if old == nil, let new { AccessibilityNotification.Announcement(new).post() }
    }
  }

  private var isChoosing: Bool {
    switch model.state {
    case .choosing, .changing: true
    default: false
    }
  }

  @ViewBuilder private var content: some View {
    switch model.state {
    case .choosing: ChoiceForm(model: model, folders: folders)
    case .loading, .working(.publishing, _), .working(.published, _):
      // With large type the content is taller than the sheet.
      ScrollView {
        ShareProgressView(model: model, title: Text("Saving to Intray"))
        if case .loading = model.state { CancelButton(model: model) }
      }
      .padding()
    case .asking(let loaded, _): ScrollView { Question(model: model, loaded: loaded) }.padding()
    case .failed(let error, _):
      ScrollView {
        ContentUnavailableView {
          Label("Not Saved", systemImage: "exclamationmark.triangle")
        } description: {
          Text(verbatim: error.localizedDescription)
        } actions: {
          Button("Close") { model.request.cancel() }
        }
      }
      .padding()
    case .working(.discarding, _): ProgressView { Text("Canceling") }
    case .known(let stays):
      VStack {
        Label("Already in Intray", systemImage: "tray.full")
        if stays { Button("Done") { model.request.cancel() } }
      }
    case .saved(let saved): SavedView(model: model, saved: saved)
    case .changing: FolderForm(model: model, folders: folders)
    }
  }
}

/// The name and the folder, to be chosen while the copy runs.
private struct ChoiceForm: View {
  let model: ShareModel
  let folders: FolderModel
  @AppStorage(Preferences.savesAtOnceKey, store: Preferences.store) private var savesAtOnce = false

  var body: some View {
    Form {
      if !model.earlier.isEmpty {
        Section {
          ForEach(model.earlier, id: \.self) { Label($0, systemImage: "exclamationmark.triangle") }
        }
      }
      // Until it is known what Intray has: nothing moves under the finger afterwards.
      if !model.known.isEmpty { KnownSection(model: model) }
      Section {
        if !model.isSearched {
          ShareProgressView(model: model, title: Text("Loading…"))
        } else {
          if model.others > 0 { Subject(model: model) }
          if model.canRename { NameField(model: model) }
          if let usual = folders.usual {
            UsualFolder(folders: folders, folder: usual.folder, site: usual.site)
          }
        }
      } footer: {
        if model.isHidden {
          Text("Files doesn’t show items whose names begin with a dot. Intray does.")
        } else if model.otherExtension != nil {
          Text("The document may open in another app.")
        }
      }
      // Nothing is noted on what is not saved again; but what was typed stays in sight.
      if !model.isAllKnown || !model.remarks.isEmpty { RemarksSection(model: model) }
      FolderSection(folders: folders)
      if model.offersQuickSave {
        Section {
          Toggle("Quick Save", isOn: $savesAtOnce)
        } footer: {
          Text("From the next time on, the sheet saves at once into the folder that you used last.")
        }
      }
      if let leftOut = model.leftOut, !leftOut.isEmpty { LeftOutSection(model: model, leftOut: leftOut) }
    }
    .toolbar {
      ToolbarItem(placement: .confirmationAction) {
        // Nothing is saved twice by it.
        Button {
          Task { await model.save(skippingKnown: true) }
        } label: {
          if model.isAllKnown { Text("Done") } else { Text("Save") }
        }
        .disabled(!model.canSave)
      }
      ToolbarItem(placement: .cancellationAction) { CancelButton(model: model) }
    }
  }
}

/// The folder into which what is like this went last, to be chosen with one tap.
private struct UsualFolder: View {
  let folders: FolderModel
  let folder: DocumentPath
  let site: String

  var body: some View {
    Button {
      folders.choose(FolderChoice(folder: folder))
    } label: {
      Label {
        VStack(alignment: .leading) {
          Text(verbatim: folder.description)
          Text("Used last for items like this from \(site)").font(.caption).foregroundStyle(.secondary)
        }
      } icon: {
        Image(systemName: folders.chosen.path == folder ? "checkmark" : "folder")
      }
    }
    .accessibilityAddTraits(folders.chosen.path == folder ? .isSelected : [])
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
          Button("Move") { Task { await model.request.change(to: folders.chosen) } }
        }
        ToolbarItem(placement: .cancellationAction) {
          Button("Cancel", role: .cancel) { model.request.cancel() }
        }
      }
  }
}

/// It is saved: for a moment, or until the user has read it.
private struct SavedView: View {
  let model: ShareModel
  let saved: ShareRequest.Saved

  var body: some View {
    if saved.stays {
      ScrollView {
        ContentUnavailableView {
          label
        } description: {
          description
        } actions: {
          changeButton
          Button("Done") { model.request.cancel() }
        }
      }
      .padding()
    } else {
      label
      changeButton
    }
  }

  private var label: some View {
    Label(saved.title, systemImage: saved.mayBeLost ? "exclamationmark.triangle" : "checkmark.circle")
  }

  @ViewBuilder private var changeButton: some View {
    if saved.change == .offered { Button("Change…") { model.request.beginChange() } }
  }

  @ViewBuilder private var description: some View {
    if saved.mayBeLost {
      Text(verbatim: ShareError.mayBeLost)
    } else if saved.change == .tooLate {
      Text("It was delivered before the folder was changed. You can move it in Intray or in Files.")
    } else if saved.visibility == .turnedOff {
      Text(
        "Saved to Intray, but Intray is turned off in Files. To turn it on, open Files, tap Browse, tap the More button, tap Edit, then turn on Intray."
      )
    } else if saved.visibility == .notYet {
      Text("Saved to Intray. To see it in Files, open Intray once.")
    }
  }
}

/// The name, to be typed, and the extension that it keeps.
private struct NameField: View {
  @Bindable var model: ShareModel

  var body: some View {
    HStack {
      TextField("Name", text: $model.name, prompt: Text(verbatim: DocumentName("").text))
      if model.others == 0, model.otherExtension == nil {
        Text(verbatim: model.fileExtension).foregroundStyle(.secondary)
      }
    }
    if let other = model.otherExtension, let own = model.names.first?.fileExtension {
      Picker("Extension", selection: $model.fileExtension) {
        Text("Use “\(other)”").tag(other)
        Text("Keep “\(own)”").tag(own)
      }
      .pickerStyle(.inline)
      .labelsHidden()
    }
  }
}

/// Tags and a comment, once the user wants to add them.
private struct RemarksSection: View {
  @Bindable var model: ShareModel
  @State private var isOpen = false

  var body: some View {
    Section {
      if isOpen {
        ForEach(model.tags) { tag in
          let isSet = model.remarks.tags.contains(tag)
          Button(tag.name, systemImage: isSet ? "checkmark" : "tag") { model.set(tag, to: !isSet) }
            .accessibilityAddTraits(isSet ? .isSelected : [])
        }
        TextField("Add Tag", text: $model.typedTag)
          .onSubmit { model.addTag() }
        TextField("Comment", text: $model.remarks.comment, axis: .vertical)
      } else {
        Button("Add Tags and Comment", systemImage: "tag") { isOpen = true }
      }
    } footer: {
      if model.lacksRoom {
        Text("This item can’t have any more tags. Remove a tag, or use a shorter name for the new one.")
      }
    }
  }
}

/// What is not saved because it only advertises or shows something, and a way to save a picture nevertheless.
private struct LeftOutSection: View {
  let model: ShareModel
  let leftOut: LeftOut

  var body: some View {
    Section("Left Out") {
      ForEach(leftOut.advertisements, id: \.self) { Text(verbatim: $0) }
      if let preview = leftOut.preview {
        Button("Also Keep “\(preview.name.text)”") { Task { await model.request.keepPreview() } }
      }
    }
  }
}

/// What Intray has already and where, and the choice to save it once more.
private struct KnownSection: View {
  let model: ShareModel

  var body: some View {
    Section {
      ForEach(model.known, id: \.self) { known in
        Label {
          if known.name.text == known.path.description {
            Text(verbatim: ShareError.ours(known.name.text).localizedDescription)
          } else {
            Text("“\(known.name.text)” is already in Intray, as “\(known.path.description)”.")
          }
        } icon: {
          Image(systemName: "tray.full")
        }
      }
      Button {
        Task { await model.save() }
      } label: {
        if model.isAllKnown { Text("Save Another Copy") } else { Text("Save All") }
      }
    } footer: {
      Text("Items that are already in Intray aren’t saved again.")
    }
  }
}

/// One folder, with the folders in it.
private struct FolderPage: View {
  let model: FolderModel
  let folder: DocumentPath
  @State private var folders: [DocumentPath] = []
  @State private var newName = ""
  @State private var problem: FolderModel.Problem?

  var body: some View {
    Form {
      Section {
        ForEach(folders, id: \.self) { folder in
          NavigationLink(value: folder) { FolderName(path: DocumentPath(folder.names.suffix(1))) }
        }
      }
      Section {
        TextField("New Folder", text: $newName)
        if let problem { ProblemLabel(problem: problem) }
        Button("Create") { Task { problem = await model.create(newName, in: folder) } }
      }
    }
    .navigationTitle(folder.names.last.map { Text(verbatim: $0.description) } ?? Text("Documents"))
    .navigationBarTitleDisplayMode(.inline)
    .toolbar {
      ToolbarItem(placement: .confirmationAction) {
        Button("Choose") { model.choose(FolderChoice(folder: folder)) }
      }
    }
    .task {
      do throws(FolderModel.Problem) {
        folders = try await model.folders(in: folder)
      } catch {
        problem = error
      }
    }
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
    Label {
      if path.names.isEmpty { Text("Documents") } else { Text(verbatim: path.description) }
    } icon: {
      Image(systemName: path.names.isEmpty ? "tray.full" : "folder")
    }
  }
}

/// How far it is, and what it is.
private struct ShareProgressView: View {
  let model: ShareModel
  let title: Text
  @State private var fraction = 0.0
  @State private var bytes: Int64 = 0

  var body: some View {
    ProgressView(value: fraction) {
      title
      Subject(model: model)
    } currentValueLabel: {
      Text(verbatim: bytes.fileSize)
    }
    .accessibilityLabel(title)
    .task {
      let tally = model.request.share.tally
      while !Task.isCancelled {
        (fraction, bytes) = (tally.fraction, tally.bytes)
        // Ten times a second looks smooth. Sleeping ends early when the view is gone.
        try? await Task.sleep(for: .milliseconds(100))
      }
    }
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
    Button("Cancel", role: .cancel) { model.request.cancel() }
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
      Button("Save the Rest") { Task { await model.request.saveRest() } }
      CancelButton(model: model)
    }
  }
}
