import AppIntents
import Foundation

@testable import HostApp

/// What the user has Shortcuts do with Intray.
enum ShortcutCommand: Codable, Sendable {
  case save
  case latest(Int)
  case takeIn
}

/// Shortcuts: performs an action of the app, in the app's process, which shows no window.
enum ShortcutsApp {
  static func play(_ command: ShortcutCommand, files: [String]) async throws {
    do {
      switch command {
      case .save:
        let action = SaveFiles()
        action.files = files.map { IntentFile(fileURL: URL(fileURLWithPath: $0)) }
        show(try await action.perform().dialog)
      case .latest(let count):
        let action = GetLatestDocuments()
        action.count = count
        for file in try await action.perform().value ?? [] {
          SystemEvent.show(file.fileURL?.path ?? file.filename).send()
        }
      case .takeIn:
        show(try await TakeInDocuments().perform().dialog)
      }
    } catch let error as any CustomLocalizedStringResourceConvertible {
      // As Shortcuts does: a sentence of the action's own, or a general one.
      SystemEvent.complain(String(localized: error.localizedStringResource)).send()
    }
  }

  private static func show(_ dialog: IntentDialog?) {
    if let dialog { SystemEvent.show(dialog.shown).send() }
  }
}
