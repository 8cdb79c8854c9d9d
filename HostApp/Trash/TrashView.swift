import Shared
import SwiftUI

/// What was thrown away, as long as it can be put back.
struct TrashView: View {
  @Bindable var browser: NavigationModel

  var body: some View {
    NavigationStack(path: $browser.way) {
      FolderView(browser: browser, folder: .trash)
        .navigationDestination(for: DocumentPath.self) { folder in
          FolderView(browser: browser, folder: folder)
        }
    }
  }
}
