import Foundation
import Shared
import SwiftUI
import Testing

@testable import HostApp

#if canImport(TestSupport)
  import TestSupport
#endif

/// The rules of the views for users of VoiceOver, other text sizes or reduced motion, and for colour-blind users.
@Suite struct ViewSourceTests {
  @Test(arguments: [
    (#"\.system\(size:"#, "text has a size of the reader's choice"),
    (#"\.frame\([^)]*(?:width|height|Width|Height): *[0-9]"#, "a frame grows with the text that is in it"),
    (#"\.lineLimit\("#, "long names and large text are read to their end"),
    (#"foregroundStyle\(\.(?:red|green|orange|yellow|blue)"#, "colour alone tells some people nothing"),
    (#"Color\("#, "colours come from the system, or the catalogue, for light and dark"),
    (#"withAnimation|\.animation\("#, "what moves, moves as the system decides"),
  ])
  func noViewHas(pattern: String, because reason: String) throws {
    let regex = try Regex(pattern)
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "HostApp").path(percentEncoded: false)
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
    #expect(files.count > 20)
    for file in files {
      let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
      #expect(text.firstMatch(of: regex) == nil, "\(file): \(reason)")
    }
  }
}

#if canImport(AppleFoundation)
  /// Screens as VoiceOver reads them.
  @MainActor
  @Suite struct AccessibilityTests {
    /// The roles that the user can operate, or that VoiceOver must read.
    private static let roles: Set<StageNode.Role> = [
      .button, .navigationLink, .menu, .back, .textField, .searchField, .toggle, .picker, .progress, .image,
      .label, .option,
    ]

    /// Checks all that is on screen, in menus and behind swipes.
    private func check(_ stage: Stage, _ place: SourceLocation = #_sourceLocation) {
      let nodes = stage.tree.everything.filter { Self.roles.contains($0.role) }
      #expect(nodes.count > 2, sourceLocation: place)
      for node in nodes {
        let isNamed = node.label.contains(where: \.isLetter) && node.label != node.symbol
        #expect(isNamed, "\(node.role) \(node.symbol ?? "") on\n\(stage.text)", sourceLocation: place)
      }
    }

    @Test(arguments: [UserInterfaceSizeClass.compact, .regular])
    func everyControlOfTheDocumentsHasAName(width: UserInterfaceSizeClass) async throws {
      let files = FilesRegistration(asksWhetherEnabled: { false })
      try await withApp(files) { (model: HostModel, path: String) async throws in
        for name in ["report.pdf", "Work/a.txt"] { try put("x", at: path + "/AppGroup/Documents/" + name) }
        try put("new", at: path + "/AppGroup/Inbox/a.parcel/report.pdf")
        try FileManager.default.createSymbolicLink(
          atPath: path + "/AppGroup/Inbox/a.parcel/link", withDestinationPath: "/etc/passwd")
        await model.activate()
        let stage = Stage(ContentView(model: model))
        stage.horizontalSizeClass = width
        check(stage)
        try stage.longPress("report.pdf", "Move")
        check(stage)
        try stage.press("Cancel")
        try stage.swipe("report.pdf", "Rename")
        check(stage)
        try stage.press("Cancel")
        try stage.swipe("report.pdf", "Delete")
        await model.browser.work?.value
        check(stage)
        try stage.backToStart()
        check(stage)
        try stage.press("Recently Deleted")
        await model.browser.work?.value
        check(stage)
        try stage.swipe("report.pdf", "Delete Now")
        check(stage)
      }
    }

    @Test(arguments: [UserInterfaceSizeClass.compact, .regular])
    func everyControlOfICloudHasAName(width: UserInterfaceSizeClass) async throws {
      try await withCloudApp { (model: HostModel, played: PlayedDrive, path: String) async throws in
        let names = ["away.txt", "coming.txt", "going.txt", "here.txt", "Work/a.txt"]
        for name in names { try put("x", at: path + "/Cloud/Container/Documents/" + name) }
        for name in ["away.txt", "coming.txt"] { try played.takeAway("Documents/" + name) }
        try played.arrive("Documents/coming.txt", 0.5)
        played.keepFromUploading("Documents/going.txt")
        await model.activate()
        let stage = Stage(ContentView(model: model))
        stage.horizontalSizeClass = width
        try stage.backToStart()
        try stage.press("iCloud Drive")
        try await stage.wait(for: "away.txt")
        check(stage)
        try stage.longPress("away.txt", "Download")
        try stage.longPress("going.txt", "Remove Download")
        try await stage.wait(for: "iCloud does not have it yet")
        check(stage)
        try stage.press("Stop “away.txt”")
        try await stage.wait { _ in model.cloud.works.isEmpty }
        try stage.swipe("away.txt", "Delete")
        check(stage)
      }
    }

    @Test func aRowIsReadAsOne() async throws {
      try await withCloudApp { (model: HostModel, _: PlayedDrive, path: String) async throws in
        try put("x", at: path + "/AppGroup/Documents/a.txt")
        try put("x", at: path + "/Cloud/Container/Documents/b.txt")
        await model.activate()
        let stage = Stage(ContentView(model: model))
        #expect(stage.all().contains { $0.label.contains("a.txt — ") })
        try stage.backToStart()
        try stage.press("iCloud Drive")
        try await stage.wait(for: "b.txt")
        #expect(stage.all(.element).contains { $0.label == "b.txt — On this device" })
      }
    }
  }
#endif
