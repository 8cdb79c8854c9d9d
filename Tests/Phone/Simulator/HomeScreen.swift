import Foundation
import IntrayCore
import SwiftUI

@testable import Example
@testable import HostApp

/// The home screen: opens the app, optionally with a document, and prints its screen.
@MainActor
enum HomeScreen {
  static func play(
    open path: String?, duplicates: String?, quickSave: String?, seconds: Double, isWide: Bool, isFirst: Bool
  ) async throws {
    let end = ContinuousClock.now + .seconds(seconds)
    if !isFirst { knowTheApp() }
    let model = try HostModel(library: ShortcutProblem.library())
    let harness = ViewHarness(IntrayApp(model: model))
    if isWide { harness.horizontalSizeClass = .regular }
    if duplicates != nil || quickSave != nil {
      try harness.backToStart()
      try harness.press("Settings")
      if let duplicates { try choose(duplicates, in: harness) }
      if let quickSave {
        if (quickSave != "off") != Preferences.savesAtOnce { try harness.toggle("Quick Save") }
        if quickSave != "off", (quickSave == "similar") != Preferences.usesUsualFolder {
          try harness.toggle("Use the Folder of Similar Documents")
        }
      }
      try harness.press("Done")
      try harness.press("Recents")
    }
    // The window is there when it was drawn.
    _ = harness.tree
    let route = model.windows.front?.route
    if let path {
      // A link, or the path of the system's copy.
      harness.open(
        path.hasPrefix("/") ? URL(fileURLWithPath: path) : URL(string: path) ?? URL(fileURLWithPath: path))
    }
    harness.scenePhase = .active
    // As long as the largest drain takes; the user would wait, too.
    try await harness.wait(atMost: .seconds(3600)) { _ in !model.isBusy }
    // The app looks at the document of a link before it goes there.
    if let path, !path.hasPrefix("/"), let window = model.windows.front {
      try await harness.wait(atMost: .seconds(60)) { _ in
        window.route != route || window.notices.problem != nil
      }
      await AppScreen(model: model, browser: window, harness: harness).settle()
    }
    // As it is before it is told: what changes meanwhile is told next.
    let told = (harness.text, try json(model))
    try await tell(harness, model)
    if isFirst, harness.find(nil, "Get Started") != nil {
      try harness.press("Done")
      // A picture shows the first steps.
      try await tell(harness, model, draws: false)
    }
    if seconds > 0 { try await stay(until: end, harness, model, after: told) }
    for outcome in model.drains.waiting {
      if outcome.result != .waiting(.growing), let reason = Messages.reason(outcome.result) {
        SystemEvent.complain("“\(outcome.name)” is not taken in. \(reason)").send()
      }
    }
    for problem in [model.problem, model.windows.front?.notices.problem] {
      if let problem { SystemEvent.complain(problem).send() }
    }
    harness.scenePhase = .background
    // The system lets it note what was seen, and that it reads no document now.
    try await harness.wait { _ in !model.isBusy && !model.contents.isReading }
  }

  /// The user says once for all what becomes of a file that is a document already.
  private static func choose(_ answer: String, in harness: ViewHarness) throws {
    let words = ["ask": "Ask", "skip": "Don’t Save", "keep": "Keep Both"]
    try harness.choose(words[answer] ?? answer, in: "If Already in Intray")
  }

  /// Whom the simulator plays has opened the app before, and closed its first steps.
  static func knowTheApp() { Preferences.store?.set(false, forKey: Preferences.showsFirstStepsKey) }

  /// Keeps the app open, and prints its screen and state after each change.
  private static func stay(
    until end: ContinuousClock.Instant, _ harness: ViewHarness, _ model: HostModel,
    after told: (text: String, state: String)
  ) async throws {
    var (shown, known) = told
    while case let rest = ContinuousClock.now.duration(to: end), rest > .zero {
      do {
        try await harness.wait(atMost: rest) {
          // What cannot be listed now is told the next time.
          !model.isBusy && ($0.text != shown || (try? json(model)) != known)
        }
      } catch HarnessError.neverShown(_) {
        return
      }
      (shown, known) = (harness.text, try json(model))
      try await tell(harness, model)
    }
  }

  private static func tell(_ harness: ViewHarness, _ model: HostModel, draws: Bool = true) async throws {
    SystemEvent.show(harness.text).send()
    if draws { try await Picture.send(harness) }
    let query = DocumentQuery(scope: .recents, order: .added, range: 0..<ListModel.pageSize)
    let recents = try await model.library.list(query, isFresh: true).get().entries
    SystemEvent.result(try json(model, recents: recents)).send()
  }

  private struct Report: Encodable {
    struct Import: Encodable {
      var name: String
      var `as`: String
    }

    struct Waiting: Encodable {
      var name: String
      var reason: String
    }

    struct Document: Encodable {
      var path: String
      var size: Int64
    }

    var imported: [Import]
    var waiting: [Waiting]
    /// What arrived last, the latest first, as the place *Recents* lists it.
    var recents: [String]
    var documents: [Document]
    /// How many conflict copies wait for the user's decision.
    var conflicts: Int
  }

  /// What happened, and all that there is, which no screen shows at once.
  private static func json(_ model: HostModel, recents: [DocumentEntry] = []) throws -> String {
    var documents: [Report.Document] = []
    let root = model.library.container.path(of: .documents)
    for path in try FileManager.default.subpathsOfDirectory(atPath: root) {
      let size = try FileManager.default.attributesOfItem(atPath: root + "/" + path)[.size] as? Int64
      documents.append(.init(path: path, size: size ?? 0))
    }
    let report = Report(
      imported: model.recents.arrivals.map { .init(name: $0.name, as: $0.path.description) },
      waiting: model.drains.waiting.compactMap { outcome in
        Messages.reason(outcome.result).map { .init(name: outcome.name, reason: $0) }
      },
      recents: recents.map(\.path.description),
      documents: documents.sorted { $0.path < $1.path }, conflicts: model.overview.conflicts)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(report), as: UTF8.self)
  }
}

/// The home screen of a phone with the example app: opens it, and prints its screen.
@MainActor
enum TrayScreen {
  static func play() async throws {
    let harness = ViewHarness(TrayApp())
    harness.scenePhase = .active
    // As long as the largest drain takes.
    try await harness.wait(atMost: .seconds(3600)) { !$0.tree.everything.contains { $0.role == .progress } }
    SystemEvent.show(harness.text).send()
    harness.scenePhase = .background
  }
}
