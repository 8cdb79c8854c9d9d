import AppleFoundation
import Foundation
import QuickLook
import Testing
import UIKit

@testable import SwiftUI

/// A class that lacks an optional method of Objective-C's, or misspells its name, compiles. Nothing calls its method.
@MainActor
struct DelegateTests {
  // https://developer.apple.com/documentation/uikit/uidropinteractiondelegate/dropinteraction(_:sessiondidupdate:)
  @Test func aDelegateWithoutMethodsTakesNoDrop() throws {
    let harness = ViewHarness(Text(verbatim: "Drop here"))
    let delegate = NoDrops()
    harness.window.rootViewController?.view.addInteraction(UIDropInteraction(delegate: delegate))
    #expect(try !harness.drop([NSItemProvider(item: "text" as NSString, typeIdentifier: "public.text")]))
  }

  // https://developer.apple.com/documentation/quicklook/qlpreviewcontrollerdelegate/previewcontroller(_:editingmodefor:)
  @Test func aDelegateWithoutMethodsAllowsNoEdit() throws {
    try withFile { url in
      let preview = try show(url, NoEdits())
      #expect(preview.node.children.count == 1)
    }
  }

  // https://developer.apple.com/documentation/quicklook/qlpreviewitemeditingmode/createcopy
  @Test func aCopyLeavesTheFileAsItIs() throws {
    try withFile { url in
      let delegate = Copies()
      let preview = try show(url, delegate)
      preview.node.children.last?.actions.edit?("marked")
      #expect(delegate.copies == ["marked"])
      #expect(try String(contentsOf: url, encoding: .utf8) == "text")
    }
  }

  private func withFile(_ body: (URL) throws -> Void) throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + ".txt")
    try Data("text".utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    try body(url)
  }

  private func show(_ url: URL, _ delegate: any QLPreviewControllerDelegate) throws -> QLPreviewController {
    let preview = QLPreviewController()
    let source = Source(url)
    preview.dataSource = source
    preview.delegate = delegate
    preview.loadViewIfNeeded()
    // Both are held weakly, and asked while the view is loaded; the delegate also later.
    withExtendedLifetime(source) {}
    return preview
  }
}

private final class NoDrops: NSObject, UIDropInteractionDelegate {}

private final class NoEdits: NSObject, QLPreviewControllerDelegate {}

@MainActor
private final class Copies: NSObject, QLPreviewControllerDelegate {
  private(set) var copies: [String] = []

  nonisolated func previewController(
    _ controller: QLPreviewController, editingModeFor previewItem: any QLPreviewItem
  ) -> QLPreviewItemEditingMode { .createCopy }

  nonisolated func previewController(
    _ controller: QLPreviewController, didSaveEditedCopyOf previewItem: any QLPreviewItem,
    at modifiedContentsURL: URL
  ) {
    let text = try? String(contentsOf: modifiedContentsURL, encoding: .utf8)
    MainActor.assumeIsolated { copies.append(text ?? "unreadable") }
  }
}

@MainActor
private final class Source: NSObject, QLPreviewControllerDataSource {
  private let url: URL
  init(_ url: URL) { self.url = url }
  func numberOfPreviewItems(in controller: QLPreviewController) -> Int { 1 }
  func previewController(_ controller: QLPreviewController, previewItemAt index: Int) -> any QLPreviewItem {
    url as NSURL
  }
}
