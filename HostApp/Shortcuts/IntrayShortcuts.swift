import AppIntents

/// The shortcuts that need no setup, with what the user says to Siri.
struct IntrayShortcuts: AppShortcutsProvider {
  static var appShortcuts: [AppShortcut] {
    AppShortcut(
      intent: GetLatestDocuments(),
      phrases: ["Get the latest document from \(.applicationName)"],
      shortTitle: "Get Latest Documents", systemImageName: "doc.badge.clock")
    AppShortcut(
      intent: TakeInDocuments(),
      phrases: ["Take in documents with \(.applicationName)"],
      shortTitle: "Take In Documents", systemImageName: "tray.and.arrow.down")
  }
}
