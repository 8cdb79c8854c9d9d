import Foundation
import QuickLookThumbnailing
import SwiftUI
import Synchronization
import UniformTypeIdentifiers

/// The small pictures of documents, as the simulated Quick Look draws them: of a photo its pixels, of a text or a PDF a page.
enum Page {
  private static let png = Data([0x89, 0x50, 0x4E, 0x47])

  /// The names of documents of which there is no picture.
  private static let refused = Mutex<Set<String>>([])

  /// Draws the documents below a folder from now on.
  static func install(below folder: String) {
    StandIn.drawThumbnails(below: folder) { file, _, _ in
      do {
        return try draw(file)
      } catch {
        refused.withLock { _ = $0.insert(file.lastPathComponent) }
        throw error
      }
    }
  }

  /// What is on screen when each document has its picture, or none.
  @MainActor
  static func tree(of harness: ViewHarness) async throws -> HarnessNode {
    var tree = harness.tree
    // Who waits is woken a moment later, when the screen may be another one.
    while !isDrawn(tree) {
      try await harness.wait(atMost: .seconds(60)) { isDrawn($0.tree) }
      tree = harness.tree
    }
    return tree
  }

  @MainActor
  private static func isDrawn(_ tree: HarnessNode) -> Bool {
    // What is not on the device cannot be drawn.
    let away = [String(localized: "In iCloud only")]
    let refused = refused.withLock { $0 }
    func isRefused(_ node: HarnessNode) -> Bool {
      // The row of a share names some of what came with it.
      away.contains(node.label) || refused.contains { (node.spoken ?? node.label).contains($0) }
    }
    /// - Parameter isKnown: whether what is around names a document of which there is no picture, as the title of Get Info.
    func isDrawn(_ node: HarnessNode, _ isKnown: Bool) -> Bool {
      let isKnown = isKnown || isRefused(node)
      let isWaiting = node.children.contains { $0.drawn.prefix(2).contains(where: \.isWithoutPicture) }
      if isWaiting, !isKnown, !node.drawn.contains(where: isRefused) { return false }
      return (node.children + node.look.content).allSatisfy { isDrawn($0, isKnown) }
    }
    return isDrawn(tree, false)
  }

  /// The bytes of a picture of a document: a PNG file, or the lines of a page.
  static func draw(_ file: URL) throws -> Data {
    let data = try Data(contentsOf: file)
    if data.starts(with: png) { return photo(data) }
    let text = String(decoding: data.prefix(2_000), as: UTF8.self)
    switch file.pathExtension {
    // What stands in brackets before the operator Tj is written on the page.
    case "pdf":
      let lines = text.matches(of: /\((.*)\) Tj/).map { String($0.1) }
      guard !lines.isEmpty else { throw QLThumbnailError(.generationFailed) }
      return Data(lines.joined(separator: "\n").utf8)
    case "txt", "md": return Data(text.utf8)
    default: throw QLThumbnailError(.generationFailed)
    }
  }

  /// A photo without what stands behind its end.
  private static func photo(_ data: Data) -> Data {
    data.range(of: Data("IEND".utf8)).map { data.prefix($0.upperBound + 4) } ?? data
  }

  /// A picture of a document, in the middle of its place.
  static func box(_ bytes: Data, width: Double, height: Double) -> Box {
    guard bytes.starts(with: png) else {
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
      var box = Box(width: width, height: height)
      let paper = (height * 0.76).rounded()
      box.draw(.paper(lines, width: paper, height: height), x: ((width - paper) / 2).rounded(), y: 0, .white)
      return box
    }
    var box = Box(width: width, height: height)
    // Three quarters as high as wide, as a camera takes it.
    box.draw(.pixels(bytes, width: width, height: height * 0.75), x: 0, y: (height * 0.125).rounded(), .clear)
    return box
  }

  /// A sheet of paper with lines of text, the first as a title.
  static func sheet(_ lines: [String], width: Double, height: Double) -> Box {
    var box = Box(width: width, height: height)
    box.draw(.rect(width: width, height: height, radius: 2), x: 0, y: 0, .white)
    box.draw(.frame(width: width, height: height, radius: 2), x: 0, y: 0, .line)
    let margin = width * 0.1
    let size = height > 100 ? 15 : width * 0.11
    var y = margin
    for (index, line) in lines.enumerated() {
      let letters = Letters(size: index == 0 ? size * 1.2 : size, isBold: index == 0)
      for part in letters.lines(line, width: width - 2 * margin) {
        y += letters.size * 1.3
        if y > height - margin { return box }
        box.draw(.text(part, letters, .start), x: margin, y: y, .print)
      }
    }
    return box
  }
}

extension HarnessNode {
  /// Whether it is the symbol of a document, which has no picture or none yet.
  fileprivate var isWithoutPicture: Bool { role == .image && symbol == "doc" && look.picture == nil }
}
