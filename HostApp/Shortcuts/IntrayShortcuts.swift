import AppIntents

/// The shortcuts that are there without being set up, with what a person says to Siri.
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
