import Shared
import SwiftUI

/// Moves a document of this device to iCloud; shown while an account is signed in.
struct MoveToCloudButton: View {
  let path: DocumentPath
  @Environment(CloudModel.self) private var cloud: CloudModel?

  var body: some View {
    if let cloud, cloud.isSignedIn {
      Button("Move to iCloud") { cloud.moveIn(path) }
    }
  }
}
