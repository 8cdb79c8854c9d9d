import Foundation
import IntrayCore
import SwiftUI

/// Documents that were shared or imported, the latest first, until they are gone.
struct RecentsView: View {
  let model: HostModel
  let browser: NavigationModel

  var body: some View {
    NavigationStack {
      InboxContents(model: model, browser: browser, recents: model.recents)
        .navigationTitle("Recents")
        .navigationDestination(for: RecentShare.self) { share in
          RecentShareView(recents: model.recents, browser: browser, share: share)
        }
    }
  }
}

/// Intray's documents.
struct DocumentsView: View {
  let model: HostModel
  @Bindable var browser: NavigationModel

  var body: some View {
    NavigationStack(path: $browser.path) {
      InboxContents(model: model, browser: browser)
        .navigationTitle("Documents")
        .navigationDestination(for: DocumentPath.self) { FolderView(browser: browser, folder: $0) }
    }
  }
}

/// Saved links, the latest first.
struct LinksView: View {
  let browser: NavigationModel

  var body: some View {
    NavigationStack {
      FolderContents(browser: browser, folder: DocumentPath()) {
      } hint: {
        ContentUnavailableView(
          "No Links", systemImage: "link",
          description: Text("Share a page from another app and choose Intray. You then find its link here."))
      }
      .navigationTitle("Links")
    }
  }
}

/// What was thrown away, as long as it can be put back.
struct TrashView: View {
  @Bindable var browser: NavigationModel

  var body: some View {
    NavigationStack(path: $browser.path) {
      FolderView(browser: browser, folder: .trash)
        .navigationDestination(for: DocumentPath.self) { FolderView(browser: browser, folder: $0) }
    }
  }
}

/// A folder that was gone into, or Recently Deleted.
private struct FolderView: View {
  let browser: NavigationModel
  let folder: DocumentPath

  var body: some View {
    FolderContents(browser: browser, folder: folder) {
    } hint: {
      ContentUnavailableView("No Items", systemImage: "folder")
    }
    .navigationTitle(
      folder == .trash ? Text("Recently Deleted") : Text(verbatim: folder.names.last?.description ?? ""))
  }
}

/// Documents below what the user must know of Intray as a whole: what is being added, went wrong or waits. A search hides that.
private struct InboxContents: View {
  let model: HostModel
  let browser: NavigationModel
  var recents: RecentsModel?

  var body: some View {
    FolderContents(browser: browser, folder: DocumentPath(), recents: recents) {
      if !browser.isSearching { news }
    } hint: {
      if !model.hasNews {
        ContentUnavailableView(
          "Nothing Here Yet", systemImage: "tray",
          description: Text(
            "Share an item from another app and choose Intray. You then see it here and in Files."))
      }
    }
    .refreshable { await model.drain() }
  }

  @ViewBuilder private var news: some View {
    if let progress = model.adding {
      // More may have come than was there at the beginning.
      ProgressView(value: min(1, Double(progress.done) / max(1, Double(progress.total)))) {
        Text("Adding documents")
      } currentValueLabel: {
        Text("\(progress.done) of \(progress.total)")
      }
      Button("Stop", role: .cancel) { model.stop() }
    }
    if let problem = model.problem {
      Section { Label(problem, systemImage: "exclamationmark.triangle") }
    }
    if !browser.isInFiles {
      Section {
        Label("Intray is turned off in Files.", systemImage: "folder.badge.questionmark")
      } footer: {
        Text("Open Files, tap Browse, tap the More button, tap Edit, then turn on Intray.")
      }
    }
    if !model.waiting.isEmpty {
      Section("Not Added") {
        ForEach(model.waiting, id: \.self) { outcome in
          WaitingRow(outcome: outcome, browser: browser) { await model.drain() }
        }
      }
    }
  }
}

/// What was not taken in, why, and what to do about it.
private struct WaitingRow: View {
  let outcome: DrainOutcome
  let browser: NavigationModel
  let drain: @MainActor () async -> Void

  var body: some View {
    VStack(alignment: .leading) {
      Text(verbatim: outcome.name)
      if let reason = Messages.reason(outcome.result) { Text(verbatim: reason).caption() }
      HStack {
        if case .waiting = outcome.result {
          Button("Try Again") { Task { await drain() } }
        }
        if let file {
          ShareLink(item: file) { Label("Save Elsewhere", systemImage: "square.and.arrow.up") }
        }
        if outcome.waiting != nil {
          Button("Delete", role: .destructive) { browser.discarding = outcome }
        }
      }
      // Else a tap anywhere in the row would press them all.
      .buttonStyle(.borderless)
    }
  }

  /// What another app can be given: a copy of it, and the original stays.
  private var file: URL? {
    guard let waiting = outcome.waiting, waiting.kind == .file || waiting.kind == .folder else { return nil }
    return waiting.path.map { URL(filePath: $0) }
  }
}

/// The places, and what can be set: beside the documents where there is room, else a step before them.
struct Sidebar: View {
  let model: HostModel
  @Bindable var browser: NavigationModel
  @AppStorage(Preferences.savesAtOnceKey, store: Preferences.store) private var savesAtOnce = false
  @AppStorage(Preferences.favoriteFoldersKey, store: Preferences.store) private var favorites = FolderList()

  var body: some View {
    List(selection: $browser.place) {
      Section {
        NavigationLink(value: SidebarItem.recents) {
          Label("Recents", systemImage: "clock")
            .badge(model.recents.arrivals.count { $0.isNew })
        }
        NavigationLink(value: SidebarItem.documents) { documents }
          .dropTarget(DocumentPath())
        NavigationLink(value: SidebarItem.links) { Label("Links", systemImage: "link") }
        if browser.conflicts > 0 {
          NavigationLink(value: SidebarItem.conflicts) {
            Label("Conflicts", systemImage: "exclamationmark.arrow.triangle.2.circlepath")
              .badge(browser.conflicts)
          }
        }
        if model.cloud.isSignedIn {
          NavigationLink(value: SidebarItem.cloud) { Label("iCloud Drive", systemImage: "icloud") }
        }
        NavigationLink(value: SidebarItem.trash) { Label("Recently Deleted", systemImage: "trash") }
          .dropTarget(.trash)
      }
      if !favorites.paths.isEmpty {
        Section("Favorites") {
          ForEach(favorites.paths, id: \.self) { folder in
            Button(folder.names.last?.description ?? "", systemImage: "folder") {
              browser.showInFolder(folder)
            }
            .dropTarget(folder)
            .contextMenu { FavoriteButton(folder: folder) }
          }
        }
      }
      Section {
        Toggle("Quick Save", isOn: $savesAtOnce)
      } footer: {
        Text("The share sheet saves at once into the folder that you used last.")
      }
      Section {
        Button("Help", systemImage: "questionmark.circle") { browser.isHelpShown = true }
      }
    }
    .navigationTitle("Intray")
  }

  private var documents: some View {
    VStack(alignment: .leading) {
      Label("Documents", systemImage: "tray.full")
      if !model.waiting.isEmpty {
        Text("\(model.waiting.count) not added").caption()
      }
    }
    .accessibilityElement(children: .combine)
  }
}
