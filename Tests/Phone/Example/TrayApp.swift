import IntrayCore
import SwiftUI

/// The app: takes in what was shared each time it becomes active, and lists it.
struct TrayApp: App {
  init() { Tray.begin() }

  var body: some Scene {
    WindowGroup { TrayView() }
  }
}

/// The documents, or why they cannot be listed.
struct TrayView: View {
  @Environment(\.scenePhase) private var phase
  @State private var documents: [DocumentEntry]?
  @State private var problem: String?

  var body: some View {
    NavigationStack {
      List {
        if let problem { Text(verbatim: problem) }
        if let documents {
          ForEach(documents) { Text(verbatim: $0.path.description) }
        } else if problem == nil {
          ProgressView("Looking for documents")
        }
      }
      .navigationTitle(Text(verbatim: "Tray"))
    }
    .task(id: phase) {
      guard phase == .active else { return }
      do throws(DiskError) {
        (documents, problem) = (try await Tray.takeIn(), nil)
      } catch {
        problem = "The documents cannot be listed: \(error.cause)"
      }
    }
  }
}
