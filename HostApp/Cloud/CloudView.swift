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
