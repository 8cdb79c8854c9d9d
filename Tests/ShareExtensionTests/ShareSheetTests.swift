import Foundation
import Shared
import SwiftUI
import Testing
import UIKit
import UniformTypeIdentifiers

@testable import Intake

#if canImport(TestSupport)
  import TestSupport
#endif
#if canImport(ShareExtension)
  @testable import ShareExtension
#endif

// Sheets are read through the stand-in for SwiftUI, which shows them as text.
#if canImport(AppleFoundation)
  @MainActor
  @Suite struct ShareSheetTests {
    @Test func aShareThatIsSavedEndsTheSheet() async throws {
      let sheet = try Sheet(offering: ["a.txt"])
      try await sheet.stage.wait { _ in !sheet.ends.isEmpty }
      #expect(sheet.ends == [true])
      #expect(try sheet.parcels == 1)
      try sheet.remove()
    }

    @Test func aPartialFailureAsksAndSavesTheRest() async throws {
      let sheet = try Sheet(offering: ["a.txt"], breaking: ["lost.pdf"])
      try await sheet.stage.wait(for: "Save the Rest")
      #expect(sheet.stage.text.contains("lost.pdf"))
      #expect(try sheet.parcels == 0)
      try sheet.stage.press("Save the Rest")
      try await sheet.stage.wait { _ in !sheet.ends.isEmpty }
      #expect(sheet.ends == [true])
      #expect(try sheet.parcels == 1)
      try sheet.remove()
    }

    @Test func aSecondTapSavesNothingTwice() async throws {
      let sheet = try Sheet(offering: ["a.txt"], breaking: ["lost.pdf"])
      try await sheet.stage.wait(for: "Save the Rest")
      async let first: Void = sheet.model.saveRest()
      async let second: Void = sheet.model.saveRest()
      _ = await (first, second)
      #expect(sheet.ends == [true])
      #expect(try sheet.parcels == 1)
      try sheet.remove()
    }

    @Test func aPartialFailureCanBeGivenUpAndLeavesNothing() async throws {
      let sheet = try Sheet(offering: ["a.txt"], breaking: ["lost.pdf"])
      try await sheet.stage.wait(for: "Save the Rest")
      try sheet.stage.press("Cancel")
      #expect(sheet.ends == [false])
      #expect(try sheet.parcels == 0)
      #expect(try sheet.staged == 0)
      try sheet.remove()
    }

    @Test func whatFilesDoesNotShowYetIsSaidToBeInTheApp() async throws {
      let sheet = try Sheet(offering: ["a.txt"], inFiles: false)
      try await sheet.stage.wait(for: "Done")
      #expect(sheet.stage.text.contains("open Intray once"))
      #expect(try sheet.parcels == 1)
      #expect(sheet.ends.isEmpty)
      try sheet.stage.press("Done")
      #expect(sheet.ends == [true])
      try sheet.remove()
    }

    @Test func cancellingWhileItLoadsEndsTheSheetOnceAndLeavesNothing() async throws {
      let late = LateSender(name: "Late.pdf")
      let sheet = try Sheet(offering: ["a.txt"], also: [late.item])
      try await sheet.stage.wait(for: "Cancel")
      await late.asked()
      try sheet.stage.press("Cancel")
      try await sheet.stage.wait { _ in !sheet.ends.isEmpty }
      sheet.model.cancel()
      late.answer()
      #expect(sheet.ends == [false])
      #expect(late.isCancelled)
      #expect(try sheet.parcels == 0)
      #expect(try sheet.staged == 0)
      try sheet.remove()
    }

    @Test func howManyCanBeSavedIsSaid() async throws {
      let sheet = try Sheet(offering: ["a.txt", "b.txt"], breaking: ["lost.pdf"])
      try await sheet.stage.wait(for: "Save the Rest")
      #expect(sheet.stage.text.contains("2 of 3 can be saved."))
      try sheet.stage.press("Cancel")
      try sheet.remove()
    }

    @Test func aFailureIsShownUntilThePersonClosesIt() async throws {
      let sheet = try Sheet(breaking: ["lost.pdf"])
      try await sheet.stage.wait(for: "Close")
      #expect(sheet.stage.text.contains("lost.pdf"))
      #expect(sheet.ends.isEmpty)
      try sheet.stage.press("Close")
      #expect(sheet.ends == [false])
      try sheet.remove()
    }
  }

  /// A sheet over a scratch container.
  @MainActor
  private final class Sheet {
    private let scratch: Scratch
    private let ended: Ended
    var ends: [Bool] { ended.results }
    private(set) lazy var stage = Stage(ShareView(model: model))
    let model: ShareModel

    init(
      offering names: [String] = [], breaking broken: [String] = [], also others: [NSExtensionItem] = [],
      inFiles: Bool = true
    ) throws {
      scratch = try Scratch()
      let group = scratch.path + "/AppGroup"
      try FileManager.default.createDirectory(atPath: group, withIntermediateDirectories: true)
      let item = NSExtensionItem()
      let folder = scratch.path
      let whole = try names.map { name in
        let url = URL(fileURLWithPath: folder + "/" + name)
        try Data(name.utf8).write(to: url)
        return try #require(NSItemProvider(contentsOf: url))
      }
      item.attachments = whole + broken.map(Self.broken)
      let share = Share([item] + others, container: Container(path: group))
      let ended = Ended()
      self.ended = ended
      model = ShareModel(share, signal: { inFiles }) { result in
        if case .success = result { ended.results.append(true) } else { ended.results.append(false) }
      }
    }

    var parcels: Int { get throws { try count("Inbox") } }
    var staged: Int { get throws { try count("Staging") } }

    func remove() throws { try scratch.remove() }

    private func count(_ room: String) throws -> Int {
      let path = scratch.path + "/AppGroup/" + room
      if !FileManager.default.fileExists(atPath: path) { return 0 }
      return try FileManager.default.contentsOfDirectory(atPath: path).count
    }

    private static func broken(_ name: String) -> NSItemProvider {
      let provider = NSItemProvider()
      provider.suggestedName = name
      provider.registerFileRepresentation(
        forTypeIdentifier: UTType.pdf.identifier, fileOptions: [], visibility: .all
      ) { answer in
        answer(nil, false, CocoaError(.fileReadNoSuchFile))
        return nil
      }
      return provider
    }
  }

  /// How often a request ended, and whether well.
  @MainActor
  private final class Ended {
    var results: [Bool] = []
  }
#endif
