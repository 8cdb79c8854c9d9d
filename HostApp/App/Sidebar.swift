import Shared
import SwiftUI

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
          .modifier(DropTarget(folder: DocumentPath()))
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
          .modifier(DropTarget(folder: .trash))
      }
      if !favorites.paths.isEmpty {
        Section("Favorites") {
          ForEach(favorites.paths, id: \.self) { folder in
            Button(folder.names.last?.description ?? "", systemImage: "folder") {
              browser.showInFolder(folder)
            }
            .modifier(DropTarget(folder: folder))
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
        Text("\(model.waiting.count) not added")
          .font(.caption)
          .foregroundStyle(.secondary)
      }
    }
    .accessibilityElement(children: .combine)
  }
}
