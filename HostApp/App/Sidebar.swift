import Foundation
import IntrayCore
import SwiftUI

/// The places, and what can be set: beside the documents where there is room, else a step before them.
struct Sidebar: View {
  @Bindable var window: WindowModel

  private var app: HostModel { window.app }
  var body: some View {
    List(selection: $window.chosenPlace) {
      Section {
        NavigationLink(value: Place.recents) {
          Label("Recents", systemImage: "clock")
            .badge(app.recents.arrivals.count { $0.isNew })
        }
        NavigationLink(value: Place.documents) { documents }
          .dropTarget(DocumentPath())
        NavigationLink(value: Place.links) { Label("Links", systemImage: "link") }
        if app.overview.conflicts > 0 {
          NavigationLink(value: Place.conflicts) {
            Label("Conflicts", systemImage: "exclamationmark.arrow.triangle.2.circlepath")
              .badge(app.overview.conflicts)
          }
        }
        if app.cloud.isSignedIn {
          NavigationLink(value: Place.cloud) { Label("iCloud Drive", systemImage: "icloud") }
        }
        NavigationLink(value: Place.trash) { Label("Recently Deleted", systemImage: "trash") }
          .dropTarget(.trash)
      }
      if !app.overview.favorites.isEmpty {
        Section("Favorites") {
          ForEach(app.overview.favorites) { folder in
            Button(folder.shownName, systemImage: "folder") { window.showInFolder(folder.path) }
              .dropTarget(folder.path)
              .contextMenu { FavoriteButton(actions: window.actions, folder: folder) }
          }
        }
      }
      if !app.overview.tags.isEmpty {
        Section("Tags") {
          ForEach(app.overview.tags) { tag in
            NavigationLink(value: Place.tag(tag.name)) {
              Label {
                Text(verbatim: tag.name)
              } icon: {
                TagDot(tag: tag)
              }
            }
          }
        }
      }
      Section {
        Button("Settings", systemImage: "gearshape") { window.sheet = .settings }
        Button("Help", systemImage: "questionmark.circle") { window.sheet = .help }
      }
    }
    .navigationTitle("Intray")
  }

  private var documents: some View {
    VStack(alignment: .leading) {
      Label("Documents", systemImage: "tray.full")
      if !app.drains.waiting.isEmpty {
        Text("\(app.drains.waiting.count) not added").caption()
      }
    }
    .accessibilityElement(children: .combine)
  }
}
