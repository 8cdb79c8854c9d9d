import Foundation
import Shared
import SwiftUI

@testable import HostApp

/// The app as the user operates it: presses what the user presses, and reports what the app shows then.
@MainActor
struct AppScreen {
  let model: HostModel
  let browser: NavigationModel
  let harness: ViewHarness

  /// - Parameter window: in which window the user acts; the ones before it are open too.
  static func play(_ command: AppCommand, isWide: Bool, window: Int) async throws {
    HomeScreen.knowTheApp()
    let model = try HostModel(library: ShortcutProblem.library())
    var harnesses: [ViewHarness] = []
    for _ in 0..<window {
      let harness = ViewHarness(IntrayApp(model: model))
      if isWide { harness.horizontalSizeClass = .regular }
      harness.isTypeLarge = Picture.wanted?.isLarge ?? false
      harness.scenePhase = .active
      // The system shows one window after the other.
      _ = harness.tree
      harnesses.append(harness)
    }
    let screen = AppScreen(
      model: model, browser: model.windows.all[window - 1], harness: harnesses[window - 1])
    // From the recents, where the app opens, the user goes to the documents.
    screen.browser.place = .documents
    try await screen.harness.wait(atMost: .seconds(3600)) { _ in !model.isBusy }
    try await screen.perform(command)
    await screen.settle()
    for other in model.windows.all { await other.work?.value }
    // The app's watcher may have had it look once more.
    try await screen.harness.wait(atMost: .seconds(3600)) { _ in !model.isBusy }
    for (index, harness) in harnesses.enumerated() {
      SystemEvent.show((window == 1 ? "" : "Window \(index + 1)\n") + harness.text).send()
    }
    try await Picture.send(screen.harness)
    let problems =
      [
        model.problem, screen.browser.problem, screen.browser.naming?.problem, screen.browser.info?.problem,
        model.cloud.problem,
      ]
      + model.importer.problems
    for problem in problems {
      if let problem { SystemEvent.complain(problem).send() }
    }
    for harness in harnesses { harness.scenePhase = .background }
  }

  private func perform(_ command: AppCommand) async throws {
    switch command {
    case .rename(let path, let name):
      try harness.swipe(try await find(path), "Rename")
      try await type(name)
    case .move(let path, let folder):
      try harness.longPress(try await find(path), "Move")
      for name in folder.split(separator: "/").map(String.init) where !browser.moving.isEmpty {
        // Another process may have moved the folder away; then there is no such row.
        try? await harness.wait(atMost: .seconds(10)) { $0.front.plainText.contains(name) }
        try harness.press(name)
      }
      // A folder that was used last takes them at once.
      if !browser.moving.isEmpty { try harness.press("Move") }
    case .delete(let paths, let undo):
      try await choose(paths, swipe: "Delete")
      await settle()
      if undo { try harness.press("Undo") }
    case .preview(let path, let markup): try await preview(path, markup)
    case .share(let paths):
      try await choose(paths, press: "Share…")
      tellShared()
    case .sendParcel(let paths):
      try await choose(paths, press: "Send as Parcel")
      await settle()
      try airDrop()
    case .compress(let paths): try await choose(paths, press: "Compress")
    case .info(let path): try await showInfo(path)
    case .tag(let path, let tags):
      try await showInfo(path)
      for tag in tags {
        try harness.type(tag, into: "Add Tag")
        try harness.submit("Add Tag")
        await browser.info?.work?.value
      }
    case .showInFiles(let path):
      try harness.longPress(try await find(path), "Show in Files")
      await settle()
    case .putBack(let name):
      try await enter(place: "Recently Deleted")
      try harness.swipe(name, "Recover")
    case .deleteNow(let name):
      try await enter(place: "Recently Deleted")
      try harness.swipe(name, "Delete Now")
      try harness.press("Delete Now")
    case .makeFolder(let path):
      let names = path.split(separator: "/").map(String.init)
      try await enter(names.dropLast().joined(separator: "/"))
      try harness.press("New Folder")
      try await type(names.last ?? "")
    case .cloud, .moveToCloud, .moveFromCloud, .download, .evict:
      try await performInCloud(command)
    case .search(let text): try harness.search(text)
    case .recents: try await enter(place: "Recents")
    case .view(let layout): try harness.choose(layout == "icons" ? "Icons" : "List", in: "View")
    case .menu(let path): Picture.opened = .menu(try await find(path))
    case .swipe(let path): Picture.opened = .swipe(try await find(path))
    case .trash: try await enter(place: "Recently Deleted")
    case .conflicts:
      try await enter(place: "Conflicts")
      // The user looks until each row says what became of the other version.
      try await harness.wait { _ in
        harness.find(nil, "This version") == nil || harness.find(nil, "The other version") != nil
          || harness.find(nil, "The other version was deleted.") != nil
      }
    case .compare(let path):
      try await enter(place: "Conflicts")
      try await harness.wait { _ in harness.find(nil, "The other version") != nil }
      try harness.press("Compare", inRow: path)
    case .keepThis(let path):
      try await enter(place: "Conflicts")
      try await harness.wait { _ in harness.find(nil, "The other version") != nil }
      try harness.press("Keep This Version", inRow: path)
    case .emptyTrash:
      try await enter(place: "Recently Deleted")
      try harness.press("Delete All")
      await settle()
      // In a picture the user has not answered yet.
      guard Picture.wanted == nil else { return }
      try harness.press("Delete Now")
    case .help:
      try harness.backToStart()
      try harness.press("Help")
      // In a picture the user is still reading.
      guard Picture.wanted == nil else { return }
      SystemEvent.show(harness.text).send()
      try harness.press("Done")
    case .checkDevice:
      try harness.backToStart()
      try harness.press("Help")
      // Files does not run beside the app here.
      model.check.patience = .seconds(1)
      try harness.press("Check This Device")
      await model.check.run()
      SystemEvent.show(harness.text).send()
      SystemEvent.show(model.check.report).send()
      try harness.back()
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
    case .paste(let things):
      harness.pasteboard = things.map(OfferedItem.provider)
      try harness.press("Paste")
      await model.importer.finish()
    }
  }

  /// Waits until the list shows what was done last.
  func settle() async {
    await browser.work?.value
    await model.cloud.work?.value
    await browser.drive.work?.value
  }

  private func showInfo(_ path: String) async throws {
    try harness.longPress(try await find(path), "Get Info")
    await browser.info?.work?.value
    try await harness.wait { _ in browser.info?.isCounting != true }
  }

  private func type(_ name: String) async throws {
    try harness.type(name, into: "New Name")
    try harness.press("Save")
    let hasEnded = { @MainActor in browser.naming?.problem != nil || browser.naming == nil }
    try await harness.wait { _ in hasEnded() || browser.naming?.otherExtension != nil }
    if let other = browser.naming?.otherExtension {
      // The user typed it on purpose.
      try harness.press("Use “\(other)”")
      try await harness.wait { _ in hasEnded() }
    }
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
