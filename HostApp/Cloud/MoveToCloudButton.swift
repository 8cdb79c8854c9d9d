import Shared
import SwiftUI

/// The way to iCloud of a document of this device, while somebody is signed in.
struct MoveToCloudButton: View {
  let path: DocumentPath
  @Environment(CloudModel.self) private var cloud: CloudModel?

  var body: some View {
    if let cloud, cloud.isSignedIn {
      Button("Move to iCloud") { cloud.moveIn(path) }
    }
  }
}
