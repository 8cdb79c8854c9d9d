import Foundation
import IntrayCore
import SwiftUI
import Testing

@testable import HostApp

/// The rules of the views for users of VoiceOver, other text sizes or reduced motion, and for colour-blind users.
@Suite struct ViewSourceTests {
  @Test(arguments: [
    (#"\.system\(size:"#, "text has a size of the reader's choice"),
    (#"\.frame\([^)]*(?:width|height|Width|Height): *[0-9]"#, "a frame grows with the text that is in it"),
    (
      #"\.lineLimit\("#,
      "long names and large text are read to their end, or cut by one modifier that keeps both ends"
    ),
    (#"foregroundStyle\(\.(?:red|green|orange|yellow|blue)"#, "colour alone tells some people nothing"),
    (#"Color\("#, "colours come from the system, or the catalogue, for light and dark"),
    (#"withAnimation|\.animation\("#, "what moves, moves as the system decides"),
  ])
  func noViewHasAForbiddenPattern(pattern: String, because reason: String) throws {
    let regex = try Regex(pattern)
    let folder = repository.appending(path: "HostApp").path(percentEncoded: false)
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
  @Suite(.inApp) struct AccessibilityTests {
    /// The roles that the user can operate, or that VoiceOver must read.
    private static let roles: Set<HarnessNode.Role> = [
      .button, .navigationLink, .menu, .back, .textField, .searchField, .toggle, .picker, .progress, .image,
      .label, .option,
    ]

    /// Checks all that is on screen, in menus and behind swipes.
    private func check(_ harness: ViewHarness, _ place: SourceLocation = #_sourceLocation) {
      let nodes = harness.tree.everything.filter { Self.roles.contains($0.role) }
      #expect(nodes.count > 2, sourceLocation: place)
      for node in nodes {
        let isNamed = node.label.contains(where: \.isLetter) && node.label != node.symbol
        #expect(isNamed, "\(node.role) \(node.symbol ?? "") on\n\(harness.text)", sourceLocation: place)
      }
    }

    @Test(arguments: [UserInterfaceSizeClass.compact, .regular])
    func everyControlOfTheDocumentsHasAName(width: UserInterfaceSizeClass) async throws {
      let files = FilesRegistration(asksWhetherEnabled: { false })
      let (model, path) = try openApp(files)
      for name in ["report.pdf", "Work/a.txt"] { try put("x", at: path + "/AppGroup/Documents/" + name) }
      try put("new", at: path + "/AppGroup/Inbox/a.parcel/report.pdf")
      try FileManager.default.createSymbolicLink(
        atPath: path + "/AppGroup/Inbox/a.parcel/link", withDestinationPath: "/etc/passwd")
      await model.activate()
      let harness = await show(model)
      harness.horizontalSizeClass = width
      // Beside the list, where there is room.
      model.browser.window.showsPreview = true
      check(harness)
      try harness.longPress("report.pdf", "Move")
      check(harness)
      try harness.press("Cancel")
      try harness.swipe("report.pdf", "Rename")
      check(harness)
      try harness.press("Cancel")
      try await model.browser.finish { _ in try harness.swipe("report.pdf", "Delete") }
      check(harness)
      try harness.backToStart()
      check(harness)
      try await model.browser.finish { _ in try harness.press("Recently Deleted") }
      check(harness)
      try harness.swipe("report.pdf", "Delete Now")
      check(harness)
    }

    @Test(arguments: [UserInterfaceSizeClass.compact, .regular])
    func everyControlOfICloudHasAName(width: UserInterfaceSizeClass) async throws {
      let (model, played, path) = try openCloudApp()
      let names = ["away.txt", "coming.txt", "going.txt", "here.txt", "Work/a.txt"]
      for name in names { try put("x", at: path + "/Cloud/Container/Documents/" + name) }
      for name in ["away.txt", "coming.txt"] { try played.takeAway("Documents/" + name) }
      try played.arrive("Documents/coming.txt", 0.5)
      played.keepFromUploading("Documents/going.txt")
      await model.activate()
      let harness = await show(model)
      harness.horizontalSizeClass = width
      try harness.backToStart()
      try harness.press("iCloud Drive")
      try await harness.wait(for: "away.txt")
      check(harness)
      // A row is read as one element.
      #expect(harness.spoken.contains { $0.hasPrefix("here.txt, ") && $0.contains("On this device") })
      try harness.longPress("away.txt", "Download")
      try harness.longPress("going.txt", "Remove Download")
      try await harness.wait(for: "iCloud doesn’t have it yet")
      check(harness)
      try harness.press("Stop")
      try await harness.wait { _ in model.queue.works.isEmpty }
      try harness.swipe("away.txt", "Delete")
      check(harness)
    }
  }
#endif
