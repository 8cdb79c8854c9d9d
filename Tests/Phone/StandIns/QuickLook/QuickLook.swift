@_exported import AppleFoundation
@_exported import Foundation
import Observation
import SwiftUI
import UIKit
import UniformTypeIdentifiers

public protocol QLPreviewItem: NSObjectProtocol {
  /// <https://developer.apple.com/documentation/quicklook/qlpreviewitem/previewitemurl>
  var previewItemURL: URL? { get }
  /// What Quick Look calls it; optional, and the name of the file where there is none.
  var previewItemTitle: String? { get }
}

extension QLPreviewItem {
  public var previewItemTitle: String? { nil }
}

extension NSURL: QLPreviewItem {
  /// <https://developer.apple.com/documentation/quicklook/qlpreviewitem/previewitemurl>
  public var previewItemURL: URL? { self as URL }
}

@MainActor
public protocol QLPreviewControllerDataSource: AnyObject {
  func numberOfPreviewItems(in controller: QLPreviewController) -> Int
  func previewController(_ controller: QLPreviewController, previewItemAt index: Int) -> any QLPreviewItem
}

public enum QLPreviewItemEditingMode: Int, Sendable {
  /// The user cannot edit.
  case disabled = 0
  case updateContents = 1
  case createCopy = 2
}

/// Told what Quick Look does. It is on no actor, although Quick Look calls it on the main thread.
///
/// The methods are optional in Objective-C, so a class may lack each of them, also by a misspelt name.
public protocol QLPreviewControllerDelegate: NSObjectProtocol {
  /// Where Quick Look is to write an edited version; asked when it loads its data.
  func previewController(
    _ controller: QLPreviewController, editingModeFor previewItem: any QLPreviewItem
  ) -> QLPreviewItemEditingMode
  /// Quick Look has written over the file; perhaps several times.
  func previewController(
    _ controller: QLPreviewController, didUpdateContentsOf previewItem: any QLPreviewItem)
  /// Quick Look could not write over the file, and has written a temporary one. Nothing says how long that stays: here it
  /// is removed at once.
  func previewController(
    _ controller: QLPreviewController, didSaveEditedCopyOf previewItem: any QLPreviewItem,
    at modifiedContentsURL: URL)
}

// What happens where a class does not have the method.
extension QLPreviewControllerDelegate {
  /// The user cannot edit.
  public func previewController(
    _ controller: QLPreviewController, editingModeFor previewItem: any QLPreviewItem
  ) -> QLPreviewItemEditingMode { .disabled }
  public func previewController(
    _ controller: QLPreviewController, didUpdateContentsOf previewItem: any QLPreviewItem
  ) {}
  public func previewController(
    _ controller: QLPreviewController, didSaveEditedCopyOf previewItem: any QLPreviewItem,
    at modifiedContentsURL: URL
  ) {}
}

/// Quick Look.
///
/// It shows the first lines of a file. The user marks it up where the delegate says where to write. Which types Quick Look
/// writes as another type is not documented; here it is a GIF, which becomes a PNG.
@MainActor
open class QLPreviewController: UIViewController, HarnessShowing {
  open weak var dataSource: (any QLPreviewControllerDataSource)?
  open weak var delegate: (any QLPreviewControllerDelegate)?

  private var item: (any QLPreviewItem)?
  private var editing = QLPreviewItemEditingMode.disabled
  private let revision = Revision()

  open var currentPreviewItemIndex = 0 { didSet { if item != nil { load() } } }

  /// Asks again how many items there are, and for the one on screen.
  open func reloadData() { load() }

  /// Shows the item on screen again: its address may be another one.
  open func refreshCurrentPreviewItem() {
    guard let item else { return }
    editing = delegate?.previewController(self, editingModeFor: item) ?? .disabled
    changed()
  }

  public init() {
    super.init(nibName: nil, bundle: nil)
  }

  public required init?(coder: NSCoder) { nil }

  /// Whether Quick Look can show an item. Of folders it is documented for none; here it shows the packages that Apple's own
  /// apps make.
  open class func canPreview(_ item: any QLPreviewItem) -> Bool {
    guard let url = item.previewItemURL, url.isFileURL else { return false }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else { return false }
    guard isFolder.boolValue else { return true }
    let type = UTType(filenameExtension: url.pathExtension, conformingTo: .directory)
    return type?.conforms(to: .package) == true && type?.identifier.hasPrefix("com.apple.") == true
  }

  /// The view is loaded: asks what to show.
  open override func viewDidLoad() {
    super.viewDidLoad()
    load()
  }

  /// Asks for the item on screen, and for its neighbours, which the user may swipe to.
  private func load() {
    let count = dataSource?.numberOfPreviewItems(in: self) ?? 0
    guard let dataSource, count > 0 else { return item = nil }
    let index = min(currentPreviewItemIndex, count - 1)
    if index != currentPreviewItemIndex { return currentPreviewItemIndex = index }
    let item = dataSource.previewController(self, previewItemAt: index)
    self.item = item
    for neighbour in [index - 1, index + 1] where (0..<count).contains(neighbour) {
      _ = dataSource.previewController(self, previewItemAt: neighbour)
    }
    editing = delegate?.previewController(self, editingModeFor: item) ?? .disabled
    changed()
  }

  private func changed() { revision.count += 1 }

  /// The system's side: what is on screen, and the swipes to the items beside it.
  public var node: HarnessNode {
    _ = revision.count
    guard let item else { return HarnessNode(.preview, label: "No file to preview") }
    let count = dataSource?.numberOfPreviewItems(in: self) ?? 0
    let swipes = [("Previous", currentPreviewItemIndex - 1), ("Next", currentPreviewItemIndex + 1)]
      .filter { (0..<count).contains($0.1) }
      .map { name, index in
        var swipe = HarnessNode(.button, label: name)
        swipe.actions.press = { [weak self] in
          MainActor.assumeIsolated { self?.currentPreviewItemIndex = index }
        }
        return swipe
      }
    guard let url = item.previewItemURL else {
      return HarnessNode(.preview, label: "Loading", children: swipes)
    }
    var children = [HarnessNode(.text, label: contents(of: url))] + swipes
    if editing != .disabled, !url.hasDirectoryPath {
      var markup = HarnessNode(.textField, label: "Markup")
      markup.actions.edit = { [weak self] text in MainActor.assumeIsolated { self?.write(text, to: url) } }
      children.append(markup)
    }
    return HarnessNode(.preview, label: url.lastPathComponent, children: children)
  }

  /// Writes an edited version: into a new file in the place of the old one, or elsewhere.
  private func write(_ text: String, to url: URL) {
    guard let item else { return }
    if editing == .updateContents, url.pathExtension != "gif",
      (try? Data(text.utf8).write(to: url, options: .atomic)) != nil
    {
      delegate?.previewController(self, didUpdateContentsOf: item)
      return
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let isGIF = url.pathExtension == "gif"
    let name = isGIF ? url.deletingPathExtension().lastPathComponent + ".png" : url.lastPathComponent
    let copy = folder.appendingPathComponent(name)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Without room for the copy, the edit is lost, and no method says so.
    guard (try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)) != nil,
      (try? Data(text.utf8).write(to: copy)) != nil
    else { return }
    delegate?.previewController(self, didSaveEditedCopyOf: item, at: copy)
  }
}

/// Counts what changed on screen.
@MainActor
@Observable
private final class Revision {
  var count = 0
}

/// A few lines of a text, or what there is instead.
private func contents(of url: URL) -> String {
  if url.hasDirectoryPath { return "‹package›" }
  guard let file = try? FileHandle(forReadingFrom: url), let data = try? file.read(upToCount: 400) else {
    return "It cannot be shown."
  }
  guard !data.isEmpty else { return "It is empty." }
  guard let text = String(bytes: data, encoding: .utf8), !text.contains("\0") else { return "‹contents›" }
  return text.split(separator: "\n").prefix(5).joined(separator: "\n")
}
