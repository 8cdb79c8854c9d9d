import Shared
import SwiftUI

/// What a keyboard does in the window in use. The system shows it while the user holds the Command key.
struct FolderCommands: Commands {
  @FocusedValue(NavigationModel.self) private var browser

  /// The commands, each with the keys that it has in Files or in the Finder.
  var body: some Commands {
    CommandGroup(after: .newItem) {
      Button("New Folder") { browser?.beginFolder() }
        .keyboardShortcut("n", modifiers: [.command, .shift])
        .disabled(browser?.shownPlace != .documents)
      Button("Select All") { browser?.selectAll() }
        .keyboardShortcut("a")
        .disabled(browser?.list.entries.isEmpty != false)
      Button("Enclosing Folder") { browser?.path.removeLast() }
        .keyboardShortcut(.upArrow)
        .disabled(browser?.path.isEmpty != false)
      Button("View as Icons") { browser?.layout = .icons }
        .keyboardShortcut("1")
      Button("View as List") { browser?.layout = .list }
        .keyboardShortcut("2")
      Button("Find") { browser?.isSearchShown = true }
        .keyboardShortcut("f")
      Button("Open") { browser?.openCommanded() }
        .keyboardShortcut(.downArrow)
        .disabled(browser?.commanded.count != 1 || isInTrash)
      Button("Get Info") { browser?.withOne { browser?.showInfo($0) } }
        .keyboardShortcut("i")
        .disabled(browser?.commanded.count != 1)
      Button("Duplicate") { browser?.withOne { browser?.duplicate($0) } }
        .keyboardShortcut("d")
        .disabled(browser?.commanded.count != 1 || isInTrash)
      Button("Delete") { browser?.withSelected { browser?.throwAway($0) } }
        .keyboardShortcut(.delete)
        .disabled(browser?.commanded.isEmpty != false || isInTrash)
    }
  }

  private var isInTrash: Bool { browser?.folder.directory == .trash }
}

extension NavigationModel {
  /// Does something with the one document that a command is for.
  func withOne(_ body: (DocumentPath) -> Void) {
    withSelected { if let path = $0.first { body(path) } }
  }
}
