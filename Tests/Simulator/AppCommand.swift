import Foundation

/// What the user does in the app.
enum AppCommand: Codable, Sendable {
  case rename(path: String, name: String)
  case move(path: String, folder: String)
  /// Deletes what is in one folder, and perhaps takes that back.
  case delete(paths: [String], undo: Bool)
  /// Previews a document, and optionally writes into the preview copy.
  case preview(path: String, markup: String?)
  case share(paths: [String])
  case sendParcel(paths: [String])
  /// Makes a ZIP archive of what is in one folder.
  case compress(paths: [String])
  case info(path: String)
  /// Gives a document tags.
  case tag(path: String, tags: [String])
  case showInFiles(path: String)
  case putBack(name: String)
  case deleteNow(name: String)
  case makeFolder(path: String)
  case search(String)
  case show(folder: String)
  /// Looks into a place of the list of places, and does something there.
  case cloud(folder: String)
  case moveToCloud(path: String)
  case moveFromCloud(path: String)
  case download(path: String)
  case evict(path: String)
  /// Picks files, in a folder.
  case importFiles([String], folder: String)
  /// Drops files that another app holds, or a text or address.
  case drop([String], folder: String)
  /// Copies them in another app, and pastes.
  case paste([String])
  case recents
  /// Shows documents as icons or as a list, now and later.
  case view(String)
  /// Presses a document long, or swipes it, and looks at what that offers.
  case menu(path: String), swipe(path: String)
  case trash
  case conflicts
  /// Shows a conflict copy and its document side by side.
  case compare(path: String)
  /// Keeps a conflict copy in the place of its document.
  case keepThis(path: String)
  case emptyTrash
  case help
  /// Checks the device, from the help.
  case checkDevice

  /// Reads a command; nil for what is none.
  init?(_ words: [String]) {
    switch (words.first, Array(words.dropFirst())) {
    case ("rename", let rest) where rest.count == 2: self = .rename(path: rest[0], name: rest[1])
    case ("move", let rest) where rest.count == 2: self = .move(path: rest[0], folder: rest[1])
    case ("delete", let rest) where !rest.isEmpty: self = .delete(paths: rest, undo: false)
    case ("delete-and-undo", let rest) where !rest.isEmpty: self = .delete(paths: rest, undo: true)
    case ("preview", let rest) where rest.count == 1: self = .preview(path: rest[0], markup: nil)
    case ("mark-up", let rest) where rest.count == 2: self = .preview(path: rest[0], markup: rest[1])
    case ("share", let rest) where !rest.isEmpty: self = .share(paths: rest)
    case ("send-parcel", let rest) where !rest.isEmpty: self = .sendParcel(paths: rest)
    case ("compress", let rest) where !rest.isEmpty: self = .compress(paths: rest)
    case ("info", let rest) where rest.count == 1: self = .info(path: rest[0])
    case ("tag", let rest) where rest.count > 1: self = .tag(path: rest[0], tags: Array(rest.dropFirst()))
    case ("show-in-files", let rest) where rest.count == 1: self = .showInFiles(path: rest[0])
    case ("put-back", let rest) where rest.count == 1: self = .putBack(name: rest[0])
    case ("delete-now", let rest) where rest.count == 1: self = .deleteNow(name: rest[0])
    case ("mkdir", let rest) where rest.count == 1: self = .makeFolder(path: rest[0])
    case ("search", let rest) where rest.count == 1: self = .search(rest[0])
    case ("import", let rest):
      let (files, folder) = Self.split(rest, at: "--into")
      guard !files.isEmpty else { return nil }
      self = .importFiles(files, folder: folder ?? "")
    case ("drop", let rest):
      let (things, folder) = Self.split(rest, at: "--into")
      guard !things.isEmpty else { return nil }
      self = .drop(things, folder: folder ?? "")
    case ("paste", let rest) where !rest.isEmpty: self = .paste(rest)
    case ("recents", []): self = .recents
    case ("view", let rest) where rest == ["icons"] || rest == ["list"]: self = .view(rest[0])
    case ("menu", let rest) where rest.count == 1: self = .menu(path: rest[0])
    case ("swipe", let rest) where rest.count == 1: self = .swipe(path: rest[0])
    case ("trash", []): self = .trash
    case ("conflicts", []): self = .conflicts
    case ("compare", let rest) where rest.count == 1: self = .compare(path: rest[0])
    case ("keep-this", let rest) where rest.count == 1: self = .keepThis(path: rest[0])
    case ("empty-trash", []): self = .emptyTrash
    case ("help", []): self = .help
    case ("check-device", []): self = .checkDevice
    case ("show", let rest) where rest.count <= 1: self = .show(folder: rest.first ?? "")
    case ("cloud", let rest) where rest.count <= 1: self = .cloud(folder: rest.first ?? "")
    case ("move-to-cloud", let rest) where rest.count == 1: self = .moveToCloud(path: rest[0])
    case ("move-from-cloud", let rest) where rest.count == 1: self = .moveFromCloud(path: rest[0])
    case ("download", let rest) where rest.count == 1: self = .download(path: rest[0])
    case ("evict", let rest) where rest.count == 1: self = .evict(path: rest[0])
    default: return nil
    }
  }

  /// The words without an option, and the option's value; nil when it is not there.
  private static func split(_ words: [String], at option: String) -> ([String], String?) {
    guard let index = words.firstIndex(of: option), index + 1 < words.count else { return (words, nil) }
    return (Array(words[..<index] + words[(index + 2)...]), words[index + 1])
  }
}

extension AppCommand {
  /// The files of other apps that it takes.
  var files: [String] {
    switch self {
    case .importFiles(let files, _): files
    case .drop(let things, _), .paste(let things): things.filter { $0.hasPrefix("/") }
    default: []
    }
  }

  /// The command with the paths of files that are there in full.
  func with(files whole: (String) -> String) -> AppCommand {
    func file(_ thing: String) -> String {
      FileManager.default.fileExists(atPath: thing) ? whole(thing) : thing
    }
    return switch self {
    case .importFiles(let files, let folder): .importFiles(files.map(whole), folder: folder)
    case .drop(let things, let folder): .drop(things.map(file), folder: folder)
    case .paste(let things): .paste(things.map(file))
    default: self
    }
  }
}
