import Shared
import SwiftUI

/// Asks for a name, and says at once why it cannot be that one.
struct NamingView: View {
  @Bindable var browser: NavigationModel

  var body: some View {
    NavigationStack {
      Form {
        TextField("New Name", text: $browser.typed)
          .onSubmit(save)
        if let problem = browser.naming?.problem {
          Label(problem, systemImage: "exclamationmark.triangle")
        }
      }
      .navigationTitle(browser.naming?.path == nil ? Text("New Folder") : Text("Rename"))
      .toolbar {
        ToolbarItem(placement: .confirmationAction) {
          Button("Save", action: save)
        }
        ToolbarItem(placement: .cancellationAction) {
          Button("Cancel") { browser.naming = nil }
        }
      }
    }
  }

  private func save() {
    Task { await browser.name() }
  }
}
