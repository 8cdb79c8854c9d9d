import Shared
import SwiftUI

/// iCloud Drive, or why it is not to be seen.
struct CloudView: View {
  @Bindable var cloud: CloudModel

  var body: some View {
    NavigationStack(path: $cloud.way) {
      CloudFolderView(cloud: cloud, folder: DocumentPath())
        .navigationTitle("iCloud Drive")
        .navigationDestination(for: DocumentPath.self) { folder in
          CloudFolderView(cloud: cloud, folder: folder)
            .navigationTitle(Text(verbatim: folder.names.last?.description ?? ""))
        }
    }
    .alert("Delete from iCloud?", isPresented: $cloud.isRemoving, presenting: cloud.removing) { entry in
      Button("Delete Now", role: .destructive) { cloud.remove(entry.path) }
      Button("Cancel", role: .cancel) {}
    } message: { entry in
      Text("What of “\(entry.path.description)” is not on this device cannot be put back then.")
    }
  }
}

/// A folder of iCloud Drive.
struct CloudFolderView: View {
  let cloud: CloudModel
  let folder: DocumentPath

  var body: some View {
    List {
      if cloud.folder == folder, let entries = cloud.entries {
        Section {
          ForEach(entries, id: \.path) { CloudRow(cloud: cloud, entry: $0) }
        }
      }
    }
    .overlay { hint }
    .safeAreaInset(edge: .bottom) {
      if cloud.hasNews {
        VStack(alignment: .leading) { CloudNews(cloud: cloud) }
          .padding()
          .background(.bar)
      }
    }
    .refreshable { await cloud.refresh() }
    .task { await cloud.refresh() }
  }

  @ViewBuilder private var hint: some View {
    if !cloud.isSignedIn {
      ContentUnavailableView {
        Label("No iCloud Drive", systemImage: "xmark.icloud")
      } description: {
        Text("Sign in to iCloud in Settings, and turn iCloud Drive on.")
      }
    } else if cloud.entries?.isEmpty == true, cloud.folder == folder {
      ContentUnavailableView {
        Label("Nothing in iCloud Drive Yet", systemImage: "icloud")
      } description: {
        Text("Touch and hold a document, and choose Move to iCloud.")
      }
    } else if cloud.entries == nil {
      ProgressView("Looking into iCloud Drive")
    }
  }
}
