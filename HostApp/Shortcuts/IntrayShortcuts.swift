import AppIntents

/// The shortcuts that need no setup, with what the user says to Siri.
struct IntrayShortcuts: AppShortcutsProvider {
  static var appShortcuts: [AppShortcut] {
    AppShortcut(
      intent: GetLatestDocuments(),
      phrases: ["Get the latest document from \(.applicationName)"],
      shortTitle: "Get Latest Documents", systemImageName: "doc.badge.clock")
    AppShortcut(
      intent: OpenDocument(),
      phrases: ["Open a document in \(.applicationName)"],
      shortTitle: "Open Document", systemImageName: "doc")
    AppShortcut(
      intent: SaveText(),
      phrases: ["Save a note in \(.applicationName)"],
      shortTitle: "Save Text", systemImageName: "square.and.pencil")
  }
}
