import Foundation
import IntrayCore
import SwiftUI
import UIKit

/// What the keys of a keyboard do in a list that has the focus: the arrows choose a row, Return renames it, the space bar shows
/// it, and Command-C copies it. In a text field they do what they do there. Command-V the app delegate takes.
struct DocumentKeys: ViewModifier {
  let browser: NavigationModel
  /// What the arrows go through.
  let rows: [DocumentPath]
  @FocusState private var hasFocus: Bool

  func body(content: Content) -> some View {
    ScrollViewReader { list in
      content
        .focusable()
        .focusEffectDisabled()
        .focused($hasFocus)
        .onKeyPress { browser.press($0, among: rows) ? .handled : .ignored }
        .onAppear { hasFocus = true }
        .onChange(of: browser.cursor) { _, row in
          if let row { list.scrollTo(row) }
        }
    }
  }
}

extension NavigationModel {
  /// Does what a key is for, if it is for anything here.
  func press(_ press: KeyPress, among rows: [DocumentPath]) -> Bool {
    if press.modifiers.contains(.command) {
      switch press.key {
      case "c" where !commanded.isEmpty && !isInTrash: copy(commanded)
      default: return false
      }
      return true
    }
    switch press.key {
    case .downArrow: cursor = rows.first(after: cursor)
    case .upArrow: cursor = rows.reversed().first(after: cursor)
    case .return where commanded.count == 1 && !isInTrash: beginRenaming(commanded[0].path)
    case .space where commanded.first.map { !$0.isFolder } == true: preview(commanded[0].path)
    default: return false
    }
    return true
  }

  /// What a command is for: all that is chosen, or else the row that the keys are for.
  var commanded: [DocumentEntry] {
    isSelecting ? selected : list.entries.filter { $0.path == cursor }
  }

  /// Puts copies of documents on the pasteboard. The system asks for a copy when an app pastes it.
  private func copy(_ entries: [DocumentEntry]) {
    UIPasteboard.general.setItemProviders(entries.map(itemProvider), localOnly: false, expirationDate: nil)
  }

  /// Goes into a folder, or shows what else the row is.
  func openCommanded() {
    guard let entry = commanded.first else { return }
    if entry.isFolder, shownPlace.hasFolders { path.append(entry.path) } else { open(entry) }
  }
}

extension Collection where Element: Equatable {
  /// The element after another one, and the first when that one is not there; the last has none after it and stays.
  fileprivate func first(after element: Element?) -> Element? {
    guard let element, let index = firstIndex(of: element) else { return first }
    return dropFirst(distance(from: startIndex, to: index) + 1).first ?? element
  }
}

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
        .disabled(browser?.commanded.count != 1 || browser?.isInTrash == true)
      Button("Get Info") { browser?.withSelected { $0.forEach { browser?.showInfo($0) } } }
        .keyboardShortcut("i")
        .disabled(browser?.commanded.count != 1)
      Button("Duplicate") { browser?.withSelected { $0.forEach { browser?.duplicate($0) } } }
        .keyboardShortcut("d")
        .disabled(browser?.commanded.count != 1 || browser?.isInTrash == true)
      Button("Delete") { browser?.withSelected { browser?.throwAway($0) } }
        .keyboardShortcut(.delete)
        .disabled(browser?.commanded.isEmpty != false || browser?.isInTrash == true)
    }
  }
}
