import Foundation
import IntrayCore
import PhotosUI
import SwiftUI
import UIKit

@testable import HostApp

/// The app as the user operates it: presses what the user presses, and reports what the app shows then.
@MainActor
struct AppScreen {
  let model: HostModel
  let browser: WindowModel
  let harness: ViewHarness

  /// - Parameter window: in which window the user acts; the ones before it are open too.
  static func play(_ words: [String], into folder: String, isWide: Bool, window: Int) async throws {
    HomeScreen.knowTheApp()
    let model = try HostModel(library: ShortcutProblem.library())
    var (harnesses, windows): ([ViewHarness], [WindowModel]) = ([], [])
    for _ in 0..<window {
      let harness = ViewHarness(IntrayApp(model: model))
      if isWide { harness.horizontalSizeClass = .regular }
      harness.isTypeLarge = Picture.wanted?.isLarge ?? false
      harness.scenePhase = .active
      // The system shows one window after the other.
      _ = harness.tree
      harnesses.append(harness)
      guard let shown = model.windows.front else { throw SimulatorError("The window is not shown.") }
      windows.append(shown)
    }
    let screen = AppScreen(model: model, browser: windows[window - 1], harness: harnesses[window - 1])
    // From the recents, where the app opens, the user goes to the documents.
    screen.browser.go(to: .documents)
    try await screen.harness.wait(atMost: .seconds(3600)) { _ in !model.isBusy }
    try await screen.perform(words[0], Array(words.dropFirst()), into: folder)
    await screen.settle()
    for other in windows { await other.work?.value }
    // The app's watcher may have had it look once more.
    try await screen.harness.wait(atMost: .seconds(3600)) { _ in !model.isBusy }
    for (index, harness) in harnesses.enumerated() {
      SystemEvent.show((window == 1 ? "" : "Window \(index + 1)\n") + harness.text).send()
    }
    try await Picture.send(screen.harness)
    let problems =
      [
        model.problem, screen.page?.failure, screen.browser.notices.problem, screen.naming?.problem,
        screen.info?.problem, model.cloud.problem,
      ]
      + model.queue.problems
    for problem in problems {
      if let problem { SystemEvent.complain(problem).send() }
    }
    for harness in harnesses { harness.scenePhase = .background }
    // The system lets it note what was seen, and that it reads no document now.
    for harness in harnesses { try await harness.wait { _ in !model.isBusy && !model.contents.isReading } }
  }

  /// What the user can do, and on how many documents, folders or other things.
  nonisolated static let commands: [String: ClosedRange<Int>] = {
    let one = [
      "preview", "beside", "info", "copy-link", "favorite", "tagged", "show-in-files", "recover",
      "delete-now", "mkdir",
      "view", "menu",
      "swipe", "note", "show-share", "take-photo",
      "compare", "keep-this", "move-to-cloud", "move-from-cloud", "download", "evict",
    ]
    let many = [
      "select", "delete", "delete-and-undo", "share", "send-parcel", "compress", "import", "drop", "paste",
      "photos", "scan",
    ]
    let none = [
      "recents", "links", "trash", "conflicts", "empty-trash", "help", "check-device", "reconnect",
    ]
    var counts = [
      "rename": 2...2, "move": 2...2, "move-recent": 2...2, "replace": 2...2, "mark-up": 2...2,
      "edit": 2...2, "tag": 2...Int.max, "search": 1...Int.max, "show": 0...1, "cloud": 0...1,
    ]
    for (names, count) in [(one, 1...1), (many, 1...Int.max), (none, 0...0)] {
      for name in names { counts[name] = count }
    }
    return counts
  }()

  /// - Parameter folder: where what comes from outside goes.
  private func perform(_ command: String, _ words: [String], into folder: String) async throws {
    switch command {
    case "rename":
      try harness.swipe(try await find(words[0]), "Rename")
      try await type(words[1])
    case "move", "move-recent":
      if command == "move" {
        try harness.longPress(try await find(words[0]), "Move")
      } else {
        try await enter(place: "Recents")
        try harness.swipe(shownName(words[0]), "Move")
      }
      // In a picture the user has not chosen yet.
      guard Picture.wanted == nil else {
        return try await harness.wait { $0.find(.textField, "New Folder") != nil }
      }
      for name in words[1].split(separator: "/").map(String.init) where isMoving {
        // Another process may have moved the folder away; then there is no such row.
        try? await harness.wait(atMost: .seconds(10)) { $0.front.plainText.contains(name) }
        try harness.press(name)
      }
      // A folder that was used last takes them at once.
      if isMoving { try harness.press("Move") }
    case "delete", "delete-and-undo":
      try await choose(words, swipe: "Delete")
      await settle()
      if command == "delete-and-undo" { try harness.press("Undo") }
    case "preview": try await preview(words[0], nil)
    case "beside":
      let name = try await find(words[0])
      if !browser.showsPreview { try harness.toggle("Show Preview") }
      try harness.press(name)
      try await harness.wait {
        $0.all(.preview).contains { $0.label == name } || $0.text.contains("No Preview")
      }
    case "mark-up": try await preview(words[0], words[1])
    case "share":
      try await choose(words, press: "Share…")
      tellShared()
    case "send-parcel":
      try await choose(words, press: "Send as Parcel", isInMenu: false)
      await settle()
      try airDrop()
    case "select":
      let name = try await find(words[0])
      try harness.press("Select")
      for name in [name] + words.dropFirst().map({ ($0 as NSString).lastPathComponent }) {
        try harness.select(row: name)
      }
    case "compress": try await choose(words, press: "Compress")
    case "info": try await showInfo(words[0])
    case "tag":
      try await showInfo(words[0])
      for tag in words.dropFirst() {
        try harness.type(tag, into: "Add Tag")
        try harness.submit("Add Tag")
        await info?.work?.value
      }
    case "copy-link":
      try harness.longPress(try await find(words[0]), "Copy Link")
      await settle()
      SystemEvent.show("Copied: " + (StandIn.Pasteboard.ofTask.url?.absoluteString ?? "nothing")).send()
    case "edit":
      try harness.longPress(try await find(words[0]), "Edit")
      await settle()
      try harness.type(words[1], into: "Text")
      // In a picture the user is still writing.
      guard Picture.wanted == nil else { return }
      try harness.press("Done")
      try await harness.wait(atMost: .seconds(60)) { _ in browser.sheet == nil }
    case "favorite":
      try harness.longPress(try await find(words[0]), "Favorite")
      await settle()
      try harness.backToStart()
    case "tagged": try await enter(place: words[0])
    case "show-in-files":
      try harness.longPress(try await find(words[0]), "Show in Files")
      await settle()
    case "recover":
      try await enter(place: "Recently Deleted")
      try harness.swipe(words[0], "Recover")
    case "delete-now":
      try await enter(place: "Recently Deleted")
      try harness.swipe(words[0], "Delete Now")
      try harness.press("Delete Now")
    case "mkdir":
      let name = try await find(words[0])
      try harness.press("New Folder")
      try await type(name)
    case "search":
      // What was shared just now is to be found, too: the app begins to read when it has looked around.
      await model.activate()
      try await harness.wait(atMost: .seconds(60)) { _ in !model.contents.isReading }
      try harness.search(words[0])
      // What is offered below the field: kinds and tags.
      for token in words.dropFirst() { try harness.narrow(to: token) }
      await settle()
      // Each row asks by itself where the words stand in its document.
      for entry in page?.list.entries.prefix(20) ?? [] {
        guard let excerpt = await page?.excerpt(of: entry) else { continue }
        try await harness.wait(for: excerpt, atMost: .seconds(60))
      }
    case "recents": try await enter(place: "Recents")
    case "links": try await enter(place: "Links")
    case "show-share":
      try await enter(place: "Recents")
      try harness.press(words[0])
    case "note":
      try await enter(folder)
      try harness.press("New Text Note")
      try harness.type(words[0], into: "Text")
      try harness.press("Save")
      try await harness.wait(atMost: .seconds(60)) { _ in browser.sheet == nil }
    case "replace":
      try harness.longPress(try await find(words[0]), "Replace…")
      try harness.pick([URL(fileURLWithPath: words[1])])
    case "view": try harness.choose(words[0] == "icons" ? "Icons" : "List", in: "View")
    case "menu": Picture.opened = .menu(try await find(words[0]))
    case "swipe": Picture.opened = .swipe(try await find(words[0]))
    case "trash": try await enter(place: "Recently Deleted")
    case "conflicts":
      try await enter(place: "Conflicts")
      // The user looks until each row says what became of the other version.
      try await harness.wait { _ in
        harness.find(nil, "This version, from Files") == nil
          || harness.find(nil, "The other version, on this device") != nil
          || harness.find(nil, "The other version was deleted.") != nil
      }
    case "compare", "keep-this":
      try await enter(place: "Conflicts")
      try await harness.wait { _ in harness.find(nil, "The other version, on this device") != nil }
      try harness.press(command == "compare" ? "Compare" : "Keep This Version", inRow: words[0])
    case "empty-trash":
      try await enter(place: "Recently Deleted")
      try harness.press("Delete All")
      await settle()
      // In a picture the user has not answered yet.
      guard Picture.wanted == nil else { return }
      try harness.press("Delete Now")
    case "reconnect":
      try harness.press("Reconnect")
      try await harness.wait(atMost: .seconds(60)) { _ in model.overview.files == .shown }
    case "help":
      try harness.backToStart()
      try harness.press("Help")
      // In a picture the user is still reading.
      guard Picture.wanted == nil else { return }
      SystemEvent.show(harness.text).send()
      try harness.press("Done")
    case "check-device":
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
    case "show": try await enter(words.first ?? "")
    case "import":
      try await enter(folder)
      try harness.press("Add Files")
      try harness.pick(words.map { URL(fileURLWithPath: $0) })
      await model.importer.finish()
    case "photos":
      StandIn.PhotoLibrary.ofTask.photos = try words.map { file in
        let url = URL(fileURLWithPath: file)
        return StandIn.PhotoLibrary.Photo(url.lastPathComponent, try Data(contentsOf: url))
      }
      try await enter(folder)
      try harness.press("Add Photos")
      try harness.press("Add")
      await model.importer.finish()
    case "scan", "take-photo":
      StandIn.Camera.ofTask.pictures = try words.compactMap {
        UIImage(data: try Data(contentsOf: URL(fileURLWithPath: $0)))
      }
      // The menu now has an item for the camera.
      harness.pasteboard = []
      try await enter(folder)
      try harness.press(command == "scan" ? "Scan Documents" : "Take Photo")
      try harness.press("Save")
      await model.importer.finish()
    case "drop":
      try await enter(folder)
      guard try harness.drop(words.map(OfferedItem.provider)) else {
        throw SimulatorError("Nothing can be dropped here.")
      }
      await model.importer.finish()
    case "paste":
      harness.pasteboard = words.map(OfferedItem.provider)
      try harness.press("Paste")
      await model.importer.finish()
    case "cloud":
      try await enterCloud()
      try await enter(words.first ?? "")
    case "move-to-cloud": try harness.longPress(try await find(words[0]), "Move to iCloud")
    default:
      let actions = [
        "move-from-cloud": "Move to Intray", "download": "Download", "evict": "Remove Download",
      ]
      try await enterCloud()
      try harness.longPress(try await find(words[0]), actions[command] ?? command)
    }
  }

  private func enterCloud() async throws {
    try await enter(place: "iCloud Drive")
    await settle()
  }

  /// Waits until the list shows what was done last.
  func settle() async {
    await browser.work?.value
    await model.cloud.work?.value
    await browser.work?.value
    guard let page else { return }
    // What cannot be listed says so, and a page that is covered is not read.
    try? await harness.wait(atMost: .seconds(60)) { _ in
      page.answered == page.request && !page.isLookingInside || self.page !== page
    }
  }

  /// The page in front, as commands see it.
  private var page: ListModel? { harness.focused(ListModel.self) }

  private var naming: NamingModel? { if case .naming(let naming)? = browser.sheet { naming } else { nil } }

  private var info: DocumentInfoModel? { if case .info(let info)? = browser.sheet { info } else { nil } }

  /// Whether the user is asked for a folder.
  private var isMoving: Bool { if case .move? = browser.sheet { true } else { false } }

  private func showInfo(_ path: String) async throws {
    try harness.longPress(try await find(path), "Get Info")
    await info?.work?.value
    try await harness.wait { _ in info?.isCounting != true }
  }

  private func type(_ name: String) async throws {
    try harness.type(name, into: "New Name")
    try harness.press("Save")
    let hasEnded = { @MainActor in naming?.problem != nil || naming == nil }
    try await harness.wait { _ in hasEnded() || naming?.otherExtension != nil }
    if let other = naming?.otherExtension {
      // The user typed it on purpose.
      try harness.press("Use “\(other)”")
      try await harness.wait { _ in hasEnded() }
    }
  }

  /// Goes to the folder that something is in.
  private func find(_ path: String) async throws -> String {
    let names = path.split(separator: "/").map(String.init)
    guard let name = names.last else { throw SimulatorError("The name of a document is missing.") }
    try await enter(names.dropLast().joined(separator: "/"))
    return shownName(name)
  }

  /// A row has the name of a link without its extension.
  private func shownName(_ name: String) -> String {
    FileName(name).isLink ? DocumentName(name).withoutExtension.text : name
  }

  private func enter(_ folder: String) async throws {
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

  // MARK: What the user shows and sends

  /// Does something with one document, by a swipe or its menu, or with several that are chosen first.
  /// - Parameter isInMenu: whether one has it in its menu, too.
  private func choose(
    _ paths: [String], swipe: String? = nil, press: String? = nil, isInMenu: Bool = true
  ) async throws {
    let action = swipe ?? press ?? ""
    let name = try await find(paths[0])
    guard paths.count > 1 || !isInMenu else {
      if let swipe { try harness.swipe(name, swipe) } else { try harness.longPress(name, action) }
      return
    }
    try harness.press("Select")
    for path in paths { try harness.select(row: (path as NSString).lastPathComponent) }
    try harness.press(action)
  }

  /// Looks at a document, and closes it.
  private func preview(_ path: String, _ markup: String?) async throws {
    try harness.press(try await find(path))
    await settle()
    guard browser.preview?.shown.copy != nil else { return }
    SystemEvent.show(harness.text).send()
    if let markup { try harness.type(markup, into: "Markup") }
    try harness.press("Done")
    await settle()
  }

  /// Sends the parcel in the share sheet. What came out of it stays in the app's `tmp`, as if it had been received.
  private func airDrop() throws {
    guard case .share(_, let parcel?)? = browser.sheet else { return }
    let sent = NSTemporaryDirectory() + "/Sent"
    try FileManager.default.createDirectory(atPath: sent, withIntermediateDirectories: true)
    let (folder, name) = try Folder.openParent(of: parcel.path, disk: .system)
    let received = sent + "/" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: received, withIntermediateDirectories: true)
    try Copier().copy(folder[name], to: Folder.open(received, disk: .system)[name])
    SystemEvent.show(harness.text).send()
    try harness.press("AirDrop")
    SystemEvent.show("Received: \(received)/\(name)").send()
  }

  /// Prints the shared items.
  private func tellShared() {
    for items in harness.shared {
      SystemEvent.show(
        "Shared: " + items.map { ($0 as? URL)?.lastPathComponent ?? "\($0)" }.joined(separator: ", ")
      )
      .send()
    }
  }
}
