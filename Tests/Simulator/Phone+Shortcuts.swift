import Foundation

extension Phone {
  /// An action of Shortcuts.
  static func shortcut(_ arguments: inout Arguments, _ device: Device) throws -> Int32 {
    let name = arguments.next()
    let folder = try arguments.value("--into")
    let newFolder = try arguments.value("--new-folder")
    let order = try arguments.value("--sort-by")
    let isAny = arguments.flag("--any")
    let words = try arguments.all()
    let command: ShortcutCommand? =
      switch name {
      case "save" where !words.isEmpty: .save(folder: folder, newFolder: newFolder)
      case "latest" where words.isEmpty: .latest(1)
      case "latest" where words.count == 1: Int(words[0]).map { .latest($0) }
      case "save-text" where words.count == 1: .saveText(words[0], folder: folder)
      case "save-link" where words.count == 1: .saveLink(words[0], folder: folder)
      case "find": .find(words.map(FindFilter.init), isAny: isAny, order: order)
      case "move" where !words.isEmpty: folder.map { .move(paths: words, folder: $0) }
      case "files" where !words.isEmpty: .files(paths: words)
      case "add-waiting" where words.isEmpty: .addWaiting
      default: nil
      }
    guard let command else {
      throw WrongUsage("shortcut takes save, save-text, save-link, latest, find, move, files or add-waiting.")
    }
    let files = name == "save" ? words.map(absolute) : []
    return finish(try BundleProcess(device: device).run(.app, .shortcut(command), readable: files))
  }
}
