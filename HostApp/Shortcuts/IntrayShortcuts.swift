import AppIntents

/// The shortcuts that need no setup, with what the user says to Siri.
struct IntrayShortcuts: AppShortcutsProvider {
  static var appShortcuts: [AppShortcut] {
    AppShortcut(
      intent: GetLatestDocuments(),
      phrases: ["Get the latest document from \(.applicationName)"],
      shortTitle: "Get Latest Documents", systemImageName: "doc.badge.clock")
    AppShortcut(
      intent: ListDocuments(),
      phrases: ["List documents in \(.applicationName)"],
      shortTitle: "List Documents", systemImageName: "list.bullet")
    AppShortcut(
      intent: FindDocuments(),
      phrases: ["Find documents in \(.applicationName)"],
      shortTitle: "Find Documents", systemImageName: "magnifyingglass")
  }
}
