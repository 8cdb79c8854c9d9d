import Foundation
import IntrayCore
import SwiftUI
import Testing

@testable import HostApp

#if canImport(AppleFoundation)
  /// A command reaches what the page in front lists, and nothing else.
  @MainActor
  @Suite(.inApp) struct PageCommandTests {
    /// Every command of the menus, by its keys.
    private static let commands: [(KeyEquivalent, EventModifiers)] = [
      ("n", [.command, .shift]), ("a", .command), (.upArrow, .command), ("1", .command), ("2", .command),
      ("f", .command), (.downArrow, .command), ("i", .command), ("d", .command), (.delete, .command),
      ("y", .command), ("e", .command), ("m", [.command, .shift]), ("c", [.command, .shift]),
      ("p", [.command, .shift]), ("f", [.command, .shift]),
      ("o", [.command, .shift]), ("l", [.command, .shift]), ("i", [.command, .shift]),
      ("r", [.command, .shift]),
    ]

    private func openCloudWindow(here: [String], there: [String]) async throws -> (
      ViewHarness, WindowDriver, PlayedDrive, CloudRooms
    ) {
      let (model, played, rooms) = try await openCloud(here: here, there: there)
      let (harness, browser) = await openWindow(of: model)
      return (harness, browser, played, rooms)
    }

    @Test func atICloudDriveTheKeysTouchNothingOfDocuments() async throws {
      let (harness, browser, _, rooms) = try await openCloudWindow(
        here: ["a.txt", "b.txt"], there: ["c.txt", "d.txt"])
      try harness.type(key: .downArrow)
      #expect(browser.page.commanded.map(\.name) == ["a.txt"])
      await browser.finish { $0.place = .cloud }
      // The row in Documents is not the one that the keys are for here.
      #expect(throws: HarnessError.self) { try harness.press(key: .delete) }
      #expect(throws: HarnessError.self) { try harness.press(key: "i") }
      try await browser.finish { _ in try harness.press(key: "a") }
      #expect(browser.page.selected.map(\.path.description) == ["c.txt", "d.txt"])
      try await browser.finish { _ in try harness.press(key: .delete) }
      #expect(try contents(of: rooms.here) == ["a.txt", "b.txt"])
      #expect(try contents(of: rooms.there).isEmpty && browser.listed.isEmpty)
      // They were on this device, so they can be put back.
      #expect(try contents(of: rooms.path + "/AppGroup/Trash") == ["c.txt", "d.txt"])
      #expect(harness.text.contains("2 items are deleted from iCloud."))
    }

    @Test func whatCannotBePutBackIsDeletedFromICloudOnlyAfterAQuestion() async throws {
      let (harness, browser, played, rooms) = try await openCloudWindow(
        here: ["a.txt"], there: ["c.txt", "d.txt"])
      try played.takeAway("Documents/c.txt")
      await browser.finish { $0.place = .cloud }
      for answer in ["Cancel", "Delete Now"] {
        try await browser.finish { _ in try harness.press(key: "a") }
        try await browser.finish { _ in try harness.press(key: .delete) }
        #expect(harness.text.contains("Delete from iCloud?") && browser.listed == ["c.txt", "d.txt"])
        #expect(Set(played.calls).isDisjoint(with: [.remove, .moveOut, .fetch]))
        // Behind the question no command does anything.
        #expect(throws: HarnessError.self) { try harness.press(key: "a") }
        try await browser.finish { _ in try harness.press(answer) }
      }
      #expect(browser.listed.isEmpty)
      #expect(try contents(of: rooms.here) == ["a.txt"])
      #expect(try contents(of: rooms.path + "/AppGroup/Trash") == ["d.txt"])
    }

    /// What lies over a page.
    enum Cover: CaseIterable {
      case sheet, quickLook, question, picker, comparison
    }

    @Test(arguments: Cover.allCases)
    func behindWhatLiesOverThePageNoCommandDoesAnything(cover: Cover) async throws {
      let (harness, model, path) = try await openWindow(["a.txt", "b.txt", "Work/c.txt"])
      let browser = model.browser
      let page = browser.page
      try await browser.finish { _ in try harness.press(key: "a") }
      #expect(page.selected.count == 3)
      let entry = browser.entry("a.txt")
      await browser.finish {
        switch cover {
        case .sheet: $0.window.sheet = .help
        case .quickLook: $0.preview("a.txt")
        case .question: $0.window.question = .remove([entry])
        case .picker: $0.window.picking = .addition(to: DocumentPath())
        case .comparison: $0.actions.compare(entry, with: browser.entry("b.txt"))
        }
      }
      #expect(browser.window.isCovered && harness.focused(ListModel.self) == nil)
      for (key, modifiers) in Self.commands {
        #expect(throws: HarnessError.self, "\(key)") { try harness.press(key: key, modifiers) }
      }
      for key: KeyEquivalent in [.downArrow, .return, .space] {
        #expect(throws: HarnessError.self) { try harness.type(key: key) }
      }
      #expect(page.selected.count == 3 && browser.window.layout == .list && !page.isSearchShown)
      #expect(try contents(of: path + "/AppGroup/Documents") == ["Work", "a.txt", "b.txt"])
      // The page is in front again, and what was chosen there still is.
      await browser.finish {
        ($0.window.sheet, $0.window.question, $0.window.picking) = (nil, nil, nil)
        ($0.window.preview, $0.window.comparison) = (nil, nil)
      }
      #expect(harness.focused(ListModel.self) === page)
      try await browser.finish { _ in try harness.press(key: .delete) }
      #expect(try contents(of: path + "/AppGroup/Documents").isEmpty)
    }

    @Test func eachWindowHasCommandsOfItsOwn() async throws {
      let (harness, model, path) = try await openWindow(["a.txt", "b.txt", "Work/c.txt", "Work/d.txt"])
      let first = model.browser
      let (other, second) = await openWindow(of: model)
      #expect(second !== first)
      await second.enter(DocumentPath(["Work"]))
      try await first.finish { _ in try harness.press(key: "a") }
      try other.type(key: .downArrow)
      try await second.finish { _ in try other.press(key: .delete) }
      #expect(second.listed == ["Work/d.txt"] && first.page.selected.count == 3)
      #expect(try contents(of: path + "/AppGroup/Trash") == ["c.txt"])
      #expect(second.thrownAway.count == 1 && first.thrownAway.isEmpty, "it is told where it was done")
      // Behind a sheet of one window the other one goes on.
      first.window.sheet = .help
      #expect(throws: HarnessError.self) { try harness.press(key: .delete) }
      try await second.finish { _ in try other.press(key: "a") }
      try await second.finish { _ in try other.press(key: .delete) }
      #expect(try contents(of: path + "/AppGroup/Documents") == ["Work", "a.txt", "b.txt"])
      first.window.sheet = nil
      try await first.finish { _ in try harness.press(key: .delete) }
      await second.settle()
      #expect(try contents(of: path + "/AppGroup/Documents").isEmpty)
      #expect(first.listed.isEmpty && second.path.isEmpty, "its folder is gone")
    }

    @Test func thePlacesAndTheMoveOfWhatIsChosenHaveKeys() async throws {
      let (harness, model, _) = try await openWindow(["a.txt", "Work/b.txt"])
      let browser = model.browser
      for (key, place): (KeyEquivalent, Place) in [
        ("f", .recents), ("l", .links), ("r", .trash), ("o", .documents),
      ] {
        try await browser.finish { _ in try harness.press(key: key, [.command, .shift]) }
        #expect(browser.place == place)
      }
      #expect(throws: HarnessError.self, "no account is signed in") {
        try harness.press(key: "i", [.command, .shift])
      }
      try harness.type(key: .downArrow)
      #expect(throws: HarnessError.self, "a folder is not seen in Quick Look") { try harness.press(key: "y") }
      try harness.type(key: .downArrow)
      try await browser.finish { _ in try harness.press(key: "y") }
      #expect(harness.front.role == .preview)
      try await browser.finish { _ in try harness.press("Done") }
      try harness.press(key: "m", [.command, .shift])
      #expect(browser.window.sheet?.id == .move)
    }

    @Test func inRecentlyDeletedNoKeyDeletesAndOneRecovers() async throws {
      let (harness, model, path) = try await openWindow(["a.txt"])
      let browser = model.browser
      await browser.finish { $0.delete("a.txt") }
      await browser.finish { $0.place = .trash }
      try await browser.finish { _ in try harness.press(key: "a") }
      #expect(browser.page.selected.count == 1)
      #expect(throws: HarnessError.self) { try harness.press(key: "d") }
      #expect(try contents(of: path + "/AppGroup/Trash") == ["a.txt"])
      try await browser.finish { _ in try harness.press(key: .delete) }
      #expect(try contents(of: path + "/AppGroup/Documents") == ["a.txt"])
    }
  }
#endif
