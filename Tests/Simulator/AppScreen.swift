import Foundation
import Shared
import SwiftUI

@testable import HostApp

/// What the user does in the app.
enum AppCommand: Codable, Sendable {
  case rename(path: String, name: String)
  case duplicate(path: String)
  case move(path: String, folder: String)
  /// Deletes what is in one folder, and perhaps takes that back.
  case delete(paths: [String], undo: Bool)
  /// Previews a document, and optionally writes into the preview copy, and replaces the document by it.
  case preview(path: String, markup: String?, replace: Bool = false)
  /// Replaces a document by a file of another app.
  case replace(path: String, file: String)
  case share(paths: [String])
  case sendParcel(paths: [String])
  /// Makes a ZIP archive of what is in one folder.
  case compress(paths: [String])
  case uncompress(path: String)
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
  case deleteFromCloud(path: String)
  /// Picks files, in a folder.
  case importFiles([String], folder: String)
  /// Drops files that another app holds, or a text or address.
  case drop([String], folder: String)
  /// Drags documents of one folder to another place.
  case drag([String], to: String)
  /// Copies them in another app, and pastes.
  case paste([String])
  case deleteWaiting(name: String)
  case saveElsewhere(name: String, folder: String)
  case recents
  case conflicts
  /// Keeps both versions of a conflict copy.
  case keepBoth(path: String)
  /// Keeps a conflict copy in the place of its document.
  case keepThis(path: String)
  case emptyTrash
  case help
  case spotlight(String)
  case openSpotlight(identifier: String)

  /// Reads a command; nil for what is none.
  init?(_ words: [String]) {
    switch (words.first, Array(words.dropFirst())) {
    case ("rename", let rest) where rest.count == 2: self = .rename(path: rest[0], name: rest[1])
    case ("duplicate", let rest) where rest.count == 1: self = .duplicate(path: rest[0])
    case ("move", let rest) where rest.count == 2: self = .move(path: rest[0], folder: rest[1])
    case ("delete", let rest) where !rest.isEmpty: self = .delete(paths: rest, undo: false)
    case ("delete-and-undo", let rest) where !rest.isEmpty: self = .delete(paths: rest, undo: true)
    case ("preview", let rest) where rest.count == 1: self = .preview(path: rest[0], markup: nil)
    case ("mark-up", let rest) where rest.count == 2: self = .preview(path: rest[0], markup: rest[1])
    case ("mark-up", let rest) where rest.count == 3 && rest[2] == "--replace":
      self = .preview(path: rest[0], markup: rest[1], replace: true)
    case ("replace", let rest) where rest.count == 2: self = .replace(path: rest[0], file: rest[1])
    case ("share", let rest) where !rest.isEmpty: self = .share(paths: rest)
    case ("send-parcel", let rest) where !rest.isEmpty: self = .sendParcel(paths: rest)
    case ("compress", let rest) where !rest.isEmpty: self = .compress(paths: rest)
    case ("uncompress", let rest) where rest.count == 1: self = .uncompress(path: rest[0])
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
    case ("drag", let rest):
      let (paths, folder) = Self.split(rest, at: "--to")
      guard !paths.isEmpty, let folder else { return nil }
      self = .drag(paths, to: folder)
    case ("paste", let rest) where !rest.isEmpty: self = .paste(rest)
    case ("delete-waiting", let rest) where rest.count == 1: self = .deleteWaiting(name: rest[0])
    case ("save-elsewhere", let rest) where rest.count == 2:
      self = .saveElsewhere(name: rest[0], folder: rest[1])
    case ("recents", []): self = .recents
    case ("conflicts", []): self = .conflicts
    case ("keep-both", let rest) where rest.count == 1: self = .keepBoth(path: rest[0])
    case ("keep-this", let rest) where rest.count == 1: self = .keepThis(path: rest[0])
    case ("empty-trash", []): self = .emptyTrash
    case ("help", []): self = .help
    case ("spotlight", let rest) where rest.count == 1: self = .spotlight(rest[0])
    case ("open-spotlight", let rest) where rest.count == 1: self = .openSpotlight(identifier: rest[0])
    case ("show", let rest) where rest.count <= 1: self = .show(folder: rest.first ?? "")
    case ("cloud", let rest) where rest.count <= 1: self = .cloud(folder: rest.first ?? "")
    case ("move-to-cloud", let rest) where rest.count == 1: self = .moveToCloud(path: rest[0])
    case ("move-from-cloud", let rest) where rest.count == 1: self = .moveFromCloud(path: rest[0])
    case ("download", let rest) where rest.count == 1: self = .download(path: rest[0])
    case ("evict", let rest) where rest.count == 1: self = .evict(path: rest[0])
    case ("delete-from-cloud", let rest) where rest.count == 1: self = .deleteFromCloud(path: rest[0])
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
    case .replace(_, let file): [file]
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
    case .replace(let path, let file): .replace(path: path, file: whole(file))
    case .drop(let things, let folder): .drop(things.map(file), folder: folder)
    case .paste(let things): .paste(things.map(file))
    default: self
    }
  }
}

/// The app as the user operates it: presses what the user presses, and reports what the app shows then.
@MainActor
struct AppScreen {
  let model: HostModel
  let harness: ViewHarness

  static func play(_ command: AppCommand, isWide: Bool) async throws {
    HomeScreen.knowTheApp()
    let model = HostModel.make()
    let screen = AppScreen(model: model, harness: ViewHarness(IntrayApp(model: model)))
    if isWide { screen.harness.horizontalSizeClass = .regular }
    screen.harness.scenePhase = .active
    try await screen.harness.wait(atMost: .seconds(3600)) { _ in !model.isBusy }
    try await screen.perform(command)
    await screen.settle()
    SystemEvent.show(screen.harness.text).send()
    let problems =
      [
        model.problem, model.browser.problem, model.browser.naming?.problem, model.browser.info?.problem,
        model.cloud.problem,
      ]
      + model.importer.problems
    for problem in problems {
      if let problem { SystemEvent.complain(problem).send() }
    }
    screen.harness.scenePhase = .background
    // What the system does by itself, on a phone.
    _ = Preferences.store?.synchronize()
  }

  private func perform(_ command: AppCommand) async throws {
    switch command {
    case .rename(let path, let name):
      try harness.swipe(try await find(path), "Rename")
      try await type(name)
    case .duplicate(let path): try harness.longPress(try await find(path), "Duplicate")
    case .move(let path, let folder):
      try harness.longPress(try await find(path), "Move")
      while !model.browser.way.isEmpty { try harness.back() }
      try await enter(folder)
      try harness.press("Move Here")
    case .delete(let paths, let undo):
      try await choose(paths, swipe: "Delete")
      await settle()
      if undo { try harness.press("Undo") }
    case .preview(let path, let markup, let replace): try await preview(path, markup, replace: replace)
    case .replace(let path, let file):
      try harness.longPress(try await find(path), "Replace…")
      await settle()
      try harness.pick([URL(fileURLWithPath: file)])
    case .share(let paths):
      try await choose(paths, press: "Share…")
      tellShared()
    case .sendParcel(let paths):
      try await choose(paths, press: "Send as Parcel")
      await settle()
      try airDrop()
    case .compress(let paths): try await choose(paths, press: "Compress")
    case .uncompress(let path): try harness.longPress(try await find(path), "Uncompress")
    case .info(let path): try await showInfo(path)
    case .tag(let path, let tags):
      try await showInfo(path)
      for tag in tags {
        try harness.type(tag, into: "Add Tag")
        try harness.submit("Add Tag")
        await model.browser.info?.work?.value
      }
    case .showInFiles(let path):
      try harness.longPress(try await find(path), "Show in Files")
      await settle()
    case .putBack(let name):
      try await enter(place: "Recently Deleted")
      try harness.swipe(name, "Put Back")
    case .deleteNow(let name):
      try await enter(place: "Recently Deleted")
      try harness.swipe(name, "Delete Now")
      try harness.press("Delete Now")
    case .makeFolder(let path):
      let names = path.split(separator: "/").map(String.init)
      try await enter(names.dropLast().joined(separator: "/"))
      try harness.press("New Folder")
      try await type(names.last ?? "")
    case .cloud, .moveToCloud, .moveFromCloud, .download, .evict, .deleteFromCloud:
      try await performInCloud(command)
    case .search(let text): try harness.search(text)
    case .recents: try await enter(place: "Recents")
    case .conflicts: try await enter(place: "Conflicts")
    case .keepBoth(let path):
      try await enter(place: "Conflicts")
      try harness.press("Keep Both", inRow: path)
    case .keepThis(let path):
      try await enter(place: "Conflicts")
      try await harness.wait { _ in harness.text.contains("The other version") }
      try harness.press("Keep This One", inRow: path)
    case .emptyTrash:
      try await enter(place: "Recently Deleted")
      try harness.press("Empty Trash")
      await settle()
      try harness.press("Delete Now")
    case .spotlight(let text): try await searchSpotlight(text)
    case .openSpotlight(let identifier): try await openFromSpotlight(identifier)
    case .help:
      try harness.backToStart()
      try harness.press("Help")
      SystemEvent.show(harness.text).send()
      try harness.press("Done")
    case .show(let folder): try await enter(folder)
    case .importFiles(let files, let folder):
      try await enter(folder)
      try harness.press("Add Files")
      try harness.pick(files.map { URL(fileURLWithPath: $0) })
      await model.importer.finish()
    case .drop(let things, let folder):
      try await enter(folder)
      guard try harness.drop(things.map(OfferedItem.provider)) else {
        throw SimulatorError("Nothing can be dropped here.")
      }
      await model.importer.finish()
    case .drag(let paths, let folder): try await drag(paths, to: folder)
    case .paste(let things):
      harness.pasteboard = things.map(OfferedItem.provider)
      try harness.press("Paste")
      await model.importer.finish()
    case .deleteWaiting(let name):
      try harness.press("Delete", inRow: name)
      try harness.press("Delete")
      try await harness.wait(atMost: .seconds(3600)) { _ in !model.isBusy && model.discarding == nil }
    case .saveElsewhere(let name, _):
      try harness.press("Save Elsewhere", inRow: name)
      for case let url as URL in harness.shared.flatMap({ $0 }) { SystemEvent.share(url.path).send() }
    }
  }

  /// Waits until the list shows what was done last.
  func settle() async {
    await model.browser.work?.value
    await model.cloud.work?.value
  }

  private func showInfo(_ path: String) async throws {
    try harness.longPress(try await find(path), "Get Info")
    await model.browser.info?.work?.value
    try await harness.wait { _ in model.browser.info?.isCounting != true }
  }

  private func type(_ name: String) async throws {
    try harness.type(name, into: "New Name")
    try harness.press("Save")
    let browser = model.browser
    try await harness.wait { _ in browser.naming?.problem != nil || browser.naming == nil }
  }

  /// Goes to the folder that something is in.
  func find(_ path: String) async throws -> String {
    let names = path.split(separator: "/").map(String.init)
    guard let name = names.last else { throw SimulatorError("The name of a document is missing.") }
    try await enter(names.dropLast().joined(separator: "/"))
    return name
  }

  func enter(_ folder: String) async throws {
    for name in folder.split(separator: "/") {
      await settle()
      try harness.press(String(name))
    }
    await settle()
  }

  private func enter(place: String) async throws {
    try harness.backToStart()
    try harness.press(place)
    await settle()
  }
}
