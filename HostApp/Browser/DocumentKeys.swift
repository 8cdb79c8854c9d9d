import Foundation
import IntrayCore
import SwiftUI
import UIKit

/// What the keys of a keyboard do in a list that has the focus: the arrows choose a row, Return renames it, the space bar shows
/// it, and Command-C copies it. In a text field they do what they do there. Command-V the app delegate takes.
struct DocumentKeys: ViewModifier {
  let page: ListModel
  @FocusState private var hasFocus: Bool

  func body(content: Content) -> some View {
    ScrollViewReader { list in
      content
        .focusable()
        .focusEffectDisabled()
        .focused($hasFocus)
        .onKeyPress { page.press($0) ? .handled : .ignored }
        .onAppear { hasFocus = true }
        // The search field had the keys.
        .onChange(of: page.isSearchShown) { _, isShown in if !isShown { hasFocus = true } }
        .onChange(of: page.cursor) { _, row in
          if let row { list.scrollTo(row) }
        }
    }
  }
}

extension ListModel {
  /// Does what a key is for, if it is for anything here.
  func press(_ press: KeyPress) -> Bool {
    let verbs = source.verbs
    if press.modifiers.contains(.command) {
      switch press.key {
      case "c" where !commanded.isEmpty && verbs.contains(.documents):
        copyCommanded()
      default: return false
      }
      return true
    }
    switch press.key {
    case .downArrow: cursor = rows.first(after: cursor)
    case .upArrow: cursor = rows.reversed().first(after: cursor)
    case .return where commanded.count == 1 && !verbs.isDisjoint(with: [.documents, .cloud]):
      actions.beginRenaming(commanded[0])
    case .space where commanded.first.map { !$0.isFolder } == true && !verbs.contains(.cloud):
      actions.preview(commanded[0], among: list.entries)
    default: return false
    }
    return true
  }

  /// The system asks for a copy of each when an app pastes it.
  func copyCommanded() {
    UIPasteboard.general.setItemProviders(commanded.map(itemProvider), localOnly: false, expirationDate: nil)
  }

  /// Shows the first document of what a command is for, and beside it the others.
  func lookAtCommanded() {
    withCommanded { entries in
      if let first = entries.first(where: { !$0.isFolder }) { actions.preview(first, among: entries) }
    }
  }

  /// Goes into a folder or a share, or shows what else the row is.
  func openCommanded() {
    if let commandedShare {
      window.route.path.append(.share(commandedShare))
    } else if let entry = commanded.first {
      open(entry)
    }
  }

  /// Deletes what a command is for. What was deleted already is recovered, as in the Finder: nothing is deleted for good by a key.
  func deleteCommanded() {
    if source.verbs.contains(.deleted) {
      withCommanded(actions.recover)
    } else if source.verbs.contains(.cloud) {
      withCommanded(actions.deleteFromCloud)
    } else if source.verbs.contains(.documents) {
      withCommanded(actions.delete)
    }
  }
}

extension Collection where Element: Equatable {
  /// The element after another one, and the first when that one is not there; the last has none after it and stays.
  fileprivate func first(after element: Element?) -> Element? {
    guard let element, let index = firstIndex(of: element) else { return first }
    return dropFirst(distance(from: startIndex, to: index) + 1).first ?? element
  }
}

extension Color {
  /// Behind the row or the icon that the keys of a keyboard are for.
  static var cursor: Color { accentColor.opacity(0.2) }
}

/// What a keyboard does on the page in front, and nothing while something lies over it. The system shows it while the user holds the
/// Command key.
struct PageCommands: Commands {
  @FocusedValue(ListModel.self) private var page

  /// Whether one is meant, for which the place has a command.
  private func takesOne(_ verbs: Verbs) -> Bool {
    page?.commanded.count == 1 && page?.source.verbs.isDisjoint(with: verbs) == false
  }

  /// The commands, each with the keys that it has in Files or in the Finder.
  var body: some Commands {
    CommandGroup(after: .newItem) {
      Button("New Folder") {
        if let page, let folder = page.source.folder { page.actions.beginFolder(in: folder) }
      }
      .keyboardShortcut("n", modifiers: [.command, .shift])
      .disabled(page?.window.route.place != .documents)
      Button("Select All") { page?.selectAll() }
        .keyboardShortcut("a")
        .disabled(page?.source.verbs.contains(.selection) != true || page?.list.entries.isEmpty != false)
      places
      Button("Enclosing Folder") { page?.window.route.path.removeLast() }
        .keyboardShortcut(.upArrow)
        .disabled(page?.window.route.path.isEmpty != false)
      Button("View as Icons") { page?.window.layout = .icons }
        .keyboardShortcut("1")
        .disabled(page == nil)
      Button("View as List") { page?.window.layout = .list }
        .keyboardShortcut("2")
        .disabled(page == nil)
      Toggle(
        "Show Preview",
        isOn: page.map { Bindable(wrappedValue: $0.window).showsPreview } ?? .constant(false)
      )
      .keyboardShortcut("p", modifiers: [.command, .shift])
      .disabled(page?.window.isWide != true)
      Button("Find") { page?.isSearchShown = true }
        .keyboardShortcut("f")
        .disabled(page?.source.verbs.contains(.selection) != true)
      Button("Open") { page?.openCommanded() }
        .keyboardShortcut(.downArrow)
        .disabled(!takesOne([.documents, .cloud]) && page?.commandedShare == nil)
      Button("Quick Look") { page.map { $0.actions.preview($0.commanded[0], among: $0.list.entries) } }
        .keyboardShortcut("y")
        .disabled(!takesOne(.documents) || page?.commanded.first?.isFolder != false)
      Button("Rename") { page.map { $0.actions.beginRenaming($0.commanded[0]) } }
        .disabled(!takesOne([.documents, .cloud]))
      Button("Move") { page.map { page in page.withCommanded { page.window.sheet = .move($0) } } }
        .keyboardShortcut("m", modifiers: [.command, .shift])
        .disabled(page?.commanded.isEmpty != false || page?.source.verbs.contains(.documents) != true)
      Button("Copy Link") { page.map { $0.actions.copyLink($0.commanded[0]) } }
        .keyboardShortcut("c", modifiers: [.command, .shift])
        .disabled(!takesOne(.documents))
      Button("Edit") { page.map { $0.actions.edit($0.commanded[0]) } }
        .keyboardShortcut("e")
        .disabled(!takesOne(.documents) || page?.commanded.first?.isEditable != true)
      Button("Get Info") { page?.withCommanded { page?.actions.showInfo($0[0]) } }
        .keyboardShortcut("i")
        .disabled(!takesOne([.documents, .deleted, .cloud]))
      Button("Duplicate") { page.map { $0.withCommanded($0.actions.duplicate) } }
        .keyboardShortcut("d")
        .disabled(!takesOne(.documents))
      Button(page?.source.verbs.contains(.deleted) == true ? "Recover" : "Delete") { page?.deleteCommanded() }
        .keyboardShortcut(.delete)
        .disabled(
          page?.commanded.isEmpty != false
            || page?.source.verbs.isDisjoint(with: [.documents, .cloud, .deleted]) != false)
    }
  }

  /// The rows of the sidebar.
  private var places: some View {
    ForEach([Place.recents, .documents, .links, .cloud, .trash], id: \.self) { place in
      if let (title, key) = place.command {
        Button(title) { page?.window.go(to: place) }
          .keyboardShortcut(key, modifiers: [.command, .shift])
          .disabled(page == nil || place == .cloud && page?.window.app.cloud.isSignedIn != true)
      }
    }
  }
}

extension Place {
  /// What it is called in the menu, and its key, where it is always there.
  fileprivate var command: (title: LocalizedStringKey, key: KeyEquivalent)? {
    switch self {
    case .recents: ("Recents", "f")
    case .documents: ("Documents", "o")
    case .links: ("Links", "l")
    case .conflicts, .tag: nil
    case .cloud: ("iCloud Drive", "i")
    case .trash: ("Recently Deleted", "r")
    }
  }
}
