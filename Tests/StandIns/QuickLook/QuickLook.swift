@_exported import AppleFoundation
@_exported import Foundation
import SwiftUI

extension View {
  /// Shows a file while there is one. When the user closes it, the binding becomes nil.
  ///
  /// The system lets the user mark the file up where it can, and then writes into the
  /// file. So does the harness: what is typed into “Markup” replaces the file's contents.
  ///
  /// <https://developer.apple.com/documentation/swiftui/view/quicklookpreview(_:)>
  public nonisolated func quickLookPreview(_ item: Binding<URL?>) -> some View {
    presenting { item.wrappedValue.map { preview(of: $0, in: item) } }
  }
}

@MainActor
private func preview(of url: URL, in item: Binding<URL?>) -> HarnessNode {
  let close: () -> Void = { item.wrappedValue = nil }
  var done = HarnessNode(.button, label: "Done")
  done.actions.press = close
  var markup = HarnessNode(.textField, label: "Markup")
  markup.actions.edit = { text in
    // A preview that cannot be written is closed without a word.
    guard let file = try? FileHandle(forWritingTo: url) else { return }
    try? file.truncate(atOffset: 0)
    try? file.write(contentsOf: Data(text.utf8))
    try? file.close()
  }
  var node = HarnessNode(
    .preview, label: url.lastPathComponent,
    children: [HarnessNode(.text, label: contents(of: url)), markup, done])
  node.actions.dismiss = close
  return node
}

/// A few lines of a text, or what there is instead.
private func contents(of url: URL) -> String {
  guard let file = try? FileHandle(forReadingFrom: url), let data = try? file.read(upToCount: 400) else {
    return "It cannot be shown."
  }
  guard !data.isEmpty else { return "It is empty." }
  guard let text = String(bytes: data, encoding: .utf8), !text.contains("\0") else { return "‹contents›" }
  return text.split(separator: "\n").prefix(5).joined(separator: "\n")
}
